import type { AuthRequest } from "@cloudflare/workers-oauth-provider";
import * as z from "zod";
import type { OAuthScope } from "#schema/values.ts";
import type { Ctx } from "#worker/context.ts";
import { AppError } from "#worker/errors.ts";
import { sha256Hex } from "#worker/platform/digest.ts";
import { isLoopbackHost } from "./endpoints.ts";
import { bindRequest } from "./repo.ts";
import { BASE_SCOPE, meantScopes, SCOPE_WORDS } from "./scopes.ts";
import { signedInUser } from "./signed-in-user.ts";

export const consentRequestInput = z.object({ request: z.string().min(1).max(200) });

/**
 * Reason for a person to look twice: whoever listens on this machine gets the access; the access goes to another host than the one that
 * vouches for the client; nobody vouches for the name at all.
 */
export type ConsentWarning = "loopback" | "other-host" | "unverified-name";

export type ConsentRequest = {
  clientName: string;
  /** The host whose document describes the client; null when the client registered itself. */
  clientHost: string | null;
  /** The host that gets the access. */
  redirectHost: string;
  warnings: ConsentWarning[];
  scopes: { scope: OAuthScope; description: string; isRequired: boolean }[];
  expiresAt: Date;
};

/**
 * The facts that the consent page shows of a request. Only the first user to open a request can open and decide it: not-found for anybody
 * else, for a decided request and for an expired one.
 */
export async function getConsentRequest(
  ctx: Pick<Ctx, "actor" | "db" | "now">,
  { request: handle }: z.output<typeof consentRequestInput>,
): Promise<ConsentRequest> {
  const { userId } = signedInUser(ctx);
  const row = await bindRequest(ctx.db, await sha256Hex(handle), userId, ctx.now());
  if (!row) throw noSuchRequest();
  const asked = JSON.parse(row.request) as AuthRequest;
  const redirectHost = new URL(asked.redirectUri).hostname;
  return {
    clientName: row.clientName,
    clientHost: row.clientHost,
    redirectHost,
    warnings: warningsFor(row.clientHost, redirectHost),
    scopes: (meantScopes(asked.scope) ?? []).map((scope) => ({
      scope,
      description: SCOPE_WORDS[scope],
      isRequired: scope === BASE_SCOPE,
    })),
    expiresAt: row.expiresAt,
  };
}

export function noSuchRequest(): AppError {
  return new AppError(
    "not-found",
    "This request is over: it was decided, it is older than 10 minutes, or it was opened by another account. Start again from the program that you want to connect.",
  );
}

function warningsFor(clientHost: string | null, redirectHost: string): ConsentWarning[] {
  const warnings: ConsentWarning[] = [];
  if (clientHost === null) warnings.push("unverified-name");
  if (isLoopbackHost(redirectHost)) warnings.push("loopback");
  else if (clientHost !== null && clientHost !== redirectHost) warnings.push("other-host");
  return warnings;
}

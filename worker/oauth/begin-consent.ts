import { AuthorizationError, authorizationErrorRedirect } from "@cloudflare/workers-oauth-provider";
import type { AuthRequest } from "@cloudflare/workers-oauth-provider";
import { publicOrigin } from "#worker/http/request-origin.ts";
import type { Ctx } from "#worker/context.ts";
import { AppError } from "#worker/errors.ts";
import { sha256Hex } from "#worker/platform/digest.ts";
import { randomBase62 } from "#worker/platform/ids.ts";
import { takeNetworkAttempt } from "#worker/rate-limits/take-attempt.ts";
import { authorizationServer } from "./authorization-server.ts";
import type { OAuthCtx } from "./authorization-server.ts";
import { isDocumentClientId } from "./client-document.ts";
import { CONSENT_PAGE, isLoopbackHost } from "./endpoints.ts";
import { insertRequest } from "./repo.ts";
import { meantScopes } from "./scopes.ts";

/** Time for the user to sign in and to decide. */
const REQUEST_TTL_MS = 10 * 60_000;
const MAX_NAME_CHARACTERS = 80;

/**
 * Keeps the authorization request of a client until its user decides, and returns where the browser goes: to the page that asks, or back
 * to a client on the user's machine with an error. invalid-argument for every other refusal, since no address of a client may be trusted
 * before its user has decided.
 */
export async function beginConsent(
  ctx: OAuthCtx & Pick<Ctx, "db" | "now">,
  request: Request,
): Promise<string> {
  await takeNetworkAttempt(ctx, "oauth-authorization/network");
  const origin = publicOrigin(ctx, request.url);
  const { helpers } = authorizationServer(ctx, origin);
  let asked: AuthRequest;
  try {
    asked = await helpers.parseAuthRequest(request);
  } catch (error) {
    if (!(error instanceof AuthorizationError)) throw error;
    if (error.redirectTo) return refusedTo(error.redirectTo, error);
    throw new AppError(
      "invalid-argument",
      "The program that sent you here is not known, or wants you sent back to an address that it has not named before.",
      { cause: error },
    );
  }
  // The library lets a client with a secret go without PKCE; OAuth 2.1 wants it of every client.
  if (!asked.codeChallenge)
    return refusedTo(authorizationErrorRedirect(asked, "invalid_request", "PKCE with S256 is required"));
  const scopes = meantScopes(asked.scope);
  if (scopes === null)
    return refusedTo(authorizationErrorRedirect(asked, "invalid_scope", "None of the scopes is known"));

  const client = await helpers.lookupClient(asked.clientId);
  const handle = randomBase62(32);
  const now = ctx.now();
  await insertRequest(ctx.db, {
    handleHash: await sha256Hex(handle),
    request: JSON.stringify({ ...asked, scope: scopes } satisfies AuthRequest),
    clientName: shownName(client?.clientName) || "A program without a name",
    clientHost: isDocumentClientId(asked.clientId) ? new URL(asked.clientId).hostname : null,
    createdAt: now,
    expiresAt: new Date(now.getTime() + REQUEST_TTL_MS),
  });
  const page = new URL(CONSENT_PAGE, origin);
  page.searchParams.set("request", handle);
  return page.href;
}

/**
 * The address for a refusal before any consent. Anybody can register a client with any address, so that a link to us would lead there
 * without a word (RFC 9700, section 4.11.2): only a program on the user's own machine is told; otherwise the user is.
 */
function refusedTo(redirectTo: string, cause?: unknown): string {
  const { protocol, hostname, searchParams } = new URL(redirectTo);
  if (protocol === "http:" && isLoopbackHost(hostname)) return redirectTo;
  throw new AppError(
    "invalid-argument",
    `The program that sent you here sent an invalid request (${searchParams.get("error") ?? "invalid_request"}).`,
    { cause },
  );
}

/** A name that somebody else wrote, as one short line without characters that hide or turn text around. */
function shownName(name = ""): string {
  const line = name.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ").replace(/\s+/g, " ");
  return [...line.trim()].slice(0, MAX_NAME_CHARACTERS).join("");
}

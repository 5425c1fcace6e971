import { userOwner } from "#worker/owner.ts";
import { authorizationErrorRedirect } from "@cloudflare/workers-oauth-provider";
import type { AuthRequest } from "@cloudflare/workers-oauth-provider";
import * as z from "zod";
import { OAUTH_SCOPES } from "#schema/values.ts";
import { recordEvent } from "#worker/audit/record-event.ts";
import type { Ctx } from "#worker/context.ts";
import { AppError } from "#worker/errors.ts";
import { publishChange } from "#worker/live/publish-change.ts";
import { sha256Hex } from "#worker/platform/digest.ts";
import { authorizationServer } from "./authorization-server.ts";
import type { TokenProps } from "./authorization-server.ts";
import { consentRequestInput, noSuchRequest } from "./get-consent-request.ts";
import { insertGrant, takeRequest } from "./repo.ts";
import { BASE_SCOPE } from "./scopes.ts";
import { signedInUser } from "./signed-in-user.ts";

export const decideConsentInput = consentRequestInput.extend({
  decision: z.enum(["approve", "deny"]),
  /** Scopes that the user left ticked; all requested ones when not given. */
  scopes: z.array(z.enum(OAUTH_SCOPES)).max(20).optional(),
});

/** Time within which a code must be exchanged. */
const CODE_TTL_MS = 10 * 60_000;

/**
 * Ends a consent request, once, and gives the address that tells the client: with a code, or with access_denied. Needs the user who opened
 * the request (not-found), and for a yes a verified mail address (permission-denied), as an API key does. Scopes that were not asked for
 * are not granted.
 */
export async function decideConsent(
  ctx: Ctx,
  input: z.output<typeof decideConsentInput>,
): Promise<{ redirectTo: string }> {
  const { userId, isEmailVerified } = signedInUser(ctx);
  const isApproved = input.decision === "approve";
  if (isApproved && !isEmailVerified)
    throw new AppError("permission-denied", "Verify your email address before you connect a program.");
  const now = ctx.now();
  const row = await takeRequest(ctx.db, await sha256Hex(input.request), userId, now);
  if (!row) throw noSuchRequest();
  const asked = JSON.parse(row.request) as AuthRequest;
  if (!isApproved) return { redirectTo: authorizationErrorRedirect(asked, "access_denied") };

  const wanted = input.scopes ?? OAUTH_SCOPES;
  const scopes = OAUTH_SCOPES.filter(
    (scope) => scope === BASE_SCOPE || (asked.scope.includes(scope) && wanted.includes(scope)),
  );
  const grantId = ctx.newId("grant");
  // A registration belongs to one installation, whose new grant takes the place of its old one. A document is shared by
  // all installations of a program, which live side by side.
  const replaces = row.clientHost === null;
  const { redirectTo } = await authorizationServer(ctx, asked.issuer!).helpers.completeAuthorization({
    request: asked,
    userId,
    metadata: {},
    scope: scopes,
    props: { grantId } satisfies TokenProps,
    revokeExistingGrants: replaces,
  });
  const { clientName, clientHost } = row;
  await insertGrant(
    ctx.db,
    {
      id: grantId,
      userId,
      clientId: asked.clientId,
      clientName,
      clientHost,
      redirectUri: asked.redirectUri,
      resource: asked.resource!,
      scopes,
      createdAt: now,
      expiresAt: new Date(now.getTime() + CODE_TTL_MS),
    },
    replaces,
  );
  const owner = userOwner(userId);
  const details = { clientId: asked.clientId, clientName, scopes };
  await recordEvent(ctx, owner, { type: "oauth-grant.created", details });
  publishChange(ctx, owner, "oauth-grants");
  return { redirectTo };
}

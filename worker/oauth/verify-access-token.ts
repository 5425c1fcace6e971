import { publicOrigin } from "#worker/http/request-origin.ts";
import { OAUTH_SCOPES } from "#schema/values.ts";
import type { Actor, Ctx } from "#worker/context.ts";
import { authorizationServer } from "./authorization-server.ts";
import { offersOAuth, RESOURCE_PATHS } from "./endpoints.ts";
import { findGrant, updateLastUsed } from "./repo.ts";

/** Precision of `lastUsedAt`: a busy client costs one write a minute. */
const LAST_USED_STEP_MS = 60_000;
/** The library's form of a token: user, grant and secret. */
const TOKEN_SHAPE = /^[^:\s]+:[\w-]{16}:[\w-]{32}$/;

type VerifyCtx = Pick<Ctx, "db" | "services" | "caller" | "now" | "log" | "waitUntil">;

/** Whether a bearer token is an access token of OAuth rather than an API key. */
export function isAccessToken(token: string): boolean {
  return TOKEN_SHAPE.test(token);
}

/**
 * The user and grant of an access token at the requested MCP endpoint; null unless the token is ours, for that endpoint, and its grant
 * stands. The token is looked up in KV, which may answer from a minute ago; the grant in D1, which does not.
 */
export async function verifyAccessToken(
  ctx: VerifyCtx,
  requestUrl: string,
  token: string,
): Promise<Extract<Actor, { kind: "oauth" }> | null> {
  const origin = publicOrigin(ctx, requestUrl);
  const path = RESOURCE_PATHS.find((known) => known === new URL(requestUrl).pathname);
  if (path === undefined || !offersOAuth(origin)) return null;
  const resource = origin + path;
  const valid = await authorizationServer(ctx, origin).validateToken(resource, token);
  if (!valid) return null;
  const grant = await findGrant(ctx.db, valid.props.grantId);
  const now = ctx.now();
  const stands =
    grant !== null &&
    grant.userId === valid.userId &&
    grant.clientId === valid.clientId &&
    grant.resource === resource &&
    grant.expiresAt > now;
  if (!stands) return null;

  const step = new Date(now.getTime() - LAST_USED_STEP_MS);
  if (!grant.lastUsedAt || grant.lastUsedAt < step) {
    ctx.waitUntil(
      updateLastUsed(ctx.db, grant.id, now, step).catch((error: unknown) =>
        ctx.log.error("last use not noted", error),
      ),
    );
  }
  // A client may ask for a token with fewer scopes than its grant has.
  const scopes = OAUTH_SCOPES.filter((scope) => grant.scopes.includes(scope) && valid.scope.includes(scope));
  return {
    kind: "oauth",
    userId: grant.userId,
    grantId: grant.id,
    clientId: grant.clientId,
    clientName: grant.clientName,
    scopes,
  };
}

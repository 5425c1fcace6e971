import { publicOrigin } from "#worker/http/request-origin.ts";
import type { Ctx } from "#worker/context.ts";
import { AppError } from "#worker/errors.ts";
import { sha256Hex } from "#worker/platform/digest.ts";
import { authorizationServer, GRANT_IDLE_S } from "./authorization-server.ts";
import { endGrant } from "./end-grant.ts";
import type { EndCtx } from "./end-grant.ts";
import { findGrantOfKv, markExchanged, setRefresh, spendRefresh, unspendRefresh } from "./repo.ts";
import type { GrantRow } from "./repo.ts";

/**
 * Time within which a spent refresh token that comes back is taken for a client that asked twice, as two processes with one store do;
 * later for a theft, which ends the grant (OAuth 2.1, section 4.3.1).
 */
const TWICE_MS = 60_000;

type TokenCtx = Omit<Ctx, "actor" | "scope">;

/**
 * The token endpoint: codes and refresh tokens for access tokens, and revocation (RFC 7009). The library judges the request; D1 makes sure
 * that a code or a refresh token works once, since KV cannot say who was first. A code that comes twice ends its grant.
 */
export async function exchangeToken(request: TokenCtx, http: Request): Promise<Response> {
  const ctx: EndCtx = { ...request, actor: { kind: "system" } };
  // A body that is no form is refused by the library.
  const form = await http
    .clone()
    .formData()
    .catch(() => new FormData());
  const field = (name: string) => String(form.get(name) ?? "");
  switch (field("grant_type")) {
    case "authorization_code":
      return exchangeCode(ctx, http, field("code"));
    case "refresh_token":
      return refresh(ctx, http, field("refresh_token"));
    default:
      return revoke(ctx, http, field("token"));
  }
}

async function exchangeCode(ctx: EndCtx, http: Request, code: string): Promise<Response> {
  let exchanged: string | null = null;
  let isReplay = false;
  const server = authorizationServer(ctx, publicOrigin(ctx, http.url), {
    mayExchange: async ({ grantId, kvGrantId, userId }) => {
      const now = ctx.now();
      const isFirst = await markExchanged(ctx.db, { id: grantId, userId, kvGrantId }, now, idleFrom(now));
      if (isFirst) exchanged = grantId;
      else await endGrant(ctx, userId, grantId);
      return isFirst;
    },
    onRefusal: (reason) => {
      isReplay ||= reason === "code_replayed";
    },
  });
  const response = await serve(server.fetch, http);
  if (exchanged !== null && response.ok) await keepRefresh(ctx, exchanged, null, response);
  if (isReplay) {
    const grant = await grantOf(ctx, code);
    if (grant) await endGrant(ctx, grant.userId, grant.id);
  }
  return response;
}

async function refresh(ctx: EndCtx, http: Request, token: string): Promise<Response> {
  const server = authorizationServer(ctx, publicOrigin(ctx, http.url));
  const grant = await grantOf(ctx, token);
  if (!grant || grant.expiresAt <= ctx.now()) return invalidGrant();
  const hash = await sha256Hex(token);
  if (!(await spendRefresh(ctx.db, grant.id, hash))) {
    const spentAt = grant.refreshedAt?.getTime() ?? 0;
    const isTheft = grant.spentRefreshHash === hash && ctx.now().getTime() - spentAt > TWICE_MS;
    if (isTheft) await endGrant(ctx, grant.userId, grant.id);
    ctx.log.warn("oauth refused", {
      code: "invalid_grant",
      reason: isTheft ? "refresh_replayed" : "refresh_unknown",
    });
    return invalidGrant();
  }
  try {
    const response = await serve(server.fetch, http);
    if (response.ok) await keepRefresh(ctx, grant.id, hash, response);
    else await unspendRefresh(ctx.db, grant.id, hash);
    return response;
  } catch (error) {
    await unspendRefresh(ctx.db, grant.id, hash);
    throw error;
  }
}

/** Revokes a refresh token for whoever shows it, also when the library finds that the token is another client's. */
async function revoke(ctx: EndCtx, http: Request, token: string): Promise<Response> {
  const response = await serve(authorizationServer(ctx, publicOrigin(ctx, http.url)).fetch, http);
  if (!response.ok) return response;
  const grant = await grantOf(ctx, token);
  const hash = await sha256Hex(token);
  if (grant && (grant.refreshHash === hash || grant.spentRefreshHash === hash))
    await endGrant(ctx, grant.userId, grant.id);
  return response;
}

async function keepRefresh(
  ctx: EndCtx,
  grantId: string,
  spent: string | null,
  response: Response,
): Promise<void> {
  const { refresh_token: token } = await response.clone().json<{ refresh_token: string }>();
  const now = ctx.now();
  await setRefresh(ctx.db, grantId, {
    refreshHash: await sha256Hex(token),
    spentRefreshHash: spent,
    refreshedAt: now,
    expiresAt: idleFrom(now),
  });
}

/** The grant of a code or token, which begins with the user and the library's grant. */
async function grantOf(ctx: EndCtx, token: string): Promise<GrantRow | null> {
  const [userId, kvGrantId, secret] = token.split(":");
  return userId && kvGrantId && secret ? findGrantOfKv(ctx.db, userId, kvGrantId) : null;
}

/** The library's answer. A client whose document cannot be read counts as an unknown client (RFC 6749, section 5.2). */
async function serve(fetch: (request: Request) => Promise<Response>, http: Request): Promise<Response> {
  try {
    return await fetch(http);
  } catch (error) {
    if (error instanceof AppError && error.data.reason === "client-document")
      return oauthError(401, "invalid_client", error.message);
    throw error;
  }
}

function invalidGrant(): Response {
  return oauthError(400, "invalid_grant", "The refresh token is not good any more");
}

/** An OAuth error (RFC 6749, section 5.2). */
export function oauthError(
  status: number,
  error: string,
  description: string,
  headers: Record<string, string> = {},
): Response {
  return Response.json({ error, error_description: description }, { status, headers });
}

function idleFrom(now: Date): Date {
  return new Date(now.getTime() + GRANT_IDLE_S * 1000);
}

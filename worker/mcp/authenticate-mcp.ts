import { ownerOfRequest } from "#worker/tenancy/owner-of-request.ts";
import type { VerifyOptions } from "#worker/api-keys/verify-api-key.ts";
import type { Ctx } from "#worker/context.ts";
import { AppError } from "#worker/errors.ts";
import type { AppContext } from "#worker/http/app-env.ts";
import { authenticate } from "#worker/access/authenticate-key.ts";
import { findApiKey } from "#worker/access/credentials.ts";
import { requestContext } from "#worker/http/request-context.ts";
import { BASE_SCOPE } from "#worker/oauth/scopes.ts";
import type { ResourcePath } from "#worker/oauth/endpoints.ts";
import { isAccessToken, verifyAccessToken } from "#worker/oauth/verify-access-token.ts";

/**
 * The Ctx of an API key or of an OAuth access token, which reach the same principal: the credits and, where its scopes allow, the private
 * documents of its user. A token is taken from the Authorization header alone (RFC 6750, section 5.3). A token is good at the requested
 * address, or at `endpoint` where the requested address is a second door to that endpoint.
 */
export async function authenticateMcp(
  c: AppContext,
  { endpoint, ...options }: VerifyOptions & { endpoint?: ResourcePath } = {},
): Promise<Ctx> {
  const { headers } = c.req.raw;
  const credential = findApiKey({ path: c.req.path, headers, queryKeys: c.var.queryKeys });
  const isToken = credential !== null && headers.has("authorization") && isAccessToken(credential);
  if (!isToken) return authenticate(c, "search", options);

  const request = requestContext(c);
  const askedUrl = endpoint === undefined ? c.req.url : new URL(endpoint, c.req.url).href;
  const actor = await verifyAccessToken(request, askedUrl, credential);
  if (!actor)
    throw new AppError(
      "unauthenticated",
      "This access token is not good here: it has expired, its access was withdrawn, or it is for another address. Connect again.",
      { data: { reason: "access-token" } },
    );
  if (!actor.scopes.includes(BASE_SCOPE))
    throw new AppError("permission-denied", `This needs an access token with the scope \`${BASE_SCOPE}\`.`, {
      data: { reason: "insufficient-scope" },
    });
  const owner = await ownerOfRequest(request, { actor }, "search");
  return { ...request, actor, scope: { owner } };
}

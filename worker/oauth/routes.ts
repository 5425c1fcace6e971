import { Hono } from "hono";
import type { Context, Next } from "hono";
import { bodyLimit } from "hono/body-limit";
import { cors } from "hono/cors";
import { html } from "hono/html";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { publicOrigin } from "#worker/http/request-origin.ts";
import { ERROR_STATUS } from "#schema/api/errors.ts";
import { AppError } from "#worker/errors.ts";
import type { AppEnv, AuthenticatedEnv } from "#worker/http/app-env.ts";
import { errorResponse, notFound } from "#worker/http/error-response.ts";
import { requestContext } from "#worker/http/request-context.ts";
import { validated } from "#worker/http/validate.ts";
import { takeNetworkAttempt } from "#worker/rate-limits/take-attempt.ts";
import { authorizationServer } from "./authorization-server.ts";
import { beginConsent } from "./begin-consent.ts";
import { decideConsent, decideConsentInput } from "./decide-consent.ts";
import {
  AUTHORIZE_PATH,
  offersOAuth,
  REGISTRATION_PATH,
  RESOURCE_METADATA_PATH,
  RESOURCE_PATHS,
  SERVER_METADATA_PATH,
  TOKEN_PATH,
} from "./endpoints.ts";
import { exchangeToken, oauthError } from "./exchange-token.ts";
import { consentRequestInput, getConsentRequest } from "./get-consent-request.ts";
import { listGrants } from "./list-grants.ts";
import { resourceMetadata } from "./metadata.ts";
import { revokeGrant, revokeGrantInput } from "./revoke-grant.ts";

/** Most bytes of a body: a registration is a page of JSON at most; the library would read a megabyte. */
const MAX_BODY_BYTES = 16 * 1024;

/** CORS for programs in browsers. No cookie decides anything here, so any origin may ask. */
const openToBrowsers = cors({ origin: "*", exposeHeaders: ["www-authenticate", "retry-after"] });
const smallBody = bodyLimit({
  maxSize: MAX_BODY_BYTES,
  onError: () => oauthError(413, "invalid_request", "The request is larger than 16 KiB"),
});

/** Routes for MCP clients without a key: discovery, registration, authorization and tokens. */
export const oauthRoutes = new Hono<AppEnv>()
  .onError(oauthErrorResponse)
  .use("/.well-known/*", openToBrowsers)
  .use(TOKEN_PATH, openToBrowsers, smallBody)
  .use(REGISTRATION_PATH, openToBrowsers, smallBody)
  .on("GET", [SERVER_METADATA_PATH, AUTHORIZE_PATH], onlyWhereOffered)
  .on("POST", [TOKEN_PATH, REGISTRATION_PATH], onlyWhereOffered)
  .on(
    "GET",
    // Clients that do not add the resource's path ask at the root.
    [RESOURCE_METADATA_PATH, ...RESOURCE_PATHS.map((path) => RESOURCE_METADATA_PATH + path)],
    onlyWhereOffered,
    (c) => {
      const asked = RESOURCE_PATHS.find((known) => c.req.path === RESOURCE_METADATA_PATH + known);
      return c.json(resourceMetadata(originOf(c), asked ?? RESOURCE_PATHS[0]));
    },
  )
  .get(SERVER_METADATA_PATH, async (c) => {
    const response = await authorizationServer(requestContext(c), originOf(c)).fetch(c.req.raw);
    if (!response.ok) return response;
    const metadata = await response.json<Record<string, unknown>>();
    // The library does not know that its store reads metadata documents.
    return c.json({ ...metadata, client_id_metadata_document_supported: true });
  })
  .get(AUTHORIZE_PATH, async (c) => {
    try {
      return c.redirect(await beginConsent(requestContext(c), c.req.raw));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return c.html(problemPage(error.message), ERROR_STATUS[error.code] as ContentfulStatusCode);
    }
  })
  .post(TOKEN_PATH, (c) => exchangeToken(requestContext(c), c.req.raw))
  .post(REGISTRATION_PATH, async (c) => {
    const ctx = requestContext(c);
    await takeNetworkAttempt(ctx, "oauth-registration/network");
    return authorizationServer(ctx, originOf(c)).fetch(c.req.raw);
  });

/** The consent page and the list of the account page; mounted behind the session check. */
export const oauthApiRoutes = new Hono<AuthenticatedEnv>()
  .get("/requests/:request", validated("param", consentRequestInput), async (c) =>
    c.json(await getConsentRequest(c.var.ctx, c.req.valid("param"))),
  )
  .post(
    "/requests/:request/decision",
    validated("param", consentRequestInput),
    validated("json", decideConsentInput.omit({ request: true })),
    async (c) => c.json(await decideConsent(c.var.ctx, { ...c.req.valid("param"), ...c.req.valid("json") })),
  )
  .get("/grants", async (c) => c.json({ grants: await listGrants(c.var.ctx) }))
  .delete("/grants/:grantId", validated("param", revokeGrantInput), async (c) =>
    c.json(await revokeGrant(c.var.ctx, c.req.valid("param"))),
  );

function originOf(c: Context<AppEnv>): string {
  return publicOrigin(requestContext(c), c.req.url);
}

async function onlyWhereOffered(c: Context<AppEnv>, next: Next) {
  return offersOAuth(originOf(c)) ? next() : notFound(c);
}

/** The answer to an error in OAuth's own form (RFC 6749, section 5.2). */
function oauthErrorResponse(thrown: unknown, c: Context<AppEnv>): Response {
  if (!(thrown instanceof AppError) || ERROR_STATUS[thrown.code] >= 500) return errorResponse(thrown, c);
  const retryAfter = thrown.data.retryAfterSeconds;
  const isTooMany = thrown.code === "resource-exhausted";
  return oauthError(
    ERROR_STATUS[thrown.code],
    isTooMany ? "temporarily_unavailable" : "invalid_request",
    thrown.message,
    typeof retryAfter === "number" ? { "retry-after": String(retryAfter) } : {},
  );
}

/** Page for a browser that cannot be sent on. Holds our own words alone. */
function problemPage(message: string) {
  return html`<!doctype html>
    <html lang="en">
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width" />
      <title>Nothing was connected</title>
      <h1>Nothing was connected</h1>
      <p>${message}</p>
      <p>Start again from the program that you want to connect. <a href="/">Docenda</a></p>
    </html>`;
}

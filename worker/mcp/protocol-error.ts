import type { Context } from "hono";
import type { StatusCode } from "hono/utils/http-status";
import { publicOrigin } from "#worker/http/request-origin.ts";
import { ERROR_STATUS } from "#schema/api/errors.ts";
import { AppError, findAppError } from "#worker/errors.ts";
import type { AppEnv } from "#worker/http/app-env.ts";
import { requestContext } from "#worker/http/request-context.ts";
import { offersOAuth } from "#worker/oauth/endpoints.ts";
import { bearerChallenge } from "#worker/oauth/metadata.ts";
import type { ChallengeError } from "#worker/oauth/metadata.ts";

/** Code of a refusal: JSON-RPC leaves -32000 to -32099 to servers; MCP's own transports use the first for refusals of HTTP. */
export const REFUSED = -32000;
export const PARSE_ERROR = -32700;
const INTERNAL_ERROR = -32603;
/** Default wait before a client asks an unavailable service again. */
const RETRY_AFTER_SECONDS = 5;

/** A JSON-RPC error for a request that did not get as far as the protocol: it has no id that could be trusted. */
export function protocolError(
  c: Context<AppEnv>,
  status: number,
  code: number,
  message: string,
  headers: Record<string, string> = {},
): Response {
  const body = JSON.stringify({ jsonrpc: "2.0", error: { code, message }, id: null });
  return c.newResponse(body, {
    status: status as StatusCode,
    headers: { "content-type": "application/json", ...headers },
  });
}

/** The answer to an error from before a tool ran, such as a missing key, in the forms of HTTP and JSON-RPC. */
export function errorAsProtocol(thrown: unknown, c: Context<AppEnv>): Response {
  if (thrown instanceof AppError && thrown.code === "unauthenticated") {
    const keysPage = new URL("/keys", c.req.url).href;
    const help = `Keys are made at ${keysPage}. The header \`x-api-key\` and \`?apiKey=\` in the URL work as well.`;
    const isToken = thrown.data.reason === "access-token";
    return protocolError(c, 401, REFUSED, isToken ? thrown.message : `${thrown.message} ${help}`, {
      "www-authenticate": challenge(c, hasCredentials(c) ? "invalid_token" : null, thrown.message),
    });
  }
  if (thrown instanceof AppError && ERROR_STATUS[thrown.code] < 500) {
    const isScope = thrown.data.reason === "insufficient-scope";
    return protocolError(c, ERROR_STATUS[thrown.code], REFUSED, thrown.message, {
      ...(isScope && { "www-authenticate": challenge(c, "insufficient_scope", thrown.message) }),
    });
  }
  const requestId = c.get("requestId");
  c.get("log").error("mcp request failed", thrown);
  const known = findAppError(thrown);
  if (known?.code === "unavailable")
    return protocolError(c, 503, INTERNAL_ERROR, known.message, {
      "retry-after": String(known.data.retryAfterSeconds ?? RETRY_AFTER_SECONDS),
    });
  return protocolError(
    c,
    500,
    INTERNAL_ERROR,
    `Something went wrong on our side (request ${requestId}). Try again.`,
  );
}

/** The header that tells a client where to get a token, and why its credential was refused if it sent one. */
function challenge(c: Context<AppEnv>, error: ChallengeError | null, description: string): string {
  const origin = publicOrigin(requestContext(c), c.req.url);
  return bearerChallenge(offersOAuth(origin) ? origin : null, c.req.path, error && { error, description });
}

function hasCredentials(c: Context<AppEnv>): boolean {
  const { headers } = c.req.raw;
  return headers.has("authorization") || headers.has("x-api-key") || c.var.queryKeys.length > 0;
}

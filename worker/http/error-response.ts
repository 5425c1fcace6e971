import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { ERROR_STATUS } from "#schema/api/errors.ts";
import { AppError, findAppError } from "#worker/errors.ts";
import type { AppEnv } from "./app-env.ts";
import { isTeamCall, teamCallError } from "./team-call-error.ts";
import { callableError, isCallablePath } from "./callable-error.ts";

/** Default wait before a client asks an unavailable service again. */
const RETRY_AFTER_SECONDS = 5;

/** The HTTP answer to an error, made in this one place. An error that we did not write is logged whole and shown as "internal". */
export function errorResponse(thrown: unknown, c: Context<AppEnv>): Response {
  const error = toAppError(thrown);
  const status = ERROR_STATUS[error.code];
  const requestId = c.var.requestId;
  if (status >= 500) c.var.log.error("request failed", error.cause ?? error, { code: error.code });
  if (status === 401) c.header("WWW-Authenticate", 'Bearer realm="docenda"');
  const retryAfter = error.data.retryAfterSeconds ?? (status === 503 ? RETRY_AFTER_SECONDS : undefined);
  if (typeof retryAfter === "number") c.header("Retry-After", String(retryAfter));
  const body = isCallablePath(c.req.path)
    ? callableError(error, requestId)
    : isTeamCall(c.req.path)
      ? teamCallError(error, requestId)
      : { error: { code: error.code, message: error.message, requestId, data: error.data } };
  // 499 is not in Hono's list of statuses.
  return c.json(body, status as ContentfulStatusCode);
}

export function notFound(c: Context<AppEnv>): Response {
  return errorResponse(new AppError("not-found", "There is nothing at this address."), c);
}

function toAppError(thrown: unknown): AppError {
  const known = findAppError(thrown);
  if (known) return known;
  // Hono's own error, such as the JSON validator's.
  if (thrown instanceof HTTPException && thrown.status === 400)
    return new AppError("invalid-argument", "The body of the request is not valid JSON.", { cause: thrown });
  return new AppError(
    "internal",
    "Something went wrong on our side. Try again, and report the request id if it goes on.",
    {
      cause: thrown,
    },
  );
}

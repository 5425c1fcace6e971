import { createMiddleware } from "hono/factory";
import { routePath } from "hono/route";
import { findAppError } from "#worker/errors.ts";
import { countEvent } from "#worker/platform/count-event.ts";
import { newId } from "#worker/platform/ids.ts";
import { createLog } from "#worker/platform/log.ts";
import type { AppEnv } from "./app-env.ts";

/**
 * Gives the request its id and its log, and writes one line when it is answered. The line has the route's pattern and not the path or the
 * query, since a caller may have written a key or a private question there.
 */
export const requestLog = createMiddleware<AppEnv>(async (c, next) => {
  const requestId = newId("req");
  const log = createLog({ requestId });
  c.set("requestId", requestId);
  c.set("log", log);
  const startedAt = Date.now();
  await next();
  const answered = {
    method: c.req.method,
    route: routePath(c, -1),
    status: c.res.status,
    ms: Date.now() - startedAt,
    code: findAppError(c.error)?.code,
  };
  log.info("request", answered);
  countEvent(c.env.EVENTS, { kind: "request", ...answered });
});

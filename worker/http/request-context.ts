import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import type { Caller } from "#worker/context.ts";
import { connectDb } from "#worker/platform/db.ts";
import { newId } from "#worker/platform/ids.ts";
import { createServices } from "#worker/services.ts";
import type { AppContext, AppEnv, RequestContext } from "./app-env.ts";

/** A Ctx without its actor, the same at every call in one request. `authenticate` gives the whole Ctx. */
export function requestContext(c: AppContext): RequestContext {
  return c.var.requestContext();
}

/** Sets `requestContext`; runs behind `requestLog`. A request that needs no services, such as a health check, builds none. */
export const withRequestContext = createMiddleware<AppEnv>(async (c, next) => {
  let made: RequestContext | undefined;
  c.set("requestContext", () => (made ??= build(c)));
  await next();
});

function build(c: Context<AppEnv>): RequestContext {
  return {
    db: connectDb(c.env.DB),
    services: createServices(c.env),
    log: c.var.log,
    caller: callerOf(c.req.raw),
    now: () => new Date(),
    newId,
    signal: c.req.raw.signal,
    waitUntil: (work) => c.executionCtx.waitUntil(work),
  };
}

/** The caller by the headers that the edge sets itself; a client's own headers under these names never get through the edge. */
function callerOf(request: Request): Caller {
  return {
    ipAddress: request.headers.get("cf-connecting-ip"),
    country: request.headers.get("cf-ipcountry"),
    userAgent: request.headers.get("user-agent")?.slice(0, 300) ?? null,
    origin: new URL(request.url).origin,
  };
}

import { Hono } from "hono";
import { cors } from "hono/cors";
import type { AppEnv } from "#worker/http/app-env.ts";
import { requestContext } from "#worker/http/request-context.ts";
import { statusBadge } from "./badge.ts";
import { getStatus } from "./get-status.ts";

/** Routes of the service's state, for anybody: as JSON, and as a badge. Pages of other sites may read both. */
export const statusRoutes = new Hono<AppEnv>()
  .get("/api/status", cors(), async (c) => c.json(await getStatus(requestContext(c))))
  .get("/status/badge.svg", cors(), async (c) => {
    const { state } = await getStatus(requestContext(c));
    return c.body(statusBadge(state), 200, { "Content-Type": "image/svg+xml; charset=utf-8" });
  });

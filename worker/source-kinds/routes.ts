import { Hono } from "hono";
import type { AuthenticatedEnv } from "#worker/http/app-env.ts";
import { indexAgain, retryJobRun } from "./index-again.ts";

/**
 * Routes that begin runs of any kind of source again; mounted under `/api`. A site is added by `startIndexJobCallable`, and a source of
 * any kind is removed by `removeModuleCallable`.
 */
export const sourceKindRoutes = new Hono<AuthenticatedEnv>()
  .post("/sources/:id/refresh", async (c) =>
    c.json(await indexAgain(c.var.ctx, { moduleId: c.req.param("id") })),
  )
  .post("/job-runs/:id/retry", async (c) =>
    c.json(await retryJobRun(c.var.ctx, { runId: c.req.param("id") })),
  );

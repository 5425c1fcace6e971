import { Hono } from "hono";
import type { AuthenticatedEnv } from "#worker/http/app-env.ts";
import { validated } from "#worker/http/validate.ts";
import { cancelJobRun } from "./cancel-job-run.ts";
import { getJobRun, listRunPages, listRunPagesInput } from "./get-job-run.ts";
import { listJobRuns } from "./list-job-runs.ts";
import { listSources } from "./list-sources.ts";

/** Sources and their job runs; mounted under `/api` behind `authenticated`. A run begins with `startIndexJobCallable`. */
export const sourceRoutes = new Hono<AuthenticatedEnv>()
  .get("/sources", async (c) => c.json({ sources: await listSources(c.var.ctx) }))
  .get("/job-runs", async (c) => c.json({ jobRuns: await listJobRuns(c.var.ctx) }))
  .get("/job-runs/:id", async (c) => c.json(await getJobRun(c.var.ctx, { runId: c.req.param("id") })))
  .get("/job-runs/:id/pages", validated("query", listRunPagesInput.omit({ runId: true })), async (c) =>
    c.json(await listRunPages(c.var.ctx, { ...c.req.valid("query"), runId: c.req.param("id") })),
  )
  .post("/job-runs/:id/cancel", async (c) =>
    c.json(await cancelJobRun(c.var.ctx, { runId: c.req.param("id") })),
  );

import { Hono } from "hono";
import { DEFAULT_INDEX_ID } from "#schema/values.ts";
import type { AuthenticatedEnv } from "#worker/http/app-env.ts";
import { validated } from "#worker/http/validate.ts";
import { findPrivateIndex } from "#worker/private-indexes/find-private-index.ts";
import { cancelJobRun } from "./cancel-job-run.ts";
import { getJobRun, listRunPages, listRunPagesInput } from "./get-job-run.ts";
import { listJobRuns } from "./list-job-runs.ts";
import { showSources } from "./show-sources.ts";

/** Routes of sources and their job runs; mounted under `/api`. `source-kinds/routes.ts` begins runs again. */
export const sourceRoutes = new Hono<AuthenticatedEnv>()
  .get("/sources", async (c) => c.json({ sources: await showSources(c.var.ctx) }))
  .get("/private-index", async (c) =>
    c.json({ privateIndex: await findPrivateIndex(c.var.ctx, { indexId: DEFAULT_INDEX_ID }) }),
  )
  .get("/job-runs", async (c) => c.json({ jobRuns: await listJobRuns(c.var.ctx) }))
  .get("/job-runs/:id", async (c) => c.json(await getJobRun(c.var.ctx, { runId: c.req.param("id") })))
  .get("/job-runs/:id/pages", validated("query", listRunPagesInput.omit({ runId: true })), async (c) =>
    c.json(await listRunPages(c.var.ctx, { ...c.req.valid("query"), runId: c.req.param("id") })),
  )
  .post("/job-runs/:id/cancel", async (c) =>
    c.json(await cancelJobRun(c.var.ctx, { runId: c.req.param("id") })),
  );

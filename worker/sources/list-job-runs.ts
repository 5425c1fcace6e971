import { JOB_RUN_LIST_LIMIT } from "#schema/values.ts";
import type { Ctx } from "#worker/context.ts";
import { readerOf } from "#worker/platform/readable-by.ts";
import { jobRunSummary } from "./job-run-summary.ts";
import type { JobRunSummary } from "./job-run-summary.ts";
import { listJobRunRows } from "./run-repo.ts";

/** The scope's job runs of sources that the caller may read, newest first, 100 at most (specification, section 9). */
export async function listJobRuns(ctx: Pick<Ctx, "actor" | "db" | "scope">): Promise<JobRunSummary[]> {
  const rows = await listJobRunRows(ctx.db, ctx.scope.owner, readerOf(ctx.actor), JOB_RUN_LIST_LIMIT);
  return rows.map(jobRunSummary);
}

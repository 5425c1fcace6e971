import { JOB_RUN_LIST_LIMIT } from "#schema/values.ts";
import type { Ctx } from "#worker/context.ts";
import { jobRunSummary } from "./job-run-summary.ts";
import type { JobRunSummary } from "./job-run-summary.ts";
import { listJobRunRows } from "./run-repo.ts";

/** The scope's job runs, newest first, 100 at most (specification, section 9). */
export async function listJobRuns(ctx: Pick<Ctx, "db" | "scope">): Promise<JobRunSummary[]> {
  return (await listJobRunRows(ctx.db, ctx.scope.owner, JOB_RUN_LIST_LIMIT)).map(jobRunSummary);
}

import type { Ctx } from "#worker/context.ts";
import { AppError } from "#worker/errors.ts";
import { getRunInScope } from "./get-job-run.ts";
import { jobRunSummary } from "./job-run-summary.ts";
import type { JobRunSummary } from "./job-run-summary.ts";
import { endJobRun, recordTotals } from "./settle-job-run.ts";

/** Stops a job run, which ends as FAILED with the error "Cancelled.". Indexed pages stay. Throws aborted when the run has ended. */
export async function cancelJobRun(
  ctx: Pick<Ctx, "actor" | "scope" | "db" | "services" | "now">,
  input: { runId: string },
): Promise<JobRunSummary> {
  const row = await getRunInScope(ctx, input.runId);
  if (row.ownerKind === "public" && ctx.actor.kind !== "system")
    throw new AppError(
      "permission-denied",
      "Only the service itself stops the indexing of public documentation.",
    );
  const wasRunning = await endJobRun(ctx, row.id, {
    status: "FAILED",
    error: "Cancelled.",
    isCancelled: true,
  });
  const address = await ctx.services.crawlRun(row.id).cancel();
  if (!wasRunning) throw new AppError("aborted", "This run has ended already.");
  if (address)
    await recordTotals(ctx, address, await ctx.services.docsIndex(address).totals(), { isIndexed: false });
  return jobRunSummary(await getRunInScope(ctx, row.id));
}

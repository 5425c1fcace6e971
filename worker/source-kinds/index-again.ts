import type { AgainCtx } from "#worker/crawl/source-kind.ts";
import { AppError } from "#worker/errors.ts";
import type { StartedIndexJob } from "#worker/sources/begin-run.ts";
import { findOwnSource } from "#worker/sources/find-own-source.ts";
import { getRunInScope } from "#worker/sources/get-job-run.ts";
import { KINDS } from "./kinds.ts";

/**
 * Begins to look for news in a source of the scope, with the input of its first run. Throws aborted while a run of the source is going on,
 * and when it is known that there is nothing new.
 */
export async function indexAgain(
  ctx: AgainCtx,
  { moduleId }: { moduleId: string },
): Promise<StartedIndexJob> {
  const source = await findOwnSource(ctx, moduleId);
  if (!source) throw new AppError("not-found", "You have no such source.");
  return await KINDS[source.kind].again(ctx, source);
}

/** Begins a failed run of the scope anew. Throws aborted when the run has not failed, or another run of its source is going on. */
export async function retryJobRun(ctx: AgainCtx, { runId }: { runId: string }): Promise<StartedIndexJob> {
  const run = await getRunInScope(ctx, runId);
  if (run.ownerKind === "public")
    throw new AppError("permission-denied", "Only the service itself indexes documentation for everybody.");
  if (run.status !== "FAILED")
    throw new AppError("aborted", "Only a run that failed can be tried again. Refresh its source instead.");
  return await indexAgain(ctx, { moduleId: run.sourceId });
}

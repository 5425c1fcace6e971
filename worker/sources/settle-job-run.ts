import type { Ctx } from "#worker/context.ts";
import type { IndexTotals } from "#worker/docs-index/pages.ts";
import type { SourceAddress } from "#worker/services.ts";
import { updateRunningJobRun, updateTotals } from "./repo.ts";

type DbAndTime = Pick<Ctx, "db" | "now">;

/** All pages are read; the index is being put in order. */
export async function markJobRunIndexing(ctx: DbAndTime, runId: string): Promise<void> {
  await updateRunningJobRun(ctx.db, runId, { status: "INDEXING" });
}

/** Ends a run for good; returns false when it had ended before. `docsCount` is the number of pages that are searchable now. */
export async function endJobRun(
  ctx: DbAndTime,
  runId: string,
  end: { status: "COMPLETE"; docsCount: number } | { status: "FAILED"; error: string; docsCount?: number },
): Promise<boolean> {
  return await updateRunningJobRun(ctx.db, runId, { ...end, endTime: ctx.now() });
}

/** Writes down what an index holds now. `isIndexed` says that a crawl has just made it so. */
export async function recordTotals(
  ctx: DbAndTime,
  address: SourceAddress,
  totals: IndexTotals,
  { isIndexed }: { isIndexed: boolean },
): Promise<void> {
  await updateTotals(ctx.db, address, totals, { now: ctx.now(), isIndexed });
}

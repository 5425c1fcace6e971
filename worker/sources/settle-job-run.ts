import type { Ctx } from "#worker/context.ts";
import type { IndexTotals } from "#worker/docs-index/pages.ts";
import { announceChange } from "#worker/live/publish-change.ts";
import type { SourceAddress } from "#worker/services.ts";
import { updateRunningJobRun, updateTotals } from "./repo.ts";

type SettleCtx = Pick<Ctx, "db" | "now" | "services">;

/** All pages are read; the index is being put in order. */
export async function markJobRunIndexing(ctx: SettleCtx, runId: string): Promise<void> {
  const owner = await updateRunningJobRun(ctx.db, runId, { status: "INDEXING" });
  if (owner) await announceChange(ctx.services, owner, "job-runs");
}

/** Ends a run for good; returns false when it had ended before. `docsCount` is the number of pages that are searchable now. */
export async function endJobRun(
  ctx: SettleCtx,
  runId: string,
  end: { status: "COMPLETE"; docsCount: number } | { status: "FAILED"; error: string; docsCount?: number },
): Promise<boolean> {
  const owner = await updateRunningJobRun(ctx.db, runId, { ...end, endTime: ctx.now() });
  if (owner) await announceChange(ctx.services, owner, "job-runs");
  return owner !== null;
}

/** Writes down what an index holds now. `isIndexed` says that a crawl has just made it so. */
export async function recordTotals(
  ctx: SettleCtx,
  address: SourceAddress,
  totals: IndexTotals,
  { isIndexed }: { isIndexed: boolean },
): Promise<void> {
  await updateTotals(ctx.db, address, totals, { now: ctx.now(), isIndexed });
  await announceChange(ctx.services, address.owner, "sources", "private-index");
}

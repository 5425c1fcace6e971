import type { Ctx } from "#worker/context.ts";
import type { IndexTotals } from "#worker/docs-index/pages.ts";
import { announceChange } from "#worker/live/publish-change.ts";
import { refreshAfterRun } from "./after-run.ts";
import type { SourceAddress } from "#worker/services.ts";
import { endRunningJobRun, markIndexing } from "./run-repo.ts";
import { updateTotals } from "./repo.ts";

type SettleCtx = Pick<Ctx, "db" | "now" | "services">;

/** Marks a run whose pages are all read, while the index is being put in order. */
export async function markJobRunIndexing(ctx: SettleCtx, runId: string): Promise<void> {
  const owner = await markIndexing(ctx.db, runId);
  if (owner) await announceChange(ctx.services, owner, "job-runs");
}

export type JobRunEnd =
  | {
      status: "COMPLETE";
      /** Problem of a complete run, in words. */
      error?: string | null;
      docsCount: number;
      /** Number of pages that are new, changed or gone; left out by a source's first run, which says nothing about changes. */
      changedPages?: number;
    }
  | {
      status: "FAILED";
      error: string;
      docsCount?: number;
      /** Whether somebody wanted the run to end, so that it is no failure of the source. */
      isCancelled?: boolean;
    };

/**
 * Ends a run for good, and sets when its source is due again; returns false when the run had ended before. `docsCount` is the number of
 * pages that are searchable now.
 */
export async function endJobRun(ctx: SettleCtx, runId: string, end: JobRunEnd): Promise<boolean> {
  const isCancelled = end.status === "FAILED" && end.isCancelled === true;
  const refresh = isCancelled
    ? null
    : await refreshAfterRun(ctx, runId, {
        isComplete: end.status === "COMPLETE",
        changedPages: end.status === "COMPLETE" ? end.changedPages : null,
      });
  const { isCancelled: _isCancelled, ...change } = { isCancelled, ...end };
  const owner = await endRunningJobRun(ctx.db, runId, { ...change, endTime: ctx.now() }, refresh);
  if (owner === null) return false;
  const status = isCancelled ? "CANCELLED" : end.status;
  ctx.services.countEvent({ kind: "run-ended", status, pages: end.docsCount ?? 0 });
  await announceChange(ctx.services, owner, "job-runs");
  return true;
}

/** Writes down the present totals of an index. `isIndexed` says that a crawl has just changed it. */
export async function recordTotals(
  ctx: SettleCtx,
  address: SourceAddress,
  totals: IndexTotals,
  { isIndexed }: { isIndexed: boolean },
): Promise<void> {
  await updateTotals(ctx.db, address, totals, { now: ctx.now(), isIndexed });
  await announceChange(ctx.services, address.owner, "sources", "private-index");
}

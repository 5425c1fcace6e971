import { ownerOf } from "#worker/owner.ts";
import { planOf } from "#worker/tenancy/plan-of.ts";
import type { Ctx } from "#worker/context.ts";
import { findRunFacts } from "./run-repo.ts";
import { nextRefreshAt, retryRefreshAt } from "./schedule.ts";

/** Data that a source keeps of its last run. */
export type RefreshState = { failedRuns: number; refreshDueAt: Date | null };

/** Number of past runs whose changes count: the newest tells most. */
const MAX_RUNS = 5;

/**
 * The consequence of a run's end for the next run of its source, or null for a run that is gone. A success forgets failures; a failure of
 * a source that was searchable once is tried again, until it is left to its owner. Nobody would begin a public source's first run again,
 * so that one is tried again too.
 */
export async function refreshAfterRun(
  ctx: Pick<Ctx, "db" | "now">,
  runId: string,
  { isComplete, changedPages }: { isComplete: boolean; changedPages?: number | null },
): Promise<RefreshState | null> {
  const facts = await findRunFacts(ctx.db, runId, MAX_RUNS);
  if (!facts) return null;
  const { source, changes } = facts;
  const now = ctx.now();
  if (!isComplete) {
    const failedRuns = source.failedRuns + 1;
    const isPublic = source.ownerKind === "public";
    const isTried = source.lastIndexedAt !== null || isPublic;
    const refreshDueAt = isTried ? retryRefreshAt(source.kind, failedRuns, now, { isPublic }) : null;
    return { failedRuns, refreshDueAt };
  }
  const all = changedPages === undefined || changedPages === null ? changes : [changedPages, ...changes];
  const refreshDueAt = nextRefreshAt(
    {
      kind: source.kind,
      tier: source.ownerKind === "public" ? null : (await planOf(ctx, ownerOf(source))).tier,
      changes: all.slice(0, MAX_RUNS),
      lastUsedAt: source.lastUsedAt ?? source.createdAt,
    },
    now,
  );
  return { failedRuns: 0, refreshDueAt };
}

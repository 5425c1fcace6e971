import { REFRESHED_KINDS } from "#schema/values.ts";
import type { SourceKind, Tier } from "#schema/values.ts";

/** Number of failed runs in a row after which a source is not refreshed by itself any more. */
export const MAX_FAILED_RUNS = 3;

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * Days before a source is looked at again, when nothing else is known. Others refresh public libraries every 1 to 45 days by rank and
 * private ones never; paid sources are to be fresh, so the dearest plan is looked at daily, and free sources about as often as
 * documentation of libraries gets a release.
 */
const BASE_DAYS: Record<Tier | "public", number> = { Pro: 1, Basic: 3, Free: 14, public: 7 };
const MIN_MS = 12 * HOUR_MS;
/** Longest wait: the rarest refresh that others give to a library that is hardly asked about. */
const MAX_MS = 45 * DAY_MS;
/** Times without an answer from a source: a month, then a season. */
const SELDOM_MS = 30 * DAY_MS;
const HARDLY_EVER_MS = 90 * DAY_MS;
/** Waits after failures: a failure may pass in an hour, as most do, or by the next day. */
const AFTER_FAILURE_MS = [HOUR_MS, 12 * HOUR_MS];

export type RefreshFacts = {
  kind: SourceKind;
  /** Tier of the owner's plan; null for a public source. */
  tier: Tier | null;
  /** Pages that changed in each of the past runs that say so, the newest first. */
  changes: number[];
  /** Time of the last answer from the source; the time of its addition, where none came. */
  lastUsedAt: Date;
};

/**
 * Time when a source that was just indexed is due again; null for kinds that are told of changes or cannot change. Two runs that found
 * nothing double the wait and four make it four times as long, two runs that both found something halve it; a source that nobody got an
 * answer from waits twice, later four times as long.
 */
export function nextRefreshAt({ kind, tier, changes, lastUsedAt }: RefreshFacts, now: Date): Date | null {
  if (!REFRESHED_KINDS.includes(kind)) return null;
  const unusedMs = now.getTime() - lastUsedAt.getTime();
  const useFactor = unusedMs > HARDLY_EVER_MS ? 4 : unusedMs > SELDOM_MS ? 2 : 1;
  const waitMs = BASE_DAYS[tier ?? "public"] * DAY_MS * changeFactor(changes) * useFactor;
  return new Date(now.getTime() + Math.min(MAX_MS, Math.max(MIN_MS, waitMs)));
}

/**
 * Time when a source is tried again after so many failures in a row; null when it is left to its owner. A public source has no owner to
 * leave it to: it is tried as seldom as any source is.
 */
export function retryRefreshAt(
  kind: SourceKind,
  failedRuns: number,
  now: Date,
  { isPublic = false } = {},
): Date | null {
  if (!REFRESHED_KINDS.includes(kind)) return null;
  const soonMs = failedRuns < MAX_FAILED_RUNS ? AFTER_FAILURE_MS[failedRuns - 1] : undefined;
  const waitMs = soonMs ?? (isPublic ? MAX_MS : null);
  return waitMs === null ? null : new Date(now.getTime() + waitMs);
}

function changeFactor(changes: number[]): number {
  const [newest, ...older] = changes;
  if (newest === undefined || older.length === 0) return 1;
  const quiet = changes.findIndex((count) => count > 0);
  const quietRuns = quiet === -1 ? changes.length : quiet;
  if (quietRuns >= 4) return 4;
  if (quietRuns >= 2) return 2;
  return newest > 0 && (older[0] ?? 0) > 0 ? 0.5 : 1;
}

import type { CrawlScope } from "#worker/runs/crawl-scope.ts";
import type {
  CrawlPhase,
  CrawlStart,
  CrawlStatus,
  FinishProgress,
  SeededFrom,
} from "#worker/runs/crawl-steps.ts";

/** What the object of a run remembers of it, beside its list of URLs. */
export type Run = {
  start: CrawlStart;
  scope: CrawlScope | null;
  /** The start URL, or where it redirected. */
  firstUrl: string;
  /** Whether the index held pages before this run. */
  hasStoredPages: boolean;
  phase: CrawlPhase;
  seededFrom: SeededFrom[];
  /** Searchable pages so far, and pages taken so far. */
  searchable: number;
  taken: number;
  /** Pages of the plan that are this run's, and whether it got fewer than it asked for. */
  reserved: number;
  isPlanFull: boolean;
  dropped: number;
  absentExamples?: number;
  error: string | null;
  startedAt: number;
  progressAt: number;
  /** Until when one consumer seeds or finishes; others leave it alone. */
  stageLeaseUntil: number;
  /** How far the end has come; absent until a consumer leaves off in it. */
  finishing?: FinishProgress;
  /** Counted when the list of URLs was thrown away; the list itself is asked before. */
  finalOutcomes?: CrawlStatus["outcomes"];
};

/** Where a run stands. */
export function statusOf(
  run: Run,
  { pending, leased }: { pending: number; leased: number },
  outcomes: CrawlStatus["outcomes"],
): CrawlStatus {
  const done = Object.values(outcomes).reduce((sum, count) => sum + count, 0);
  return {
    phase: run.phase,
    startUrl: run.start.startUrl,
    seededFrom: run.seededFrom,
    discovered: done + pending + leased,
    pending,
    leased,
    outcomes,
    dropped: run.dropped,
    absentExamples: run.absentExamples,
    pageLimit: run.start.pageLimit,
    error: run.error,
    startedAt: run.startedAt,
    progressAt: run.progressAt,
  };
}

/** Whether nothing of a run goes on. */
export function isOver(phase: CrawlPhase): boolean {
  return phase === "complete" || phase === "failed" || phase === "cancelled";
}

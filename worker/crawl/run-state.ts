import type { CrawlScope } from "#worker/runs/crawl-scope.ts";
import type {
  CrawlPhase,
  CrawlStart,
  CrawlStatus,
  FinishProgress,
  SeededFrom,
} from "#worker/runs/crawl-steps.ts";

/** State of a run in its object, beside the list of URLs. */
export type Run = {
  start: CrawlStart;
  scope: CrawlScope | null;
  /** The start URL, or its redirect's target. */
  firstUrl: string;
  /** True when the index held pages before this run. */
  hasStoredPages: boolean;
  phase: CrawlPhase;
  seededFrom: SeededFrom[];
  /** Searchable pages so far, and pages taken so far. */
  searchable: number;
  taken: number;
  /** Pages of the plan reserved for this run, and whether the run got fewer than it asked for. */
  reserved: number;
  isPlanFull: boolean;
  dropped: number;
  absentExamples?: number;
  error: string | null;
  startedAt: number;
  progressAt: number;
  /** End of the lease of the consumer that seeds or finishes; other consumers leave that stage alone. */
  stageLeaseUntil: number;
  /** Progress of the last step; absent until a consumer leaves off in that step. */
  finishing?: FinishProgress;
  /** Outcomes counted when the list of URLs was deleted; before, the list itself is counted. */
  finalOutcomes?: CrawlStatus["outcomes"];
};

/** Status of a run. */
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

/** True when the run has ended. */
export function isOver(phase: CrawlPhase): boolean {
  return phase === "complete" || phase === "failed" || phase === "cancelled";
}

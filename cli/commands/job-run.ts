/** A job run as the server describes it. */
export type JobRun = {
  executionId: string;
  moduleId: string;
  status: string;
  url: string;
  displayName: string;
  error: string | null;
  docsCount: number;
  startTime: string;
  endTime: string | null;
  /** Crawl progress of a single run; a list leaves this out. */
  crawl?: { pending: number; leased: number } | null;
  verdict?: { text: string; advice: { fix: string }[] } | null;
};

export const FINAL_STATUSES: readonly string[] = ["COMPLETE", "FAILED"];

/** What the server says of a job run. */
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
  /** Of one run alone; a list leaves them out. */
  crawl?: { pending: number; leased: number } | null;
  verdict?: { text: string; advice: { fix: string }[] } | null;
};

export const FINAL_STATUSES: readonly string[] = ["COMPLETE", "FAILED"];

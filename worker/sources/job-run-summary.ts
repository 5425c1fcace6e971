import type { JobRunRow } from "./run-repo.ts";

/** A job run as callers see it (specification, section 3). */
export type JobRunSummary = {
  executionId: string;
  moduleId: string;
  status: JobRunRow["status"];
  url: string;
  displayName: string;
  error: string | null;
  docsCount: number;
  startedByUserId: string | null;
  startTime: Date;
  endTime: Date | null;
};

export function jobRunSummary(row: JobRunRow): JobRunSummary {
  return {
    executionId: row.id,
    moduleId: row.sourceId,
    status: row.status,
    url: row.url,
    displayName: row.displayName,
    error: row.error,
    docsCount: row.docsCount,
    startedByUserId: row.startedByUserId,
    startTime: row.startTime,
    endTime: row.endTime,
  };
}

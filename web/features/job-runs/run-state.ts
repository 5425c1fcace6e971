import type { JobRun } from "./queries.ts";

/** The classes by which a run is shown (specification, section 4). */
export type RunClass = "complete" | "warning" | "failed" | "running" | "unknown";

type Status = Pick<JobRun, "status">;

export function runClass(status: string): RunClass {
  switch (status) {
    case "COMPLETE":
      return "complete";
    case "FAILED":
      return "failed";
    case "CRAWLING":
    case "INDEXING":
      return "running";
    default:
      return "unknown";
  }
}

/** Any status other than COMPLETE or FAILED counts as active (specification, section 4). */
export function isActive({ status }: { status: string }): boolean {
  return status !== "COMPLETE" && status !== "FAILED";
}

/** The status as a word: `Crawling`. */
export function statusWord(status: string): string {
  return runClass(status) === "unknown" ? "Unknown" : status[0] + status.slice(1).toLowerCase();
}

/** Whether the run is complete, but could not read everything. */
export function hasProblems({ status, error }: Pick<JobRun, "status" | "error">): boolean {
  return status === "COMPLETE" && error !== null;
}

/** The state of a run for a chip: its kind and its words. */
export function runState(run: Pick<JobRun, "status" | "error">): { kind: RunClass; words: string } {
  return hasProblems(run)
    ? { kind: "warning", words: "Complete with problems" }
    : { kind: runClass(run.status), words: statusWord(run.status) };
}

/** A duration as `0 s`, `42 s`, `3 min 5 s`, `2 h 10 min`; until now for a run that goes on. */
export function formatDuration(startIso: string, endIso: string | null, now: Date = new Date()): string {
  const end = endIso === null ? now.getTime() : new Date(endIso).getTime();
  const seconds = Math.max(0, Math.round((end - new Date(startIso).getTime()) / 1_000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${seconds % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** The newest run of each source; `runs` have the newest first. */
export function latestRuns<Run extends Pick<JobRun, "moduleId">>(
  runs: readonly Run[],
): ReadonlyMap<string, Run> {
  // A later entry replaces an earlier one of the same source, so the newest stays.
  return new Map(runs.toReversed().map((run) => [run.moduleId, run]));
}

/**
 * Runs that have ended since the last look: they were going on then, or have begun and ended in between. Both lists have the
 * newest first; null for a first look, which has no news.
 */
export function endedSince<Run extends Status & Pick<JobRun, "executionId">>(
  before: readonly Run[] | null,
  now: readonly Run[],
): Run[] {
  if (before === null) return [];
  const wasActive = new Map(before.map((run) => [run.executionId, isActive(run)]));
  const known = now.findIndex(({ executionId }) => wasActive.has(executionId));
  const isNew = (i: number) => known === -1 || i < known;
  return now.filter((run, i) => !isActive(run) && (wasActive.get(run.executionId) ?? isNew(i)));
}

/** The newest run of each source, if it goes on or has failed: runs that go on before the others, each the newest first. */
export function unsettledRuns<Run extends Status & Pick<JobRun, "moduleId">>(runs: readonly Run[]): Run[] {
  const newest = new Set(latestRuns(runs).values());
  const unsettled = runs.filter((run) => newest.has(run) && run.status !== "COMPLETE");
  return [...unsettled.filter(isActive), ...unsettled.filter((run) => !isActive(run))];
}

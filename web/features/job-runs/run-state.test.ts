import { expect, it } from "vitest";
import type { JobRunStatus } from "#schema/values.ts";
import {
  endedSince,
  formatDuration,
  isActive,
  latestRuns,
  runClass,
  runState,
  statusWord,
  unsettledRuns,
} from "./run-state.ts";

it.each([
  ["COMPLETE", "complete", false, "Complete"],
  ["FAILED", "failed", false, "Failed"],
  ["CRAWLING", "running", true, "Crawling"],
  ["INDEXING", "running", true, "Indexing"],
  ["PAUSED", "unknown", true, "Unknown"],
  ["", "unknown", true, "Unknown"],
])("%j is %s, active: %s", (status, shown, active, word) => {
  expect([runClass(status), isActive({ status }), statusWord(status)]).toEqual([shown, active, word]);
});

it("says of a complete run what it could not read", () => {
  const error = "22 of 24 pages have no text that we can read.";
  expect(runState({ status: "COMPLETE", error })).toEqual({
    kind: "warning",
    words: "Complete with problems",
  });
  expect(runState({ status: "COMPLETE", error: null })).toEqual({ kind: "complete", words: "Complete" });
  expect(runState({ status: "FAILED", error })).toEqual({ kind: "failed", words: "Failed" });
});

it.each([
  ["2026-11-21T10:00:00.400Z", "0 s"],
  ["2026-11-21T10:00:59.400Z", "59 s"],
  ["2026-11-21T10:01:00.000Z", "1 min 0 s"],
  ["2026-11-21T10:59:59.000Z", "59 min 59 s"],
  ["2026-11-21T12:10:30.000Z", "2 h 10 min"],
  // A clock that was set back.
  ["2026-11-21T09:59:00.000Z", "0 s"],
])("until %s it took %s", (end, words) => {
  expect(formatDuration("2026-11-21T10:00:00Z", end)).toBe(words);
  expect(formatDuration("2026-11-21T10:00:00Z", null, new Date(end))).toBe(words);
});

function run(executionId: string, status: JobRunStatus) {
  return { executionId, status };
}

it("of each source the newest run counts", () => {
  const runs = [
    { moduleId: "a", executionId: "3" },
    { moduleId: "b", executionId: "2" },
    { moduleId: "a", executionId: "1" },
  ];
  expect(latestRuns(runs).get("a")).toBe(runs[0]);
  expect(latestRuns(runs).get("b")).toBe(runs[1]);
  expect(latestRuns(runs).get("c")).toBeUndefined();
});

it("tells which runs have ended, once, and none that was over before", () => {
  const crawling = run("1", "CRAWLING");
  const ended = run("1", "COMPLETE");
  const old = run("0", "FAILED");
  expect(endedSince([crawling, old], [ended, old])).toEqual([ended]);
  expect(endedSince([ended, old], [ended, old])).toEqual([]);
  expect(endedSince(null, [ended])).toEqual([]);
  // The run began and ended between two looks; an older run that comes into the list is no news.
  expect(endedSince([old], [ended, old])).toEqual([ended]);
  expect(endedSince([ended], [ended, old])).toEqual([]);
});

it("knows what is not settled: what goes on first, and no failure that was made good since", () => {
  const runs = [
    of("mended", "COMPLETE"),
    of("broken", "FAILED"),
    of("mended", "FAILED"),
    of("going", "CRAWLING"),
    of("fine", "COMPLETE"),
    of("going", "FAILED"),
  ];
  expect(unsettledRuns(runs)).toEqual([of("going", "CRAWLING"), of("broken", "FAILED")]);
});

function of(moduleId: string, status: JobRunStatus): { moduleId: string; status: JobRunStatus } {
  return { moduleId, status };
}

import { describe, expect, it } from "vitest";
import { fieldProblem, pathProblem, pathSegments, queryProblem, settingsProblem } from "./query-rules.ts";

const NO_QUERY = { fields: [], orderBy: null, limit: null, limitToLast: null };

describe("paths", () => {
  it.each([
    ["users/u1", "document", true],
    ["privateIndex/u1/indexes/default", "document", true],
    ["/users/u1", "document", true],
    ["users", "document", false],
    ["job_runs/u1/runs", "document", false],
    ["apiKeys", "collection", true],
    ["job_runs/u1/runs", "collection", true],
    ["pdfSets/u1/sets/", "collection", true],
    ["users/u1", "collection", false],
    ["", "collection", false],
    ["", "document", false],
    ["users//", "document", false],
    ["users//runs", "collection", false],
    ["//", "document", false],
  ] as const)("%j as a %s: %s", (path, kind, isGood) => {
    expect(pathProblem(path, kind) === null).toBe(isGood);
  });

  it("says how many segments there are, and comes apart at the slashes", () => {
    expect(pathProblem("users/u1", "collection")).toBe(
      "The path of a collection has an odd number of segments, and this one has 2.",
    );
    expect(pathSegments("/a/b/")).toEqual(["a", "b"]);
    expect(pathSegments("a//b")).toBeNull();
  });
});

describe("field names", () => {
  it.each([
    ["timestamp", true],
    ["__start", true],
    ["end__", true],
    ["_a_", true],
    ["", false],
    ["__name__", false],
    ["____", false],
    ["___", false],
    ["__", false],
  ])("%j: %s", (name, isGood) => {
    expect(fieldProblem(name) === null).toBe(isGood);
  });
});

describe("queries", () => {
  it.each([
    [{}, true],
    [{ limit: 5 }, true],
    [{ orderBy: "timestamp", limit: 5 }, true],
    [{ orderBy: "timestamp", limitToLast: 5 }, true],
    [{ limitToLast: 5 }, false],
    [{ orderBy: "timestamp", limit: 5, limitToLast: 5 }, false],
    [{ orderBy: "" }, false],
    [{ orderBy: "__name__" }, false],
    [{ fields: ["userId", ""] }, false],
    [{ fields: ["__id__"] }, false],
  ])("%j: %s", (query, isGood) => {
    expect(queryProblem({ ...NO_QUERY, ...query }) === null).toBe(isGood);
  });
});

describe("settings of a client", () => {
  it.each([
    [{}, true],
    [{ longPollSeconds: 5 }, true],
    [{ longPollSeconds: 30 }, true],
    [{ longPollSeconds: 4.999 }, false],
    [{ longPollSeconds: 30.001 }, false],
    [{ longPollSeconds: -1 }, false],
    [{ longPollSeconds: Number.NaN }, false],
    [{ cacheSizeBytes: 1_048_576 }, true],
    [{ cacheSizeBytes: 1_048_575 }, false],
    [{ cacheSizeBytes: Number.NaN }, false],
    [{ longPollSeconds: 10, cacheSizeBytes: 0 }, false],
  ])("%j: %s", (settings, isGood) => {
    expect(settingsProblem(settings) === null).toBe(isGood);
  });
});

import { mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parseEvalArgs } from "./args.ts";

const folder = mkdtempSync(join(tmpdir(), "docenda-args-"));
const repoRoot = join(folder, "repo");

describe("parseEvalArgs", () => {
  it("asks the project's own questions when there are no shared ones", () => {
    expect(parseEvalArgs([], repoRoot)).toEqual({
      dataDir: join(repoRoot, "evals/own"),
      asker: "person",
      scope: "source",
      limit: null,
      seed: 1,
      corpora: [],
      jsonFile: null,
      compareFile: null,
      stateDir: null,
      isVerbose: false,
      isReused: false,
      isKept: false,
      isDiagnosed: false,
      areFiguresWritten: false,
      areSamplesWritten: false,
      areAblationsWritten: false,
    });
  });

  it("writes pages of figures", () => {
    expect(parseEvalArgs(["--figures"], repoRoot)).toMatchObject({ areFiguresWritten: true });
    expect(parseEvalArgs(["--ablations"], repoRoot)).toMatchObject({ areAblationsWritten: true });
    expect(parseEvalArgs(["--samples"], repoRoot)).toMatchObject({ areSamplesWritten: true });
  });

  it("prefers the shared ones", () => {
    const other = mkdtempSync(join(tmpdir(), "docenda-args-"));
    mkdirSync(join(other, "shared/eval/dev"), { recursive: true });
    expect(parseEvalArgs([], join(other, "repo")).dataDir).toBe(join(other, "shared/eval/dev"));
  });

  it("reads every option", () => {
    const options = parseEvalArgs(
      "--data /data/set --scope all --limit 20 --seed 7 --json out.json --corpora a,b --verbose --reuse --keep --diagnose"
        .split(" ")
        .concat("--compare", "old.json", "--state", "/data/state"),
      repoRoot,
    );
    expect(options).toMatchObject({
      dataDir: "/data/set",
      scope: "all",
      limit: 20,
      seed: 7,
      jsonFile: "out.json",
      compareFile: "old.json",
      stateDir: "/data/state",
      corpora: ["a", "b"],
      isVerbose: true,
      isReused: true,
      isKept: true,
      isDiagnosed: true,
    });
  });

  it.each([
    ["--scope some", "--scope is source or all"],
    ["--limit 0", "--limit is a whole number from 1"],
    ["--limit many", "--limit is a whole number from 1"],
    ["--seed 1.5", "--seed is a whole number from 1"],
    ["--figures --limit 20", "--figures are of all questions"],
    ["--figures --corpora a", "--figures are of all questions"],
    ["--nothing", "--nothing"],
  ])("refuses %s", (line, words) => {
    expect(() => parseEvalArgs(line.split(" "), repoRoot)).toThrow(words);
  });
});

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { compareWithBaselines, readBaselines } from "./baselines.ts";
import type { Outcome } from "./metrics.ts";

const folder = mkdtempSync(join(tmpdir(), "docenda-baselines-"));
afterAll(() => rmSync(folder, { recursive: true }));

function outcome(id: string, rank: number, missing: string[]): Outcome {
  const answer = { missing, tokens: 1, seconds: 0, isEmpty: false };
  return {
    question: { id, corpus: "c", query: "q", gold: ["a"], must: ["x"], kind: "k", difficulty: "lexical" },
    rank,
    hasAllGold: true,
    listed: [],
    listedWithText: 0,
    answers: { 1000: answer, 2000: answer, 5000: answer },
    sent: { text: "", pages: [] },
    searchThenRead: { missing, tokens: 1, seconds: 0, read: null },
  };
}

function row(scope: string, id: string, rank: number | null, must2000: boolean) {
  return { scope, method: "plain", id, rank, must2000 };
}

it("compares question by question, within the scope, over those that both have", () => {
  const rows = [
    row("corpus", "a", null, false),
    row("corpus", "b", 2, true),
    row("corpus", "z", 1, true),
    row("all", "a", 1, true),
  ];
  writeFileSync(join(folder, "baselines.jsonl"), `${rows.map((one) => JSON.stringify(one)).join("\n")}\n`);
  const [comparison, ...others] = compareWithBaselines(readBaselines(folder), "source", [
    outcome("a", 1, []),
    outcome("b", 4, ["x"]),
    outcome("unknown", 1, []),
  ]);
  expect(others).toEqual([]);
  expect(comparison).toMatchObject({ method: "plain", questions: 2 });
  expect(comparison?.gains.map(({ measure, baseline, mean }) => [measure, baseline, mean])).toEqual([
    ["R@5", 50, 50],
    ["MRR@10", 25, 37.5],
    ["must 2000", 50, 0],
  ]);
});

it("a folder without baselines compares with nothing", () => {
  expect(readBaselines(join(folder, "nowhere"))).toEqual([]);
});

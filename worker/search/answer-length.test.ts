import { expect, it } from "vitest";
import { answerLength } from "./answer-length.ts";
import type { RankedCandidate } from "./rank.ts";

function ranked(...scores: number[]): RankedCandidate<string>[] {
  const candidate = { tokens: 100 };
  return scores.map((score, i) => ({ score, candidate, source: `source ${i}` }) as RankedCandidate<string>);
}

it("is short when the best passage is far ahead, and the whole default budget when none is", () => {
  expect(answerLength(ranked(3, 1, 1))).toBe(350);
  expect(answerLength(ranked(3, 3))).toBe(1500);
  const lengths = [0.75, 0.8, 0.9, 0.95, 1].map((second) => answerLength(ranked(1, second)));
  expect(lengths).toEqual(lengths.toSorted((a, b) => a - b));
});

it("has room for the whole best passage", () => {
  const [first, second] = ranked(3, 1);
  const long = { ...first!, candidate: { ...first!.candidate, tokens: 600 } };
  expect(answerLength([long, second!])).toBe(800);
  expect(answerLength([{ ...long, candidate: { ...long.candidate, tokens: 5000 } }, second!])).toBe(1500);
});

it("is the whole default budget where there is nothing to compare, and for a question that names several sources", () => {
  expect(answerLength(ranked())).toBe(1500);
  expect(answerLength(ranked(2))).toBe(1500);
  expect(answerLength(ranked(3, 1), () => true)).toBe(1500);
  expect(answerLength(ranked(3, 1), (source) => source === "source 1")).toBe(350);
});

import { expect, it } from "vitest";
import type { Question } from "./data.ts";
import { askUnanswerable, drawUnanswerable, shareOfNegatives } from "./negatives.ts";
import type { SearchSystem } from "./system.ts";

const CORPORA = ["alpha", "beta", "gamma", "delta"];
const questions: Question[] = Array.from({ length: 40 }, (_, i) => ({
  id: `q-${i}`,
  corpus: CORPORA[i % CORPORA.length]!,
  query: `question ${i}`,
  gold: ["a.md"],
  must: ["the string"],
  kind: "api",
  difficulty: "lexical",
}));

it("a question is never put to its own corpus: to two others one by one, and to all others together", () => {
  const cases = drawUnanswerable(questions, CORPORA);
  expect(cases).toHaveLength(120);
  expect(cases.every(({ question, asked }) => !asked.includes(question.corpus))).toBe(true);
  for (const [, those] of Map.groupBy(cases, ({ question }) => question.id)) {
    const [first, second, rest] = those;
    expect([first?.asked.length, second?.asked.length, rest?.asked.length]).toEqual([1, 1, 3]);
    expect(first?.asked).not.toEqual(second?.asked);
  }
  expect(drawUnanswerable(questions, CORPORA)).toEqual(cases);
  expect(new Set(cases.flatMap(({ way, asked }) => (way === "other" ? asked : []))).size).toBe(4);
});

it("an answer of other documentation that holds the strings is no missing negative", async () => {
  const replies: Record<string, { text: string; pagesWithText: number; confidence: "sure" | "nearest" }> = {
    alpha: { text: "these may not answer", pagesWithText: 1, confidence: "nearest" },
    beta: { text: "something near", pagesWithText: 1, confidence: "sure" },
    gamma: { text: "it holds the string", pagesWithText: 1, confidence: "sure" },
  };
  const system: SearchSystem = {
    name: "fixed",
    search: async ({ corpus }) => {
      const reply = replies[String(corpus)];
      if (!reply) throw new Error(`asked of ${String(corpus)}`);
      return { ...reply, isError: false, pages: [], session: null };
    },
    read: async () => ({ text: "", isError: true }),
    close: async () => {},
  };
  const outcomes = await askUnanswerable(
    system,
    ["alpha", "beta", "gamma"].map((name) => ({ question: questions[3]!, way: "other", asked: [name] })),
  );
  expect(outcomes.map(({ isNegative, isAnswered }) => [isNegative, isAnswered])).toEqual([
    [true, false],
    [false, false],
    [false, true],
  ]);
  expect(shareOfNegatives(outcomes)).toBe(0.5);
});

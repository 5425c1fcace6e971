import { expect, it } from "vitest";
import { diagnose, renderDiagnoses } from "./diagnose.ts";
import type { Outcome } from "./metrics.ts";

const pages: Record<string, string> = { "a.md": "alpha and [beta](x)", "b.md": "gamma" };
const facts = {
  isIndexed: (_corpus: string, page: string) => page in pages,
  markdownOf: (_corpus: string, page: string) => pages[page] ?? "",
};

function answer(strings: string[]) {
  return { missing: strings, tokens: 1, seconds: 0, isEmpty: false };
}

function outcome(
  gold: string[],
  missing: { 2000: string[]; 5000: string[] },
  listed: string[] = [],
  listedWithText = 0,
): Outcome {
  return {
    question: {
      id: "q",
      corpus: "c",
      query: "?",
      gold,
      must: ["alpha"],
      kind: "howto",
      difficulty: "lexical",
    },
    rank: 0,
    hasAllGold: false,
    listed,
    listedWithText,
    answers: { 1000: answer(missing[2000]), 2000: answer(missing[2000]), 5000: answer(missing[5000]) },
    sent: { text: "", pages: [] },
    searchThenRead: { missing: [], tokens: 0, seconds: 0, read: null },
  };
}

const both = (text: string) => ({ 2000: [text], 5000: [text] });

it.each([
  ["page not indexed", outcome(["z.md"], both("alpha"))],
  ["page not indexed", outcome(["a.md", "z.md"], both("omega"))],
  ["lost in conversion", outcome(["a.md"], both("omega"))],
  ["page not listed", outcome(["a.md"], both("alpha and beta"), ["b.md"], 1)],
  ["page listed without text", outcome(["a.md"], both("alpha"), ["b.md", "a.md"], 1)],
  ["another part of the page", outcome(["a.md"], both("alpha"), ["b.md", "a.md"], 2)],
  ["cut by the budget", outcome(["a.md"], { 2000: ["alpha"], 5000: [] }, ["a.md"], 1)],
])("%s", (cause, failed) => {
  expect(diagnose(failed, facts)?.cause).toBe(cause);
});

it("says when the answer was that there is none", () => {
  const failed = outcome(["a.md"], both("alpha"), ["a.md"]);
  failed.answers[2000].isEmpty = true;
  expect(diagnose(failed, facts)?.cause).toBe("nothing sent");
});

it("names the earliest break of several, and nothing for an answered question", () => {
  const failed = outcome(["a.md", "b.md"], { 2000: ["alpha", "gamma"], 5000: ["gamma"] }, ["a.md"], 1);
  expect(diagnose(failed, facts)).toMatchObject({ cause: "page not listed", missing: "gamma" });
  expect(diagnose(outcome(["a.md"], { 2000: [], 5000: [] }), facts)).toBeNull();
});

it("lists the questions below their causes", () => {
  const found = [outcome(["a.md"], both("omega")), outcome(["z.md"], both("alpha"))].flatMap(
    (failed) => diagnose(failed, facts) ?? [],
  );
  const text = renderDiagnoses(found);
  expect(text.indexOf("page not indexed: 1")).toBe(0);
  expect(text).toContain(
    'lost in conversion: 1\n  q (lexical): ?\n    missing: "omega"   gold: a.md\n    listed:  nothing',
  );
});

import { expect, it } from "vitest";
import { askQuestion, tokensOf } from "./ask.ts";
import type { Question } from "./data.ts";
import { summarize, summarizeBy } from "./metrics.ts";
import { renderComparison, renderOutcome, renderReport, toEvalFile } from "./report.ts";
import type { SearchSystem } from "./system.ts";

const BASE = "http://127.0.0.1:1";
const PAGES: Record<string, string> = {
  "a.html": "Alpha is the first letter.",
  "b.html": "Beta has two strokes.",
  "c.html": "Gamma rays and **waves**.",
};

const questions: Question[] = [
  { gold: ["a.html"], must: ["first letter"], difficulty: "lexical" as const },
  { gold: ["b.html"], must: ["two strokes"], difficulty: "paraphrase" as const },
  { gold: ["b.html", "c.html"], must: ["two strokes", "rays and waves"], difficulty: "multi" as const },
  { gold: ["d.html"], must: ["nowhere"], difficulty: "paraphrase" as const },
].map((part, index) => ({ id: `q-${index}`, corpus: "letters", query: "letters", kind: "howto", ...part }));

/** A system that lists all pages always in the same order; shows one page in 1,000 tokens, two in 2,000, all of them in 5,000. */
function letters(calls: unknown[] = []): SearchSystem {
  const order = Object.keys(PAGES);
  return {
    name: "letters",
    search: (question) => {
      calls.push(question);
      const shown = order.slice(0, question.budget < 1500 ? 1 : question.budget < 5000 ? 2 : 3);
      return Promise.resolve({
        text: shown.map((path) => PAGES[path]).join("\n"),
        pages: order.map((path) => `${BASE}/${path}`),
        pagesWithText: shown.length,
        session: "s1",
        isError: false,
      });
    },
    read: (page) => {
      calls.push(page);
      return Promise.resolve({ text: PAGES[page.url.slice(BASE.length + 1)] ?? "", isError: false });
    },
    close: () => Promise.resolve(),
  };
}

const pathOf = (_corpus: string, url: string) => url.slice(BASE.length + 1);

async function askAll(scope: "source" | "all" = "source", system = letters()) {
  return Promise.all(questions.map((question) => askQuestion(system, question, scope, pathOf)));
}

it("ranks pages, finds strings within each budget and reads the page that answers", async () => {
  const outcomes = await askAll();
  expect(outcomes.map(({ rank }) => rank)).toEqual([1, 2, 2, 0]);
  expect(outcomes.map(({ hasAllGold }) => hasAllGold)).toEqual([true, true, true, false]);
  expect(outcomes.map(({ answers }) => answers[1000].missing.length)).toEqual([0, 1, 2, 1]);
  expect(outcomes.map(({ answers }) => answers[2000].missing.length)).toEqual([0, 0, 1, 1]);
  expect(outcomes.map(({ answers }) => answers[5000].missing.length)).toEqual([0, 0, 0, 1]);
  expect(outcomes.map(({ searchThenRead }) => searchThenRead.read?.slice(-6))).toEqual([
    "a.html",
    "b.html",
    "b.html",
    "a.html",
  ]);
  expect(outcomes.map(({ searchThenRead }) => searchThenRead.missing)).toEqual([
    [],
    [],
    ["rays and waves"],
    ["nowhere"],
  ]);
});

it("names the corpus for scope source, and not for scope all; the read goes on in the session of its search", async () => {
  for (const scope of ["source", "all"] as const) {
    const calls: { corpus?: string | null; session?: string }[] = [];
    await askAll(scope, letters(calls));
    const searches = calls.filter((call) => "corpus" in call);
    expect(searches).toHaveLength(16);
    expect(new Set(searches.map((call) => call.corpus))).toEqual(
      new Set([scope === "source" ? "letters" : null]),
    );
    expect(calls.filter((call) => "session" in call).map((call) => call.session)).toEqual(
      Array.from({ length: 4 }, () => "s1"),
    );
  }
});

it("sums up as shares and means, and by group", async () => {
  const outcomes = await askAll();
  const figures = summarize(outcomes);
  expect(figures).toMatchObject({
    questions: 4,
    recall: { "1": 0.25, "3": 0.75, "5": 0.75, "10": 0.75 },
    mrr10: (1 + 0.5 + 0.5) / 4,
    must: { "1000": 0.25, "2000": 0.5, "5000": 0.75 },
    searchThenRead: { must: 0.5 },
  });
  const both = tokensOf(`${PAGES["a.html"]}\n${PAGES["b.html"]}`);
  expect([figures.tokensMean, figures.tokensMedian]).toEqual([both, both]);
  const groups = summarizeBy(outcomes, (question) => question.difficulty);
  expect(Object.entries(groups).map(([name, group]) => [name, group.questions])).toEqual([
    ["lexical", 1],
    ["paraphrase", 2],
    ["multi", 1],
  ]);
});

it("writes the figures with one row a question, and reports answers above their budget", async () => {
  const outcomes = await askAll();
  const [first, second] = outcomes;
  if (first) first.answers[1000].tokens = 1001;
  if (second) second.answers[5000].inFileOf = ["An editor"];
  const file = toEvalFile("source", outcomes);
  expect(file.perQuestion[1]).toEqual({
    id: "q-1",
    rank: 2,
    tokens: outcomes[1]?.answers[2000].tokens,
    must: { "1000": false, "2000": true, "5000": true },
    searchThenRead: { must: true, tokens: outcomes[1]?.searchThenRead.tokens },
  });
  expect(file.overBudget).toEqual([{ id: "q-0", budget: 1000, tokens: 1001 }]);
  expect(renderReport(file)).toContain("ABOVE BUDGET: 1 (q-0: 1001 of 1000)");
  expect(file.inFileOf).toEqual({ "1000": {}, "2000": {}, "5000": { "An editor": 0.25 } });
  expect(renderReport(file)).toContain("In a file, one call further: An editor 25.0% at 5000.");
  expect(renderOutcome(outcomes[3] as (typeof outcomes)[0])).toContain("rank  –  must --- read -");
});

it("compares two runs question by question", async () => {
  const now = toEvalFile("source", await askAll());
  const before = structuredClone(now);
  for (const row of before.perQuestion) row.rank = 0;
  const text = renderComparison(now, before);
  expect(text).toContain("difference over 4 questions");
  expect(text).toMatch(/R@10\s+\+75\.0/u);
  expect(text).toMatch(/must 2000\s+0\.0\s+\[0\.0, 0\.0\]\s+\(within noise\)/u);
});

it("counts text that looks like a control token as text", () => {
  expect(tokensOf("<|endoftext|>")).toBeGreaterThan(1);
});

import { expect, it } from "vitest";
import type { Outcome } from "./metrics.ts";
import { answered, drawForClaim, savingsOf } from "./savings.ts";

function outcome(id: number, tokens: number, missing: string[] = []): Outcome {
  const answer = { missing, tokens, seconds: 0, isEmpty: false };
  return {
    question: {
      id: `q-${id}`,
      corpus: "c",
      query: "q",
      gold: ["a.md"],
      must: ["x"],
      kind: "api",
      difficulty: "lexical",
    },
    rank: 1,
    hasAllGold: true,
    listed: ["a.md"],
    listedWithText: 1,
    answers: { 1000: answer, 2000: answer, 5000: answer },
    sent: { text: "", pages: [] },
    searchThenRead: { missing, tokens, seconds: 0, read: null },
  };
}

it("savings are means of shares, not the share of means", () => {
  const pages = [2000, 500];
  const savings = savingsOf([outcome(0, 1000), outcome(1, 500)], ({ question }) =>
    Number(pages[Number(question.id.slice(2))]),
  );
  expect(savings).toMatchObject({ questions: 2, tokensMean: 750, tokensLeast: 500, pageTokensMean: 1250 });
  expect(savings.ofBaseline.mean).toBeCloseTo(0.925);
  expect(savings.ofBaseline.best).toBeCloseTo(0.95);
  expect(savings.ofPage.mean).toBeCloseTo(0.25);
  expect(savings.ofPage.best).toBeCloseTo(0.5);
  expect(savings.ofPage.together).toBeCloseTo(1 - 750 / 1250);
});

it("an answer that lacks a string saves nothing, and is not drawn", () => {
  const outcomes = Array.from({ length: 60 }, (_, i) => outcome(i, 100 + i, i % 2 === 0 ? [] : ["x"]));
  expect(answered(outcomes)).toHaveLength(30);
  const drawn = drawForClaim(outcomes);
  expect(drawn).toHaveLength(17);
  expect(drawn.every(({ answers }) => answers[2000].missing.length === 0)).toBe(true);
  expect(drawForClaim(outcomes)).toEqual(drawn);
});

it("of no answers everything is 0", () => {
  expect(savingsOf([], () => 1)).toMatchObject({
    tokensMean: 0,
    tokensLeast: 0,
    ofPage: { mean: 0, best: 0, together: 0 },
  });
});

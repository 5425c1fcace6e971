import { expect, test } from "vitest";
import type { Outcome } from "./metrics.ts";
import { missOf } from "./misses.ts";

const FULL = { missing: [] as string[], tokens: 1900, seconds: 0, isEmpty: false };
const LACKS = { ...FULL, missing: ["communicate()"] };
const TEXT = `python 3.11 · 1 passage\n\n<doc-x>\n[1] Subprocess\nhttp://127.0.0.1:1/subprocess.html#wait\n\n## Popen\n\n${"word ".repeat(200)}`;

test("a miss keeps what was wanted and the opening of what came instead, on one line and bounded", () => {
  const miss = missOf(outcome({ 1000: LACKS, 2000: LACKS, 5000: FULL }));
  expect(miss).toMatchObject({
    wanted: { pages: ["subprocess.html"], strings: ["communicate()"] },
    sent: { tokens: 1900, pages: ["a.html", "b.html", "c.html"] },
    enough: "5,000 tokens",
  });
  expect(miss!.sent.opening).toMatch(/^## Popen word [^\n]*…$/);
  expect(miss!.sent.opening.length).toBeLessThan(250);
});

test("an answer without passages opens with its own words, and an answered question is no miss", () => {
  const nothing = outcome({ 1000: LACKS, 2000: LACKS, 5000: LACKS }, { text: "No results.", pages: [] });
  expect(missOf(nothing)).toMatchObject({ sent: { opening: "No results." }, enough: "reading the page" });
  expect(missOf(outcome({ 1000: LACKS, 2000: FULL, 5000: FULL }))).toBeNull();
});

function outcome(
  answers: Outcome["answers"],
  sent = { text: TEXT, pages: ["a.html", "b.html", "c.html", "d.html"] },
): Outcome {
  return {
    question: {
      id: "python-03",
      corpus: "python",
      query: "How do I wait?",
      gold: ["subprocess.html"],
      must: ["communicate()"],
      kind: "howto",
      difficulty: "lexical",
    },
    rank: 2,
    hasAllGold: true,
    listed: [],
    listedWithText: 0,
    answers,
    sent,
    searchThenRead: { missing: [], tokens: 1, seconds: 0, read: null },
  };
}

import { expect, it } from "vitest";
import { countsOf, filterLines, outcomeName, wordsWithoutCrawl } from "./doctor.ts";
import type { RunPage } from "./queries.ts";

const line = (url: string, outcome: RunPage["outcome"], reason: string | null = null): RunPage => ({
  url,
  outcome,
  reason,
  fix: null,
  target: null,
});

it("has words for a run without a list of URLs", () => {
  expect(wordsWithoutCrawl({ status: "COMPLETE", docsCount: 1053 })).toMatch(/^1,053 documents are/);
  expect(wordsWithoutCrawl({ status: "COMPLETE", docsCount: 1 })).toMatch(/^1 document is/);
  expect(wordsWithoutCrawl({ status: "FAILED", docsCount: 0 })).toMatch(/ended before/);
  expect(wordsWithoutCrawl({ status: "INDEXING", docsCount: 0 })).toMatch(/is reading/);
});

it("counts outcomes, the most frequent first, and names them", () => {
  const counts = countsOf({ indexed: 1, robots: 5, duplicate: 4, empty: 0, "sign-in": 2 });
  expect(counts.map(({ outcome, count }) => `${count} ${outcomeName(outcome)}`)).toEqual([
    "5 forbidden by robots.txt",
    "4 duplicate",
    "2 behind a sign-in",
    "1 indexed",
  ]);
});

it("filters lines by outcome and by words of the URL and the reason", () => {
  const lines = [
    line("https://a.test/guide/Setup", "indexed"),
    line("https://a.test/guide/old", "not-found", "The site has no such page (404)."),
    line("https://a.test/api", "robots", "The site's robots.txt does not allow it."),
  ];
  const urls = (outcome: "all" | RunPage["outcome"], text: string) =>
    filterLines(lines, { outcome, text }).map(({ url }) => url.slice(14));
  expect(urls("all", "")).toEqual(["/guide/Setup", "/guide/old", "/api"]);
  expect(urls("all", "guide setup")).toEqual(["/guide/Setup"]);
  expect(urls("all", "404")).toEqual(["/guide/old"]);
  expect(urls("robots", "")).toEqual(["/api"]);
  expect(urls("robots", "guide")).toEqual([]);
});

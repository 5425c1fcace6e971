import { expect, it } from "vitest";
import { countsOf, filterLines, turnTo, verdict } from "./doctor.ts";
import type { Crawl, RunPage } from "./queries.ts";

const CRAWL: Crawl = {
  phase: "complete",
  startUrl: "https://a.test/",
  seededFrom: [
    { from: "start-page", url: "https://a.test/", pages: 1 },
    { from: "llms.txt", url: "https://a.test/llms.txt", pages: 412 },
  ],
  discovered: 412,
  pending: 0,
  leased: 0,
  outcomes: { indexed: 400, unchanged: 9, "not-found": 2, robots: 1 },
  dropped: 0,
  pageLimit: 500,
  error: null,
  startedAt: 0,
  progressAt: 0,
};

const line = (url: string, outcome: RunPage["outcome"], reason: string | null = null): RunPage => ({
  url,
  outcome,
  reason,
  fix: null,
  target: null,
});

it("says in a sentence how a run went", () => {
  expect(verdict({ crawl: CRAWL, status: "COMPLETE", docsCount: 409 })).toBe(
    "llms.txt found: 412 URLs, 409 searchable, 2 not found, 1 forbidden by robots.txt.",
  );
  const files = { crawl: null, docsCount: 53 };
  expect(verdict({ ...files, status: "COMPLETE" })).toMatch(/^53 documents are searchable\./);
  expect(verdict({ ...files, status: "FAILED" })).toBe("The run ended before it read a URL.");
  expect(verdict({ ...files, status: "INDEXING" })).toBe("The run is reading its files.");
  const early = { ...CRAWL, seededFrom: [], discovered: 1, outcomes: {}, leased: 1 };
  expect(verdict({ crawl: early, status: "CRAWLING", docsCount: 0 })).toBe(
    "Looking for the first pages: 1 URL, 0 searchable, 1 not read yet.",
  );
});

it("sums up what is rare, and says what was not read", () => {
  const outcomes = { indexed: 1, robots: 5, duplicate: 4, empty: 3, noindex: 2, failed: 1 };
  const crawl = { ...CRAWL, outcomes, discovered: 1_716, pending: 1_700, dropped: 12 };
  expect(verdict({ crawl, status: "FAILED", docsCount: 1 })).toBe(
    "llms.txt found: 1,716 URLs, 1 searchable, 5 forbidden by robots.txt, 4 duplicate, 3 no text, " +
      "3 left out for other reasons, 1,700 not read, 12 links beyond the limit.",
  );
  expect(countsOf(outcomes).map(({ outcome }) => outcome)).toEqual([
    "robots",
    "duplicate",
    "empty",
    "noindex",
    "indexed",
    "failed",
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

it("turns a long list page by page, and never beyond its ends", () => {
  const items = Array.from({ length: 250 }, (_, index) => index);
  expect(turnTo(items, 2, 100)).toMatchObject({ page: 2, pages: 3, items: items.slice(200) });
  expect(turnTo(items, 9, 100).page).toBe(2);
  expect(turnTo(items, -1, 100)).toMatchObject({ page: 0, items: items.slice(0, 100) });
  expect(turnTo([], 0, 100)).toEqual({ items: [], page: 0, pages: 1 });
});

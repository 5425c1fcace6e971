import { expect, it } from "vitest";
import { PAGE_OUTCOMES } from "#schema/values.ts";
import { outcomeWords } from "./outcome-words.ts";
import { verdictOf } from "./verdict.ts";

const STATUS: Parameters<typeof verdictOf>[0] = {
  phase: "complete",
  seededFrom: [],
  outcomes: {},
  pending: 0,
  leased: 0,
  dropped: 0,
};

/** A package of whose 60 exports so many are in no page, and one import is of none. */
function packageWithout(count: number): Partial<typeof STATUS> {
  const types = {
    exports: 60,
    unknown: { count: 1, examples: ["leap"] },
    undocumented: { count, examples: ["Hop", "Nap"] },
  };
  const seed = { from: "package" as const, url: "https://www.npmjs.com/package/a", pages: 2, types };
  return { seededFrom: [seed], outcomes: { indexed: 2 } };
}

it.each<[Partial<Parameters<typeof verdictOf>[0]>, string]>([
  [
    {
      seededFrom: [
        { from: "start-page", url: "https://a.test/", pages: 1 },
        { from: "llms.txt", url: "https://a.test/llms.txt", pages: 412 },
      ],
      outcomes: { indexed: 9, unchanged: 400, "not-found": 3, duplicate: 17 },
    },
    "llms.txt found: 412 pages, 409 searchable, 3 not found.",
  ],
  [
    {
      seededFrom: [{ from: "sitemap", url: "https://a.test/sitemap.xml", pages: 1 }],
      outcomes: { indexed: 1 },
    },
    "Sitemap found: 1 page, 1 searchable.",
  ],
  [
    {
      phase: "crawling",
      seededFrom: [{ from: "start-page", url: "https://a.test/", pages: 1 }],
      outcomes: { indexed: 5, "sign-in": 4, "needs-browser": 3, timeout: 2, robots: 1, empty: 1 },
      pending: 6,
      leased: 2,
      dropped: 10,
    },
    "Links followed from the start page: 24 pages, 5 searchable, 4 behind a sign-in, 3 that need a browser, 2 too slow, 2 left out for other reasons, 8 not read yet, 10 links beyond the limit.",
  ],
  [
    {
      seededFrom: [{ from: "repository", url: "https://github.com/a/b", pages: 7 }],
      outcomes: { unchanged: 7 },
      absentExamples: 3,
    },
    "Files of the repository: 7 pages, 7 searchable, 3 examples not in this copy.",
  ],
  [
    packageWithout(7),
    "Files of the package: 2 pages, 2 searchable. The documentation imports names that this version doesn't export: leap. Of 60 exported names, 7 appear in no page of documentation: Hop, Nap and 5 more.",
  ],
  [
    packageWithout(31),
    "Files of the package: 2 pages, 2 searchable. The documentation imports names that this version doesn't export: leap.",
  ],
  [{ phase: "failed", outcomes: {} }, "No page listed: 0 pages, 0 searchable."],
])("%# says in a sentence how a source is doing", (status, text) => {
  expect(verdictOf({ ...STATUS, ...status }).text).toBe(text);
});

it("advises about what is missing, the most pages first", () => {
  const { advice } = verdictOf({
    ...STATUS,
    outcomes: { indexed: 1, "sign-in": 2, robots: 5, redirected: 9 },
  });
  expect(advice.map(({ outcome, pages }) => [outcome, pages])).toEqual([
    ["robots", 5],
    ["sign-in", 2],
  ]);
  expect(advice[1]?.fix).toContain("request headers");
});

it("every outcome that leaves a page out has a reason, and all but three have a fix", () => {
  const left = PAGE_OUTCOMES.filter((outcome) => outcome !== "indexed" && outcome !== "unchanged");
  expect(left.filter((outcome) => !outcomeWords(outcome).reason)).toEqual([]);
  expect(left.filter((outcome) => !outcomeWords(outcome).fix)).toEqual([
    "redirected",
    "duplicate",
    "not-a-document",
  ]);
});

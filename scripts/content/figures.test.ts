import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { compileMarkdown, splitFrontMatter } from "./markdown.ts";
import { fillFigures, readFigureFiles } from "./figures.ts";

const ROOT = process.cwd();
const ARTICLES = ["how-make-search-good", "how-does-ref-mcp"];
const figures = readFigureFiles(ROOT);

test("a quote is a path into a file and a format", () => {
  const files = {
    f: {
      a: { b: 0.726, "with space": 1591.4 },
      list: [
        { way: "x, y", n: 1, ms: 8.4 },
        { way: "x", n: 2, ms: 3 },
      ],
    },
  };
  expect(fillFigures("{{f a.b percent}} of {{f a.with space count}}", files)).toBe("73% of 1,591");
  expect(fillFigures("{{origin}} has {{f a.b percent}}", files)).toBe("{{origin}} has 73%");
  expect(fillFigures("{{f list[x, y].ms ms}} {{f list[x;2].ms ms}}", files)).toBe("8 ms 3 ms");
});

test("what is not there breaks the build", () => {
  const files = { f: { list: [{ way: "x" }] } };
  for (const quote of [
    "{{f a.b percent}}",
    "{{g a percent}}",
    "{{f list[y].way percent}}",
    "{{f list percents}}",
  ])
    expect(() => fillFigures(quote, files)).toThrow(/is not there|no format/);
});

/** Digits that an article may write without a measurement: the claim, results of arithmetic on it, and sizes. */
const NOT_MEASURED = [
  /5,447|4,553|54%|\$0\.082|\$15 a|\b439\b|at best 95%|\| 95% \||over 17 queries|\| 17 \|/g,
  /10,000|1,000|2,000|5,000|saving 80%/g,
  /2026-07-28|2025|\b404\b/g,
  /30 minutes|24 hours|60\s+seconds|s_530918264471/g,
];

test.for(ARTICLES)("%s: no measured figure is typed", (name) => {
  const { body } = splitFrontMatter(readFileSync(`${ROOT}/web/content/blog/${name}.md`, "utf8"));
  const typed = [...NOT_MEASURED, /\bFTS5\b/g, /^\d\. /gm].reduce(
    (text, pattern) => text.replace(pattern, ""),
    body.replace(/\{\{.*?\}\}/g, ""),
  );
  expect(typed.match(/.*\d.*/g)).toBeNull();
});

test.for(ARTICLES)("%s: every figure is what its file says", (name) => {
  const { body } = splitFrontMatter(readFileSync(`${ROOT}/web/content/blog/${name}.md`, "utf8"));
  const filled = fillFigures(body, figures);
  expect(filled).not.toContain("{{");
  expect(filled).not.toMatch(/NaN|undefined|null/);
});

test("the figures that matter most, read from their files by hand", () => {
  const article = readFileSync(`${ROOT}/web/content/blog/how-make-search-good.md`, "utf8");
  const { html } = compileMarkdown(fillFigures(splitFrontMatter(article).body, figures));
  const rows = [...html.matchAll(/<tr>\s*([\s\S]*?)\s*<\/tr>/g)].map(([, row]) =>
    [...row!.matchAll(/<t[dh][^>]*>([\s\S]*?)<\/t[dh]>/g)].map(([, cell]) => cell!),
  );
  const rowOf = (label: string) => rows.find(([first]) => first === label)?.slice(1);

  const retrieval = read("retrieval");
  const both = ["source", "all"].map((scope) => retrieval.scopes[scope]);
  expect(rowOf("the right page is among five")).toEqual(both.map(({ recall }) => percent(recall["5"])));
  expect(rowOf("2,000 tokens hold the answer")).toEqual(both.map(({ must }) => percent(must["2000"])));
  expect(rowOf("saved of 10,000, mean")?.slice(1)).toEqual(
    both.map(({ savings }) => percent(savings["answered within 2,000"].ofBaseline.mean)),
  );

  const fts = read("peers").ways.find(({ way }: { way: string }) => way === "SQLite FTS5, porter");
  expect(rowOf("SQLite FTS5, porter")).toEqual([
    percent(fts.figures.recall5),
    percent(fts.figures.must["2000"]),
    Math.round(fts.figures.tokensMean).toLocaleString("en-US"),
    `${Math.round(fts.figures.p50Ms)} ms`,
    `${Math.round(fts.indexSeconds)} s`,
  ]);
});

/** When one of these fails, new figures contradict the article's words: the words have to change. */
test("what the first article says in words is what the figures say", () => {
  const ways: Way[] = read("peers").ways;
  const figuresOf = (name: string) => ways.find(({ way }) => way === name)!.figures;
  const ours = figuresOf("Docenda, budget 2000 (default)");
  const fts = figuresOf("SQLite FTS5, porter");
  // "are faster than we are"
  expect(fts.p50Ms).toBeLessThan(ours.p50Ms);
  expect(figuresOf("MiniSearch").p50Ms).toBeLessThan(ours.p50Ms);
  // "too near each other to tell apart"
  expect(Math.abs(fts.must["2000"]! - ours.must["2000"]!)).toBeLessThan(0.08);
  expect(Math.abs(fts.must["1000"]! - figuresOf("Docenda, budget 1000").must["1000"]!)).toBeLessThan(0.08);
  // "We find the right page more often, with fewer tokens"
  expect(ours.recall5).toBeGreaterThan(fts.recall5);
  expect(ours.tokensMean).toBeLessThan(fts.tokensMean);
  // "costs no more answers than chance might, and saves"
  const parts: Part[] = read("ablations").parts;
  const gains = parts.find(({ name }) => name === "score share of a passage")!.gains.source.all;
  expect(gains["must 2000"]!.high).toBeGreaterThanOrEqual(0);
  expect(gains.tokens!.mean).toBeLessThan(0);
});

type Way = {
  way: string;
  figures: { recall5: number; must: Record<string, number>; tokensMean: number; p50Ms: number };
};
type Interval = { mean: number; low: number; high: number };
type Part = { name: string; gains: { source: { all: Record<string, Interval> } } };

function percent(share: number): string {
  return `${Math.round(share * 100)}%`;
}

function read(name: string): any {
  return JSON.parse(readFileSync(`${ROOT}/docs/figures/${name}.json`, "utf8"));
}

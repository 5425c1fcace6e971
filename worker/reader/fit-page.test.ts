import { readdirSync, readFileSync } from "node:fs";
import { countTokens as exactTokens } from "gpt-tokenizer/encoding/o200k_base";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { splitChunks } from "#worker/content/chunks.ts";
import { readDocument } from "#worker/content/document.ts";
import { listSections } from "#worker/content/sections.ts";
import { findInPage } from "./find-in-page.ts";
import { fitOutline, fitPage } from "./fit-page.ts";
import { fitSection } from "./fit-section.ts";
import type { PageText } from "./fit-page.ts";

const BOUNDARY = "doc-Q7rTw2xZ";
const FOLDER = "node_modules/agents/docs";
const PAGES: PageText[] = readdirSync(FOLDER)
  .filter((name) => name.endsWith(".md"))
  .map((name) => {
    const url = `https://docs.test/${name}`;
    const text = readFileSync(`${FOLDER}/${name}`, "utf8");
    const { markdown } = readDocument({ text, mediaType: "text/markdown", url });
    return {
      title: name,
      url,
      markdown,
      sections: listSections(markdown),
      tokens: exactTokens(markdown, { allowedSpecial: "all" }),
    };
  });
const SIZES = PAGES.map(({ markdown }) => exactTokens(markdown, { allowedSpecial: "all" }));
const long = PAGES[SIZES.findIndex((tokens) => tokens > 8000)]!;
const short = PAGES[SIZES.findIndex((tokens) => tokens < 3000)]!;
const exact = (text: string) => exactTokens(text, { allowedSpecial: "all" });

it("never passes its budget, whole or in parts, page or section", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...PAGES),
      fc.integer({ min: 200, max: 10_000 }),
      fc.nat(),
      fc.constantFrom("page", "outline", "section", "focus"),
      (page, budget, seed, how) => {
        const chunks = splitChunks(page.markdown, page.sections);
        const parts = chunks.filter((_, i) => (seed >> (i % 16)) & 1);
        const head = `${page.title}\n${page.url}`;
        const section = page.sections[seed % page.sections.length]!;
        const middle = Math.floor((section.start + section.end) / 2);
        const focus = [
          { start: section.start, end: middle },
          { start: middle, end: section.end },
        ];
        const fitted = {
          page: () => fitPage(page, parts, budget, head, BOUNDARY),
          outline: () => fitOutline(page, parts, budget, head, BOUNDARY),
          section: () => fitSection(page, { section, focus: null }, budget, head, BOUNDARY),
          focus: () => fitSection(page, { section, focus }, budget, head, BOUNDARY),
        }[how]();
        expect(exact(fitted.text)).toBeLessThanOrEqual(budget);
      },
    ),
    { numRuns: 400 },
  );
}, 120_000);

it("gives a short page whole", () => {
  const { text, isWhole } = fitPage(short, [], 7000, "head", "doc-b");
  expect(isWhole).toBe(true);
  expect(text).toContain(short.markdown.trim().split("\n").at(-1)!);
});

it("gives a long page as its first 5,000 tokens, the outline of the rest, and the parts asked for", () => {
  const chunks = splitChunks(long.markdown, long.sections);
  const last = chunks.at(-1)!;
  const { text, isWhole, ranges } = fitPage(long, [last], 7000, "head", "doc-b");
  expect(isWhole).toBe(false);
  expect(exact(long.markdown.slice(0, ranges[0]!.end))).toBeGreaterThan(4000);
  expect(exact(long.markdown.slice(0, ranges[0]!.end))).toBeLessThanOrEqual(5000);
  expect(text).toContain("Outline of the rest");
  expect(ranges.at(-1)).toMatchObject({ start: last.start, end: last.end });
});

it("gives a section with the sections below it and nothing behind them", () => {
  const at = long.sections.findIndex(
    ({ level }, i) => level === 2 && (long.sections[i + 1]?.level ?? 0) === 3,
  );
  const next = long.sections.slice(at + 1).find(({ level }) => level <= 2)!;
  const { ranges } = fitSection(long, { section: long.sections[at]!, focus: null }, 10_000, "head", "doc-b");
  expect(ranges).toEqual([{ start: long.sections[at]!.start, end: next.start }]);
});

it("cuts a section that is too long, and names the sections below it", () => {
  const page = PAGES.find(({ title }) => title === "scheduling.md")!;
  const part = findInPage(page, "API Reference")!;
  const { text } = fitSection(page, part, 500, "head", "doc-b");
  expect(text).toContain("longer than the budget");
  expect(text).toContain("- Agent methods (#agent-methods, ");
});

it("begins with the outline when the part that was asked for is not there", () => {
  const chunks = splitChunks(long.markdown, long.sections);
  const { text } = fitOutline(long, [chunks[9]!, chunks[3]!], 2000, "head", "doc-b");
  const [outline, parts] = [text.indexOf("Outline ("), text.indexOf("Parts closest to what was asked for:")];
  expect(outline).toBeGreaterThan(0);
  expect(parts).toBeGreaterThan(outline);
  const without = fitOutline(long, [], 2000, "head", "doc-b");
  expect(without.text.indexOf("Outline (")).toBeLessThan(without.text.indexOf(long.markdown.slice(0, 5)));
  expect(without.ranges[0]).toMatchObject({ start: 0 });
  expect(exact(without.text)).toBeGreaterThan(1200);
});

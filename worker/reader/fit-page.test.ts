import { readdirSync, readFileSync } from "node:fs";
import { countTokens as exactTokens } from "gpt-tokenizer/encoding/o200k_base";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { splitChunks } from "#worker/content/chunks.ts";
import { readDocument } from "#worker/content/document.ts";
import { listSections } from "#worker/content/sections.ts";
import { findSection, fitPage, fitSection } from "./fit-page.ts";
import type { PageText } from "./fit-page.ts";

const FOLDER = "node_modules/agents/docs";
const PAGES: PageText[] = readdirSync(FOLDER)
  .filter((name) => name.endsWith(".md"))
  .map((name) => {
    const url = `https://docs.test/${name}`;
    const text = readFileSync(`${FOLDER}/${name}`, "utf8");
    const { markdown } = readDocument({ text, mediaType: "text/markdown", url });
    return { title: name, url, markdown, sections: listSections(markdown) };
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
      fc.boolean(),
      (page, budget, seed, isSection) => {
        const chunks = splitChunks(page.markdown, page.sections);
        const parts = chunks.filter((_, i) => (seed >> (i % 16)) & 1);
        const head = `${page.title}\n${page.url}`;
        const fitted = isSection
          ? fitSection(page, page.sections[seed % page.sections.length]!, budget, head, "doc-Q7rTw2xZ")
          : fitPage(page, parts, budget, head, "doc-Q7rTw2xZ");
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

it("finds a section by anchor, by heading, and by a part of a heading", () => {
  const section = long.sections.find(({ level }) => level === 2)!;
  expect(findSection(long.sections, `#${section.anchor}`)).toBe(section);
  expect(findSection(long.sections, section.heading.toUpperCase())).toBe(section);
  expect(findSection(long.sections, section.heading.slice(0, -1))?.heading).toContain(
    section.heading.slice(0, -1),
  );
  expect(findSection(long.sections, "no such section here")).toBeNull();
});

it("gives a section with the sections below it and nothing behind them", () => {
  const at = long.sections.findIndex(
    ({ level }, i) => level === 2 && (long.sections[i + 1]?.level ?? 0) === 3,
  );
  const next = long.sections.slice(at + 1).find(({ level }) => level <= 2)!;
  const { ranges } = fitSection(long, long.sections[at]!, 10_000, "head", "doc-b");
  expect(ranges).toEqual([{ start: long.sections[at]!.start, end: next.start }]);
});

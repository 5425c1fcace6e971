import { readFileSync } from "node:fs";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { splitChunks } from "./chunks.ts";
import { readDocument } from "./document.ts";
import { listFences } from "./fences.ts";
import { listSections, plainMarkdown } from "./sections.ts";
import { countTokens } from "./tokens.ts";

const words = fc.array(
  fc.constantFrom("use", "effect", "`state`", "value.", "a", "documentation", "naïve", "字"),
  {
    minLength: 1,
    maxLength: 120,
  },
);
const sentence = words.map((list) => list.join(" "));
const code = fc
  .tuple(
    fc.constantFrom("```", "~~~", "````"),
    fc.array(fc.constantFrom("const a = 1;", "", "# comment", "| pipe |", "  call(a)"), { maxLength: 150 }),
  )
  .map(([mark, lines]) => [`${mark}js`, ...lines, mark].join("\n"));
const table = fc
  .array(words, { minLength: 1, maxLength: 40 })
  .map((rows) =>
    ["| Name | Text |", "| --- | --- |", ...rows.map((row) => `| x | ${row.join(" ")} |`)].join("\n"),
  );
const list = fc
  .array(sentence, { minLength: 1, maxLength: 12 })
  .map((items) => items.map((item) => `- ${item}`).join("\n"));
const heading = fc
  .tuple(fc.integer({ min: 1, max: 6 }), fc.constantFrom("Options", "`run()`", "A & B"), fc.boolean())
  .map(([level, text, hasAnchor]) => `${"#".repeat(level)} ${text}${hasAnchor ? " {#anchor}" : ""}`);
const block = fc.oneof(
  { weight: 3, arbitrary: sentence },
  { weight: 3, arbitrary: heading },
  { weight: 2, arbitrary: code },
  table,
  list,
  fc.constant("```\nnever closed"),
  fc.string({ maxLength: 60 }),
);
const page = fc.array(block, { maxLength: 25 }).map((blocks) => blocks.join("\n\n"));

/** An item of a list as in handbooks: wrapped, with a paragraph, code and a list below. */
function step(name: string): string {
  return [
    `1. ${name}: ${"some words about what this step does and why. ".repeat(6)}`,
    "   Wrapped onto a line of its own.",
    "",
    `   A paragraph of ${name}, which goes on for a while. ${"More of it. ".repeat(12)}`,
    "",
    "   ```sql",
    `   SELECT '${name}';`,
    "   ```",
    `   - a note below ${name}`,
  ].join("\n");
}

function about(name: string): string {
  return `What ${name} does, in some words. `.repeat(12).trim();
}

describe("splitChunks", () => {
  it("covers every page in order, with exact tokens", () => {
    fc.assert(
      fc.property(page, (markdown) => {
        const sections = listSections(markdown);
        expect(sections.map(({ start, end }) => markdown.slice(start, end)).join("")).toBe(markdown);

        const chunks = splitChunks(markdown, sections);
        let at = 0;
        for (const [ordinal, chunk] of chunks.entries()) {
          expect(chunk.ordinal).toBe(ordinal);
          expect(chunk.start).toBeGreaterThanOrEqual(at);
          expect(chunk.end).toBeGreaterThan(chunk.start);
          expect(markdown.slice(at, chunk.start).trim()).toBe("");
          expect(chunk.tokens).toBe(countTokens(chunk.text));
          expect(chunk.text.endsWith(plainMarkdown(markdown.slice(chunk.start, chunk.end)))).toBe(true);
          at = chunk.end;
        }
        expect(markdown.slice(at).trim()).toBe("");
      }),
      { numRuns: 400 },
    );
  });

  it("cuts no code below 1,500 tokens and makes no part far above its size", () => {
    fc.assert(
      fc.property(page, (markdown) => {
        const chunks = splitChunks(markdown, listSections(markdown));
        const ends = chunks.map(({ end }) => end);
        for (const fence of listFences(markdown)) {
          const isShort = countTokens(markdown.slice(fence.start, fence.end)) <= 1500;
          expect(isShort && ends.some((end) => end > fence.start && end < fence.end)).toBe(false);
        }
        for (const chunk of chunks) expect(chunk.tokens).toBeLessThanOrEqual(1600);
      }),
      { numRuns: 400 },
    );
  });

  it("keeps sections apart, and joins the small ones", () => {
    const text = "It explains itself in some words that matter to a reader. ".repeat(12).trim();
    const markdown = [
      "# Guide {#guide}",
      `## One {#one}\n\n${text}`,
      `## Two {#two}\n\n${text}`,
      "### a {#a}\n\nShort.",
      "### b {#b}\n\nShort.",
      `## Three {#three}\n\n${text}`,
    ].join("\n\n");
    const chunks = splitChunks(markdown, listSections(markdown));
    expect(chunks.map(({ anchor, headingPath }) => [anchor, headingPath.join(" > ")])).toEqual([
      ["one", "Guide > One"],
      ["two", "Guide > Two"],
      ["three", "Guide > Three"],
    ]);
    expect(chunks[1]?.text).toContain("### b\n\nShort.");
  });

  it("begins no piece within an item of a list, nor behind the line that leads to it", () => {
    const names = ["one", "two", "three", "four", "five", "six", "seven", "eight"];
    const markdown = [
      "## Steps {#steps}",
      "What stands before the list. ".repeat(55).trim(),
      "Follow these steps:",
      ...names.map(step),
    ].join("\n\n");
    const chunks = splitChunks(markdown, listSections(markdown));
    expect(chunks.length).toBeGreaterThan(3);
    for (const { text } of chunks) {
      expect(text).toMatch(/^(?:## Steps|Follow these steps:|1\. )/);
      expect(text).not.toMatch(/Follow these steps:$/);
    }
    // A piece does not end within an item of a tight list with wrapped lines either.
    const tight = names.map((name) => `- ${name} ${"words and more words\n  ".repeat(30).trim()}`).join("\n");
    for (const { text } of splitChunks(tight, listSections(tight))) expect(text).toMatch(/^- /);
  });

  it("gives a piece the heading that most of it stands below", () => {
    const source = readFileSync("node_modules/agents/docs/scheduling.md", "utf8");
    const { markdown } = readDocument({
      text: source.slice(source.indexOf("## ")),
      mediaType: "text/markdown",
      url: "https://docs.test/scheduling.md",
    });
    const titled = `# Release 4.9 {#release}\n\n${markdown}`;
    const [first] = splitChunks(titled, listSections(titled));
    expect(first?.text).toMatch(/^# Release 4\.9\n\n## /);
    expect(first?.headingPath).toEqual(["Release 4.9", listSections(markdown)[0]?.heading]);
    expect(first?.anchor).toBe(listSections(markdown)[0]?.anchor);
  });

  it("says the head of a table again in each of its parts", () => {
    const rows = Array.from(
      { length: 200 },
      (_, index) => `| option-${index} | does the thing of number ${index} |`,
    );
    const markdown = `## Options {#options}\n\n| Name | Use |\n| --- | --- |\n${rows.join("\n")}`;
    const chunks = splitChunks(markdown, listSections(markdown));
    expect(chunks.length).toBeGreaterThan(2);
    for (const chunk of chunks.slice(1)) {
      expect(chunk.text.startsWith("| Name | Use |\n| --- | --- |\n| option-")).toBe(true);
      expect(chunk.anchor).toBe("options");
    }
  });

  it("closes code that it cuts and opens it again", () => {
    const lines = Array.from({ length: 600 }, (_, index) => `const value${index} = compute(${index});`);
    const markdown = `## Listing\n\nAll of it:\n\n\`\`\`ts\n${lines.join("\n")}\n\`\`\`\n\nThat was it.`;
    const chunks = splitChunks(markdown, listSections(markdown));
    expect(chunks.length).toBeGreaterThan(3);
    for (const { text } of chunks) expect(text.match(/^```(?:ts)?$/gm)).toEqual(["```ts", "```"]);
    expect(chunks.at(-1)?.text).toMatch(/compute\(599\);\n```\n\nThat was it\.$/);
  });

  it("joins signatures without text to the text below them, not to the section above", () => {
    const markdown = [
      `### open(path) {#open}\n\n${about("open")}`,
      "### read(path) {#read}",
      `### read(path, size) {#read-size}\n\n${about("read")}`,
    ].join("\n\n");
    const chunks = splitChunks(markdown, listSections(markdown));
    expect(chunks.map(({ text }) => text.split("\n")[0])).toEqual(["### open(path)", "### read(path)"]);
    expect(chunks[1]?.text).toContain("### read(path, size)");
    expect(chunks[1]?.anchor).toBe("read-size");
  });

  it("cuts a text without any line break", () => {
    const prose = "One sentence follows another here. ".repeat(1000);
    const data = "x1y2".repeat(20_000);
    for (const markdown of [prose, data]) {
      const chunks = splitChunks(markdown, listSections(markdown));
      expect(chunks.length).toBeGreaterThan(5);
      expect(Math.max(...chunks.map(({ tokens }) => tokens))).toBeLessThanOrEqual(700);
      expect(
        chunks
          .map(({ text }) => text)
          .join("")
          .replaceAll(/\s/g, ""),
      ).toBe(markdown.replaceAll(/\s/g, ""));
    }
  });
});

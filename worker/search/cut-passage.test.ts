import { readFileSync } from "node:fs";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { splitChunks } from "#worker/content/chunks.ts";
import { readDocument } from "#worker/content/document.ts";
import { listSections } from "#worker/content/sections.ts";
import { countTokens } from "#worker/content/tokens.ts";
import { analyzeQuestion } from "#worker/docs-index/terms.ts";
import { cutPassage } from "./cut-passage.ts";
import { CUT_MARK } from "./passage-pieces.ts";

function chunksOf(name: string) {
  const text = readFileSync(`node_modules/agents/docs/${name}`, "utf8");
  const { markdown } = readDocument({ text, mediaType: "text/markdown", url: `https://docs.test/${name}` });
  return splitChunks(markdown, listSections(markdown));
}

const CHUNKS = ["scheduling.md", "routing.md", "chat-agents.md"].flatMap(chunksOf);
const termsOf = (question: string) => analyzeQuestion(question).terms;

it("keeps the heading, the head of a table and the rows that the question is about", () => {
  const table = CHUNKS.find(({ text }) => text.includes("`options.locationHint`"))!;
  expect(cutPassage(table.text, termsOf("which jurisdiction does an agent live in"), 110))
    .toMatchInlineSnapshot(`
      "## API Reference

      ### \`routeAgentRequest(request, env, options?)\`

      … (cut)

      | Parameter | Type | Description |
      | --- | --- | --- |
      | \`options.props\` | \`object\` | Props passed to whichever agent handles the request. Sent as JSON, so use plain data |
      | \`options.locationHint\` | \`string\` | Preferred location for agent instances |
      | \`options.jurisdiction\` | \`string\` | Data jurisdiction for agent instances |

      … (cut)"
    `);
});

it("keeps code with the line that leads to it", () => {
  const code = CHUNKS.find(({ text }) => /^## .*\n\n[^\n]+\n\n```[\s\S]+```\n\n[^\n]+/.test(text))!;
  const part = cutPassage(code.text, [], 300)!;
  expect(part).toMatch(/^## .*\n\n[^\n]+\n\n```/);
});

it("holds to its tokens and never cuts a fence, whatever it is asked for", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...CHUNKS),
      fc.integer({ min: 20, max: 700 }),
      fc.constantFrom("websocket state", "schedule a task every day", "zebra"),
      ({ text }, maxTokens, question) => {
        const part = cutPassage(text, termsOf(question), maxTokens);
        if (part === null) return;
        expect(countTokens(part)).toBeLessThanOrEqual(maxTokens);
        expect((part.match(/^\s*```/gm) ?? []).length % 2).toBe(0);
        const held = new Set(text.split("\n").map((line) => line.trimEnd()));
        for (const line of part.split("\n"))
          expect(line === CUT_MARK || line === "" || held.has(line.trimEnd())).toBe(true);
      },
    ),
    { numRuns: 500 },
  );
});

it("finds nothing where no piece fits, or where there are headings alone", () => {
  expect(cutPassage("## Options\n\n" + "word ".repeat(400), [], 100)).toBeNull();
  expect(cutPassage("## Options\n\n### More", [], 100)).toBeNull();
});

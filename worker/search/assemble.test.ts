import { readdirSync, readFileSync } from "node:fs";
import { countTokens as exactTokens } from "gpt-tokenizer/encoding/o200k_base";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { splitChunks } from "#worker/content/chunks.ts";
import { analyzeQuestion } from "#worker/docs-index/terms.ts";
import { listSections } from "#worker/content/sections.ts";
import { assembleAnswer, sectionUrl } from "./assemble.ts";
import type { ChosenChunk } from "./assemble.ts";

const source = { name: "agents", version: "0.32.0" };
const FOLDER = "node_modules/agents/docs";

/** Every chunk of real pages, as if each were a candidate that was chosen. */
const CHUNKS: ChosenChunk<typeof source>[] = readdirSync(FOLDER)
  .filter((name) => name.endsWith(".md"))
  .flatMap((name) => {
    const markdown = readFileSync(`${FOLDER}/${name}`, "utf8");
    return splitChunks(markdown, listSections(markdown)).map((chunk) => ({
      source,
      score: 1,
      chunkCoverage: 1,
      pageCoverage: 1,
      heldShares: [],
      text: chunk.text,
      candidate: {
        ...chunk,
        url: `https://docs.test/${name}`,
        title: name,
        pageTokens: 1000,
        chunkHash: `${name}${chunk.ordinal}`,
      } as unknown as ChosenChunk<typeof source>["candidate"],
    }));
  });

it("never passes its budget, whatever it is given", () => {
  const chunk = fc.constantFrom(...CHUNKS);
  const leftOut = fc.record({
    title: fc.string({ unit: "grapheme", maxLength: 80 }),
    headingPath: fc.array(fc.string({ unit: "grapheme", maxLength: 80 }), { maxLength: 3 }),
    url: fc.webUrl(),
    tokens: fc.nat(9999),
  });
  fc.assert(
    fc.property(
      fc.uniqueArray(chunk, { maxLength: 12 }),
      fc.array(leftOut, { maxLength: 5 }),
      fc.integer({ min: 200, max: 10_000 }),
      (chosen, left, budget) => {
        const { text, sent } = assembleAnswer(
          chosen,
          { confidence: "sure", leftOut: left, alreadySent: left, notices: [], session: "s_abcdefgh" },
          budget,
          "doc-Q7rTw2xZ",
          analyzeQuestion("how does an agent keep its state when it hibernates").terms,
        );
        expect(exactTokens(text, { allowedSpecial: "all" })).toBeLessThanOrEqual(budget);
        expect(sent.length).toBeLessThanOrEqual(chosen.length);
      },
    ),
    { numRuns: 600 },
  );
}, 120_000);

const NOTHING_ELSE = {
  confidence: "sure" as const,
  leftOut: [],
  alreadySent: [],
  notices: [],
  session: null,
};

/** Address and pieces of each block. */
function blocksOf(chosen: ChosenChunk<typeof source>[]): string[][] {
  const { blocks } = assembleAnswer(chosen, NOTHING_ELSE, 10_000, "doc-Q7rTw2xZ");
  return blocks.map((block) => [block.url, ...block.pieces.map(({ text }) => text)]);
}

it("puts the best passage first, whatever page it is of, and joins neighbours unless the weaker one would come first", () => {
  const [, first, second] = CHUNKS;
  const { url } = first!.candidate;
  expect(second!.candidate.url).toBe(url);
  const other = CHUNKS.find((entry) => entry.candidate.url !== url)!;
  const joined = `${first!.text.trimEnd()}\n\n${second!.text.trimStart()}`;
  const others = [other.candidate.url, other.text];
  expect(blocksOf([first!, other, second!])).toEqual([[url, joined], others]);
  expect(blocksOf([second!, other, first!])).toEqual([[url, second!.text], others, [url, first!.text]]);
  const same = { ...first!.candidate, headingPath: second!.candidate.headingPath };
  expect(blocksOf([second!, other, { ...first!, candidate: same }])).toEqual([[url, joined], others]);
});

it("shares a block among passages of a page that follow each other, and leads to the best of them", () => {
  const page = CHUNKS.filter((entry) => entry.candidate.url === CHUNKS[0]!.candidate.url);
  const { text, blocks } = assembleAnswer(
    [page[5]!, page[2]!, page[3]!],
    NOTHING_ELSE,
    10_000,
    "doc-Q7rTw2xZ",
  );
  expect(blocks).toHaveLength(1);
  expect(blocks[0]!.pieces.map(({ anchor }) => anchor)).toEqual([
    page[5]!.candidate.anchor,
    page[2]!.candidate.anchor,
  ]);
  expect(text.indexOf(page[5]!.text.trim())).toBeLessThan(text.indexOf(page[2]!.text.trim()));
});

it("tells nothing twice in other places' words, and uses the room for what comes next", () => {
  const [first, , , next] = CHUNKS.filter(({ text }) => text.length > 600);
  const copy = {
    ...first!,
    text: first!.text.replace(/\w+/, "Other"),
    candidate: { ...first!.candidate, url: "https://docs.test/copy", chunkHash: "copy" },
  };
  const { sent, leftOut } = assembleAnswer([first!, copy, next!], NOTHING_ELSE, 10_000, "doc-Q7rTw2xZ");
  expect(sent.map(({ candidate }) => candidate.chunkHash)).toEqual([
    first!.candidate.chunkHash,
    next!.candidate.chunkHash,
  ]);
  expect(leftOut).toEqual([]);
});

it("sends of a passage that is too long what fits the question, and names the page that had no room", () => {
  const byLength = CHUNKS.toSorted((a, b) => a.candidate.tokens - b.candidate.tokens);
  const small = byLength.find(({ candidate }) => candidate.tokens > 150)!;
  const scheduling = CHUNKS.find(({ text }) => text.includes("| Scenario"))!;
  const other = CHUNKS.find(({ candidate }) => candidate.url.endsWith("routing.md"))!;
  const { terms } = analyzeQuestion("task must wait for an external approval");
  const within = (budget: number) => {
    const answer = assembleAnswer([small, scheduling, other], NOTHING_ELSE, budget, "doc-Q7rTw2xZ", terms);
    expect(exactTokens(answer.text)).toBeLessThanOrEqual(budget);
    return answer;
  };
  expect(within(400).sent.map(({ isCut }) => isCut)).toEqual([false, true]);
  const { sent, leftOut } = within(310);
  expect(sent.map(({ isCut }) => isCut)).toEqual([false]);
  expect(leftOut.map(({ url }) => url)).toEqual([
    sectionUrl(scheduling.candidate),
    sectionUrl(other.candidate),
  ]);
});

it("cuts a single passage that is longer than the whole budget, and says so", () => {
  const long = { ...CHUNKS[0]!, text: "one two three four five\n".repeat(500) };
  const { text, sent } = assembleAnswer([long], NOTHING_ELSE, 300, "doc-Q7rTw2xZ");
  expect(exactTokens(text)).toBeLessThanOrEqual(300);
  expect(exactTokens(text)).toBeGreaterThan(200);
  expect(sent[0]!.text).toMatch(/\n… \(cut\)$/);
  expect(sent[0]!.isCut).toBe(true);
});

it("closes the code in which a passage is cut", () => {
  const long = { ...CHUNKS[0]!, text: `Run this:\n\n\`\`\`sh\n${"echo one two three\n".repeat(500)}\`\`\`` };
  const { sent } = assembleAnswer([long], NOTHING_ELSE, 300, "doc-Q7rTw2xZ");
  expect(sent[0]!.text).toMatch(/\n```\n… \(cut\)$/);
});

it("keeps two versions of a page at one URL apart", () => {
  const older = { ...CHUNKS[1]!, source: { name: "agents", version: "0.31.0" } };
  const { blocks } = assembleAnswer([CHUNKS[0]!, older], NOTHING_ELSE, 10_000, "doc-Q7rTw2xZ");
  expect(blocks.map((block) => block.source)).toEqual(["agents 0.32.0", "agents 0.31.0"]);
});

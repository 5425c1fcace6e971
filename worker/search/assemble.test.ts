import { readdirSync, readFileSync } from "node:fs";
import { countTokens as exactTokens } from "gpt-tokenizer/encoding/o200k_base";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { splitChunks } from "#worker/content/chunks.ts";
import { analyzeQuestion } from "#worker/docs-index/terms.ts";
import { listSections } from "#worker/content/sections.ts";
import { assembleAnswer } from "./assemble.ts";
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
          { leftOut: left, passagesAlreadySent: 2, notices: [], session: "s_abcdefgh" },
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

it("joins neighbours of a page unless the weaker one would come first, and keeps pages in the order of their best passage", () => {
  const [, first, second] = CHUNKS;
  const { url } = first!.candidate;
  expect(second!.candidate.url).toBe(url);
  const other = CHUNKS.find((entry) => entry.candidate.url !== url)!;
  const piecesOf = (chosen: ChosenChunk<typeof source>[]) => {
    const rest = { leftOut: [], passagesAlreadySent: 0, notices: [], session: null };
    const { pages } = assembleAnswer(chosen, rest, 10_000, "doc-Q7rTw2xZ");
    expect(pages.map((page) => page.url)).toEqual([url, other.candidate.url]);
    return pages[0]!.pieces.map(({ text }) => text);
  };
  const joined = `${first!.text.trimEnd()}\n\n${second!.text.trimStart()}`;
  expect(piecesOf([first!, other, second!])).toEqual([joined]);
  expect(piecesOf([second!, other, first!])).toEqual([second!.text, first!.text]);
  const same = { ...first!.candidate, headingPath: second!.candidate.headingPath };
  expect(piecesOf([second!, other, { ...first!, candidate: same }])).toEqual([joined]);
});

it("puts the best piece of a page first, and leads to it", () => {
  const page = CHUNKS.filter((entry) => entry.candidate.url === CHUNKS[0]!.candidate.url);
  const { text, pages } = assembleAnswer(
    [page[5]!, page[2]!, page[3]!],
    { leftOut: [], passagesAlreadySent: 0, notices: [], session: null },
    10_000,
    "doc-Q7rTw2xZ",
  );
  expect(pages[0]!.pieces.map(({ headingPath }) => headingPath)).toEqual([
    page[5]!.candidate.headingPath,
    page[2]!.candidate.headingPath,
  ]);
  expect(pages[0]!.anchor).toBe(page[5]!.candidate.anchor);
  expect(text.indexOf(page[5]!.text.trim())).toBeLessThan(text.indexOf(page[2]!.text.trim()));
});

it("tells nothing twice in other places' words, and uses the room for what comes next", () => {
  const [first, , , next] = CHUNKS.filter(({ text }) => text.length > 600);
  const copy = {
    ...first!,
    text: first!.text.replace(/\w+/, "Other"),
    candidate: { ...first!.candidate, url: "https://docs.test/copy", chunkHash: "copy" },
  };
  const { sent, leftOut } = assembleAnswer(
    [first!, copy, next!],
    { leftOut: [], passagesAlreadySent: 0, notices: [], session: null },
    10_000,
    "doc-Q7rTw2xZ",
  );
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
  const { text, sent, leftOut } = assembleAnswer(
    [small, scheduling, other],
    { leftOut: [], passagesAlreadySent: 0, notices: [], session: null },
    460,
    "doc-Q7rTw2xZ",
    analyzeQuestion("task must wait for an external approval").terms,
  );
  expect(exactTokens(text)).toBeLessThanOrEqual(460);
  expect(sent.map(({ isCut }) => isCut)).toEqual([false, true]);
  expect(leftOut.map(({ url }) => url)).toEqual([other.candidate.url]);
});

it("cuts a single passage that is longer than the whole budget, and says so", () => {
  const long = { ...CHUNKS[0]!, text: "one two three four five\n".repeat(500) };
  const { text, sent } = assembleAnswer(
    [long],
    { leftOut: [], passagesAlreadySent: 0, notices: [], session: null },
    300,
    "doc-Q7rTw2xZ",
  );
  expect(exactTokens(text)).toBeLessThanOrEqual(300);
  expect(exactTokens(text)).toBeGreaterThan(200);
  expect(sent[0]!.text).toMatch(/\n…$/);
  expect(sent[0]!.isCut).toBe(true);
});

it("keeps two versions of a page at one URL apart", () => {
  const older = { ...CHUNKS[1]!, source: { name: "agents", version: "0.31.0" } };
  const { pages } = assembleAnswer(
    [CHUNKS[0]!, older],
    { leftOut: [], passagesAlreadySent: 0, notices: [], session: null },
    10_000,
    "doc-Q7rTw2xZ",
  );
  expect(pages.map(({ version }) => version)).toEqual(["0.32.0", "0.31.0"]);
});

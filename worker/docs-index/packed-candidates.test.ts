import { expect, it } from "vitest";
import type { Candidate, Candidates } from "./candidates.ts";
import { packCandidates, unpackCandidates } from "./packed-candidates.ts";

it("brings candidates back as they were, with and without texts, anchors and vectors", () => {
  const all = found([
    candidate(1, 1, { text: "one", cosine: 0.25 }),
    candidate(2, 1, { text: "", anchor: null, headingPath: [], cosine: 0 }),
    candidate(3, 2, { cosine: null, headingPath: ['a "quoted" one', "zwölf › 十二"] }),
  ]);
  // The platform hands packed candidates over as a structured clone.
  expect(unpackCandidates(structuredClone(packCandidates(all)))).toEqual(all);
  const none = found([]);
  expect(unpackCandidates(packCandidates(none))).toEqual(none);
});

it("sends what the chunks of a page share once", () => {
  const many = Array.from({ length: 64 }, (_, i) => candidate(i, 7));
  const { pages, chunks } = packCandidates(found(many));
  expect([pages.urls.length, pages.fields.length, chunks.ids.length]).toEqual([1, 4, 64]);
});

function candidate(chunkId: number, pageId: number, more: Partial<Candidate> = {}): Candidate {
  return {
    chunkId,
    pageId,
    url: `https://docs.test/${pageId}`,
    anchor: `a${chunkId}`,
    title: `Page ${pageId}`,
    statedVersion: pageId === 1 ? "3.2.25" : null,
    headingPath: ["Page", `Part ${chunkId}`],
    ordinal: chunkId,
    tokens: 100 + chunkId,
    pageTokens: 1000 + pageId,
    contentHash: `c${pageId}`,
    chunkHash: `h${chunkId}`,
    fetchedAt: 1_700_000_000_000 + pageId,
    chunk: {
      title: { counts: [1, 0, 0], length: 3 },
      heading: { counts: [0, chunkId, 0], length: 4 },
      body: { counts: [70_000, 0, 2], length: 90_000 },
    },
    page: { counts: [5, pageId, 0], length: 12 },
    cosine: 0.5,
    ...more,
  };
}

function found(candidates: Candidate[]): Candidates {
  return {
    stats: {
      chunks: 100,
      pages: 10,
      chunkMeans: { titleLength: 3, headingLength: 2.5, bodyLength: 100 },
      chunkFrequencies: [1, 2, 3],
      pageFrequencies: [1, 1, 1],
    },
    candidates,
  };
}

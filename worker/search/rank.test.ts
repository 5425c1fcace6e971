import { expect, it } from "vitest";
import type { Candidate, Candidates } from "#worker/docs-index/candidates.ts";
import { rankCandidates } from "./rank.ts";

const terms = [
  { term: "router", weight: 1 },
  { term: "zod", weight: 1 },
];

function candidate(chunkId: number, counts: number[], more: Partial<Candidate> = {}): Candidate {
  const none = { counts: counts.map(() => 0), length: 3 };
  return {
    chunkId,
    pageId: chunkId,
    url: `https://docs.test/${chunkId}`,
    anchor: null,
    title: `Page ${chunkId}`,
    statedVersion: null,
    headingPath: [],
    ordinal: 0,
    tokens: 100,
    pageTokens: 100,
    contentHash: `c${chunkId}`,
    chunkHash: `h${chunkId}`,
    fetchedAt: 0,
    chunk: { title: none, heading: none, body: { counts, length: 100 } },
    page: { counts, length: 1 },
    cosine: null,
    ...more,
  };
}

function found(candidates: Candidate[], frequencies: number[], size = 100): Candidates {
  const means = { titleLength: 3, headingLength: 3, bodyLength: 100 };
  return {
    stats: {
      chunks: size,
      pages: size,
      chunkMeans: means,
      chunkFrequencies: frequencies,
      pageFrequencies: frequencies,
    },
    candidates,
  };
}

const order = (groups: Parameters<typeof rankCandidates<string>>[0]) =>
  rankCandidates(groups, terms).map((entry) => `${entry.source}${entry.candidate.chunkId}`);

it("weighs a term by how rare it is over all sources, not in its own", () => {
  // In its own library "zod" is in every chunk; over both libraries it is the rarer word of the two.
  const zod = { source: "zod", isNamed: false, found: found([candidate(1, [0, 3])], [0, 20], 20) };
  const router = { source: "router", isNamed: false, found: found([candidate(2, [3, 0])], [400, 0], 400) };
  expect(order([router, zod])).toEqual(["zod1", "router2"]);
});

it("prefers a term in the heading over the same term in the body", () => {
  const heading = { counts: [1, 0], length: 3 };
  const none = { counts: [0, 0], length: 3 };
  const inHeading = candidate(1, [0, 0], {
    chunk: { title: none, heading, body: { counts: [0, 0], length: 100 } },
  });
  const inBody = candidate(2, [1, 0], { page: inHeading.page });
  expect(order([{ source: "s", isNamed: false, found: found([inBody, inHeading], [10, 10]) }])).toEqual([
    "s1",
    "s2",
  ]);
});

it("lets the source that a question names win a near tie", () => {
  const a = { source: "a", isNamed: false, found: found([candidate(1, [2, 0])], [10, 0]) };
  const b = { source: "b", isNamed: true, found: found([candidate(2, [2, 0], { pageId: 9 })], [10, 0]) };
  expect(order([a, b])).toEqual(["b2", "a1"]);
});

it("keeps candidates that share no word and are near in meaning", () => {
  const near = candidate(1, [0, 0], { cosine: 0.9 });
  const far = candidate(2, [0, 0], { cosine: 0.1 });
  expect(order([{ source: "s", isNamed: false, found: found([far, near], [0, 0]) }])).toEqual(["s1", "s2"]);
});

it("gives an empty list for no candidates", () => {
  expect(rankCandidates([], terms)).toEqual([]);
});

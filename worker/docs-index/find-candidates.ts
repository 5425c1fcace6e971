import { factorOf, idf, saturate } from "./bm25f.ts";
import type { Candidate, Candidates, IndexQuery } from "./candidates.ts";
import { countInChunk, QuestionTerms } from "./features.ts";
import { largest } from "./largest.ts";
import { chunkIdAt, placesOf } from "./layout.ts";
import type { Layout } from "./layout.ts";
import { foreignPages } from "./page-languages.ts";
import type { Posting, PostingCache } from "./postings.ts";
import { readChunkTexts } from "./read-pages.ts";
import { readStats } from "./statistics.ts";
import { unpackChunkTerms } from "./term-codes.ts";
import type { ComparedVectors } from "./vector-cache.ts";

const MAX_CANDIDATES = 400;

/** How many chunks are looked at, from each of the two lists. */
export type Pools = { byWords: number; byVector: number };

/** Default pools: with twice and five times as many chunks by words, the same pages are found for 150 questions. */
export const POOLS: Pools = { byWords: 300, byVector: 100 };

/**
 * Weights of a page in the score by words. A page counts as much as a chunk; `k1` and `b` are those of the ranking
 * (worker/search/rank.ts), which sees exact counts and the statistics of all sources, but only the candidates.
 */
const PAGE = { weight: 1, k1: 5, b: 0.75 };
/** Score that a cosine of 1 adds to the word scores of chunk and page, at most 1 each; from the README of the static embedder. */
const COSINE_WEIGHT = 2;

type Place = { place: number; cosine: number | null; score: number };

/**
 * The best chunks for a question from two lists, by the words that they and their pages have and by their vectors, each with
 * the features that ranking across indexes needs.
 */
export function findCandidates(
  sql: SqlStorage,
  query: IndexQuery,
  vectors: ComparedVectors | null,
  cache: PostingCache,
  pools: Pools = POOLS,
): Candidates {
  const postings = query.terms.map(({ term }) => cache.get(sql, term));
  const layout = cache.layout(sql);
  const stats = readStats(sql, postings);
  const byWords = scoreByWords(query, postings, stats, layout);
  const isForeign = foreignPages(cache.languages(sql), query);
  if (isForeign)
    for (let place = 0; place < byWords.length; place++)
      if (isForeign(layout.slots[place]!)) byWords[place] = 0;
  const nearest = query.vector && vectors ? vectors.nearest(query.vector, pools.byVector) : [];
  const nearestIds = nearest.map(({ chunkId }) => chunkId).sort((a, b) => a - b);
  const places = new Set([
    ...(pools.byWords > 0 ? largest(byWords, pools.byWords) : []),
    ...placesOf(layout, nearestIds),
  ]);
  const cosineAt = (place: number) =>
    query.vector && vectors
      ? vectors.cosine(query.vector, layout.pageIds[layout.slots[place]!]!, chunkIdAt(layout, place))
      : null;
  const allowed = isForeign ? [...places].filter((place) => !isForeign(layout.slots[place]!)) : places;
  const chosen = Array.from(allowed, (place): Place => {
    const cosine = cosineAt(place);
    return { place, cosine, score: byWords[place]! + COSINE_WEIGHT * (cosine ?? 0) };
  })
    .sort((a, b) => b.score - a.score || a.place - b.place)
    .slice(0, Math.min(Math.max(query.limit, 0), MAX_CANDIDATES));
  return { stats, candidates: describe(sql, chosen, query, postings, layout) };
}

/** Score of each chunk that has a term: the rarity of its terms plus its page's score, each in proportion to the best one. */
function scoreByWords(
  { terms }: IndexQuery,
  postings: Posting[],
  { chunks, pages }: Candidates["stats"],
  { slots, starts }: Layout,
): Float32Array {
  const ofChunks = new Float32Array(slots.length);
  const ofPages = new Float32Array(starts.length - 1);
  const meanLength = chunks / Math.max(pages, 1);
  postings.forEach(({ places, pageCount }, t) => {
    const chunkRarity = terms[t]!.weight * idf(chunks, places.length);
    const pageRarity = terms[t]!.weight * idf(pages, pageCount);
    for (let i = 0; i < places.length;) {
      const first = i;
      const slot = slots[places[i]!]!;
      const end = starts[slot + 1]!;
      for (; i < places.length && places[i]! < end; i++) ofChunks[places[i]!]! += chunkRarity;
      const factor = factorOf(PAGE, end - starts[slot]!, meanLength);
      ofPages[slot]! += pageRarity * saturate(factor * (i - first), PAGE.k1);
    }
  });
  const chunkFactor = 1 / highest(ofChunks);
  const pageFactor = 1 / highest(ofPages);
  for (let place = 0; place < ofChunks.length; place++) {
    if (ofChunks[place]! > 0)
      ofChunks[place] = ofChunks[place]! * chunkFactor + ofPages[slots[place]!]! * pageFactor;
  }
  return ofChunks;
}

function highest(scores: Float32Array): number {
  let most = 0;
  for (let i = 0; i < scores.length; i++) if (scores[i]! > most) most = scores[i]!;
  return most || 1;
}

type Row = {
  id: number;
  pageId: number;
  url: string;
  anchor: string | null;
  title: string;
  statedVersion: string | null;
  headingPath: string;
  ordinal: number;
  tokens: number;
  pageTokens: number;
  contentHash: string;
  chunkHash: string;
  fetchedAt: number;
  terms: ArrayBuffer;
};

function describe(
  sql: SqlStorage,
  chosen: Place[],
  query: IndexQuery,
  postings: Posting[],
  layout: Layout,
): Candidate[] {
  const ids = chosen.map(({ place }) => chunkIdAt(layout, place));
  const rows = new Map(
    sql
      .exec<Row>(
        `SELECT chunk.id, chunk.page_id AS pageId, page.url, chunk.anchor, page.title, page.stated_version AS statedVersion,
                chunk.heading_path AS headingPath, chunk.ordinal, chunk.tokens, page.tokens AS pageTokens,
                page.content_hash AS contentHash, chunk.hash AS chunkHash, page.fetched_at AS fetchedAt, chunk.terms
         FROM chunk JOIN page ON page.id = chunk.page_id
         WHERE chunk.id IN (SELECT value FROM json_each(?))`,
        JSON.stringify(ids),
      )
      .toArray()
      .map((row) => [row.id, row]),
  );
  const texts = new Map(
    readChunkTexts(sql, ids.slice(0, query.texts ?? 0)).map(({ chunkId, text }) => [chunkId, text]),
  );
  const question = new QuestionTerms(query.terms.map(({ term }) => term));
  const pages = new Map<number, Candidate["page"]>();
  return chosen.map(({ place, cosine }, i) => {
    const { id: chunkId, headingPath, terms: packed, ...row } = rows.get(ids[i]!)!;
    const terms = unpackChunkTerms(packed);
    const slot = layout.slots[place]!;
    let page = pages.get(slot);
    if (!page) pages.set(slot, (page = countInPage(slot, postings, layout)));
    return {
      chunkId,
      ...row,
      headingPath: JSON.parse(headingPath) as string[],
      chunk: countInChunk(question, terms),
      page,
      cosine,
      text: texts.get(chunkId),
    };
  });
}

function countInPage(slot: number, postings: Posting[], { starts }: Layout): Candidate["page"] {
  const first = starts[slot]!;
  const end = starts[slot + 1]!;
  return {
    counts: postings.map(({ places }) => countBelow(places, end) - countBelow(places, first)),
    length: end - first,
  };
}

/** How many of the ascending values are below the limit. */
function countBelow(values: Int32Array, limit: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (values[middle]! < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

import { bm25, bm25f, idf } from "#worker/docs-index/bm25f.ts";
import type { Bm25fWeights, Bm25Weights } from "#worker/docs-index/bm25f.ts";
import type {
  Candidate,
  Candidates,
  FieldCounts,
  FieldStats,
  QueryTerm,
} from "#worker/docs-index/candidates.ts";

/** Weights of ranking. Each number is the best of a sweep on the development questions unless a source is named. */
export type RankingOptions = {
  chunk: Bm25fWeights;
  /** Weights of a page, which counts by how many of its chunks have a term. */
  page: Bm25Weights;
  /** Weights of the chunk's own words, with title, headings and body as one text, for the question's own words and keywords alone. */
  plain: Bm25Weights;
  /** Share of that plain score in the lexical score; an asker who knows the documentation's words finds the right part by them. */
  plainWeight: number;
  /** Share of the page's score in the lexical score; the chunk's has 1. */
  pageWeight: number;
  /** Score that a cosine of 1 adds; the lexical score is at most 1 + plainWeight + pageWeight. */
  cosineWeight: number;
  /** Score that a mean of 1 adds, over the best three cosines of a page's chunks: such a page is about the question in more places. */
  pageCosineWeight: number;
  /** Factor for chunks of a source that the question names. */
  namedSourceFactor: number;
};

export const RANKING: RankingOptions = {
  chunk: {
    k1: 1.2,
    title: { weight: 1.5, b: 0.3 },
    heading: { weight: 2, b: 0.3 },
    body: { weight: 1, b: 0.6 },
  },
  page: { k1: 5, b: 0.75 },
  plain: { k1: 1.2, b: 0.75 },
  plainWeight: 0.6,
  pageWeight: 0.6,
  cosineWeight: 1,
  pageCosineWeight: 0.8,
  namedSourceFactor: 1.6,
};

/** The candidates of one source, and whether the question names that source. */
export type CandidateGroup<S> = { source: S; isNamed: boolean; found: Candidates };

export type RankedCandidate<S> = {
  source: S;
  candidate: Candidate;
  score: number;
  /** Shares of the question's telling words that the chunk and its page hold, 0 to 1. */
  chunkCoverage: number;
  pageCoverage: number;
  /** Each term's share of the question where the chunk holds the term, and 0 where the chunk lacks it; the sum is `chunkCoverage`. */
  heldShares: readonly number[];
};

/**
 * Orders the candidates of several sources as if they were one index: term statistics are added up over the sources
 * first, so that a word which is everywhere in one library and nowhere else still tells that library apart.
 * Best first; ties by source and position, so that the order is the same every time.
 */
export function rankCandidates<S>(
  groups: CandidateGroup<S>[],
  terms: QueryTerm[],
  options: RankingOptions = RANKING,
): RankedCandidate<S>[] {
  const stats = addUp(groups.map((group) => group.found));
  const chunkIdf = terms.map((_, t) => idf(stats.chunks, stats.chunkFrequencies[t] ?? 0));
  const pageIdf = terms.map((_, t) => idf(stats.pages, stats.pageFrequencies[t] ?? 0));
  const pageLength = stats.chunks / Math.max(stats.pages, 1);
  const share = sharesOf(terms, stats);
  const ownTerms = terms.map((term) => (term.isAdded ? { ...term, weight: 0 } : term));
  const { titleLength, headingLength, bodyLength } = stats.chunkMeans;
  const chunkLength = titleLength + headingLength + bodyLength;

  const scored = groups.flatMap((group) => {
    const pageCosines = meanOfBestCosines(group.found.candidates);
    return group.found.candidates.map((candidate) => ({
      group,
      candidate,
      pageCosine: pageCosines.get(candidate.pageId)!,
      chunk: bm25f(candidate.chunk, terms, chunkIdf, stats.chunkMeans, options.chunk),
      plain: bm25(joinFields(candidate.chunk), ownTerms, chunkIdf, chunkLength, options.plain),
      page: bm25(candidate.page, terms, pageIdf, pageLength, options.page),
    }));
  });
  const maxChunk = Math.max(...scored.map((entry) => entry.chunk), Number.MIN_VALUE);
  const maxPlain = Math.max(...scored.map((entry) => entry.plain), Number.MIN_VALUE);
  const maxPage = Math.max(...scored.map((entry) => entry.page), Number.MIN_VALUE);

  return scored
    .map(({ group, candidate, pageCosine, chunk, plain, page }) => {
      const lexical =
        chunk / maxChunk + options.plainWeight * (plain / maxPlain) + options.pageWeight * (page / maxPage);
      const score =
        lexical +
        options.cosineWeight * Math.max(0, candidate.cosine ?? 0) +
        options.pageCosineWeight * pageCosine;
      return {
        source: group.source,
        candidate,
        score: group.isNamed ? score * options.namedSourceFactor : score,
        chunkCoverage: coverage(isInChunk(candidate.chunk), share),
        heldShares: heldOf(isInChunk(candidate.chunk), share),
        pageCoverage: coverage((t) => (candidate.page.counts[t] ?? 0) > 0, share),
      };
    })
    .sort(
      (a, b) =>
        b.score - a.score ||
        a.candidate.pageId - b.candidate.pageId ||
        a.candidate.ordinal - b.candidate.ordinal,
    );
}

/** Number of chunks that count for a page's cosine; a page with fewer candidates gets less. */
const BEST_CHUNKS = 3;

/** Mean of the best cosines of each page, by page id. */
function meanOfBestCosines(candidates: Candidate[]): Map<number, number> {
  const byPage = Map.groupBy(candidates, ({ pageId }) => pageId);
  return new Map(
    [...byPage].map(([pageId, chunks]) => {
      const best = chunks
        .map(({ cosine }) => Math.max(0, cosine ?? 0))
        .sort((a, b) => b - a)
        .slice(0, BEST_CHUNKS);
      return [pageId, best.reduce((sum, cosine) => sum + cosine, 0) / BEST_CHUNKS];
    }),
  );
}

/** Share of the question that each of its own terms is: the rarer a term in these sources, the larger. The shares add up to 1. */
function sharesOf(terms: QueryTerm[], { chunks, chunkFrequencies }: Candidates["stats"]): number[] {
  const rarity = terms.map(({ weight, isAdded }, t) =>
    isAdded ? 0 : weight * Math.log(1 + chunks / ((chunkFrequencies[t] ?? 0) + 0.5)),
  );
  const total = rarity.reduce((sum, value) => sum + value, 0) || 1;
  return rarity.map((value) => value / total);
}

function coverage(isHeld: (term: number) => boolean, shares: number[]): number {
  return shares.reduce((sum, share, t) => (isHeld(t) ? sum + share : sum), 0);
}

function heldOf(isHeld: (term: number) => boolean, shares: number[]): number[] {
  return shares.map((share, t) => (isHeld(t) ? share : 0));
}

/** The fields of a chunk as one text. */
function joinFields({ title, heading, body }: Candidate["chunk"]): FieldCounts {
  return {
    counts: body.counts.map((count, t) => count + (title.counts[t] ?? 0) + (heading.counts[t] ?? 0)),
    length: title.length + heading.length + body.length,
  };
}

function isInChunk({ title, heading, body }: Candidate["chunk"]): (term: number) => boolean {
  return (t) => (title.counts[t] ?? 0) + (heading.counts[t] ?? 0) + (body.counts[t] ?? 0) > 0;
}

function addUp(all: Candidates[]): Candidates["stats"] {
  const sum = (pick: (stats: Candidates["stats"]) => number) =>
    all.reduce((total, { stats }) => total + pick(stats), 0);
  const sums = (pick: (stats: Candidates["stats"]) => number[]) =>
    all.reduce<number[]>((total, { stats }) => pick(stats).map((value, i) => value + (total[i] ?? 0)), []);
  const chunks = sum((stats) => stats.chunks);
  const mean = (field: keyof FieldStats) =>
    chunks > 0 ? sum((stats) => stats.chunkMeans[field] * stats.chunks) / chunks : 0;
  return {
    chunks,
    pages: sum((stats) => stats.pages),
    chunkMeans: {
      titleLength: mean("titleLength"),
      headingLength: mean("headingLength"),
      bodyLength: mean("bodyLength"),
    },
    chunkFrequencies: sums((stats) => stats.chunkFrequencies),
    pageFrequencies: sums((stats) => stats.pageFrequencies),
  };
}

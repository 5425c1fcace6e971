import { bm25f, idf } from "./bm25f.ts";
import type { Candidate, Candidates, IndexQuery } from "./candidates.ts";
import { countInChunk, countInPage, countPhrases, QuestionTerms, smallestWindow } from "./features.ts";
import { matchAny } from "./match.ts";
import { readPiecesOfPages } from "./page-pieces.ts";
import { readTermStats } from "./statistics.ts";
import type { FrequencyCache } from "./statistics.ts";
import { codeOf, unpackChunkTerms, unpackPageTerms } from "./term-codes.ts";
import type { VectorCache } from "./vector-cache.ts";

const MAX_CANDIDATES = 400;
/** Where candidates come from. Measured for recall at 100 candidates; see the decision on retrieval. */
const CHUNKS_BY_TERMS = 200;
const PAGES_BY_TERMS = 30;
/** Chunks of the best pages are looked at until there are this many, so that one huge page does not take all the time. */
const CHUNKS_OF_BEST_PAGES = 300;
const CHUNKS_BY_VECTOR = 100;
/** What a cosine of 1 adds to the two lexical scores, which are at most 1 each; from the README of the static embedder. */
const COSINE_WEIGHT = 2;

type PooledChunk = {
  id: number;
  pageId: number;
  fields: Candidate["chunk"];
  cosine: number | null;
  terms: ArrayBuffer;
  score: number;
};

/**
 * The best chunks for a question from three lists (chunks by their terms, chunks of the best pages by theirs, chunks by their
 * vector), cut to the limit by a score of this index alone, each with the features that ranking across indexes needs.
 */
export function findCandidates(
  sql: SqlStorage,
  query: IndexQuery,
  vectors: VectorCache | null,
  frequencies: FrequencyCache,
): Candidates {
  const question = new QuestionTerms(query.terms.map(({ term }) => term));
  const stats = readTermStats(sql, query.terms, frequencies);
  const pageScores = findPages(sql, query, stats);
  const ids = new Set([
    ...findChunksByTerms(sql, query, stats),
    ...listChunksOfPages(sql, [...pageScores.keys()]),
    ...(query.vector && vectors ? vectors.nearest(query.vector, CHUNKS_BY_VECTOR) : []).map(
      ({ chunkId }) => chunkId,
    ),
  ]);
  const pool = readPool(sql, ids, question);
  scorePool(pool, query, stats, pageScores, vectors);
  const chosen = pool
    .sort((a, b) => b.score - a.score || a.id - b.id)
    .slice(0, Math.min(Math.max(query.limit, 0), MAX_CANDIDATES));
  return { stats, candidates: describe(sql, chosen, query, question) };
}

function findChunksByTerms(sql: SqlStorage, query: IndexQuery, stats: Candidates["stats"]): number[] {
  const match = matchAny(
    query.terms.map(({ term }) => term),
    stats.chunkFrequencies,
    stats.chunks,
  );
  if (match === null) return [];
  // By the table's own rank: `ORDER BY bm25(…)` reads and bills every matching row.
  return sql
    .exec<{ id: number }>(
      "SELECT rowid AS id FROM chunk_terms WHERE chunk_terms MATCH ? ORDER BY rank LIMIT ?",
      match,
      CHUNKS_BY_TERMS,
    )
    .toArray()
    .map(({ id }) => id);
}

/** Scores of the best pages, best first; the best page's score is 1. */
function findPages(sql: SqlStorage, query: IndexQuery, stats: Candidates["stats"]): Map<number, number> {
  const match = matchAny(
    query.terms.map(({ term }) => term),
    stats.pageFrequencies,
    stats.pages,
  );
  if (match === null) return new Map();
  const rows = sql
    .exec<{ id: number; rank: number }>(
      "SELECT rowid AS id, rank FROM page_terms WHERE page_terms MATCH ? ORDER BY rank LIMIT ?",
      match,
      PAGES_BY_TERMS,
    )
    .toArray();
  return new Map(rows.map(({ id, rank }) => [id, rank / rows[0]!.rank]));
}

function listChunksOfPages(sql: SqlStorage, pageIds: number[]): number[] {
  const rows = sql.exec<{ first: number; count: number }>(
    `SELECT first_chunk_id AS first, chunk_count AS count
     FROM json_each(?) AS wanted JOIN page ON page.id = wanted.value ORDER BY wanted.key`,
    JSON.stringify(pageIds),
  );
  const ids: number[] = [];
  for (const { first, count } of rows) {
    for (let i = 0; i < count && ids.length < CHUNKS_OF_BEST_PAGES; i++) ids.push(first + i);
  }
  return ids;
}

function readPool(sql: SqlStorage, ids: Set<number>, question: QuestionTerms): PooledChunk[] {
  return sql
    .exec<{ id: number; pageId: number; terms: ArrayBuffer }>(
      "SELECT id, page_id AS pageId, terms FROM chunk WHERE id IN (SELECT value FROM json_each(?))",
      JSON.stringify([...ids]),
    )
    .toArray()
    .map(({ id, pageId, terms }) => ({
      id,
      pageId,
      terms,
      fields: countInChunk(question, unpackChunkTerms(terms)),
      cosine: null,
      score: 0,
    }));
}

function scorePool(
  pool: PooledChunk[],
  query: IndexQuery,
  stats: Candidates["stats"],
  pageScores: Map<number, number>,
  vectors: VectorCache | null,
): void {
  const idfs = stats.chunkFrequencies.map((frequency) => idf(stats.chunks, frequency));
  let best = 0;
  for (const chunk of pool) {
    chunk.score = bm25f(chunk.fields, query.terms, idfs, stats.chunkMeans);
    best = Math.max(best, chunk.score);
  }
  for (const chunk of pool) {
    chunk.cosine = query.vector && vectors ? vectors.cosine(query.vector, chunk.pageId, chunk.id) : null;
    chunk.score =
      (best > 0 ? chunk.score / best : 0) +
      (pageScores.get(chunk.pageId) ?? 0) +
      COSINE_WEIGHT * (chunk.cosine ?? 0);
  }
}

type DescribedRow = {
  id: number;
  url: string;
  anchor: string | null;
  title: string;
  headingPath: string;
  ordinal: number;
  tokens: number;
  pageTokens: number;
  contentHash: string;
  chunkHash: string;
  fetchedAt: number;
};

function describe(
  sql: SqlStorage,
  chosen: PooledChunk[],
  query: IndexQuery,
  question: QuestionTerms,
): Candidate[] {
  const rows = new Map(
    sql
      .exec<DescribedRow>(
        `SELECT chunk.id, page.url, chunk.anchor, page.title, chunk.heading_path AS headingPath, chunk.ordinal, chunk.tokens,
                page.tokens AS pageTokens, page.content_hash AS contentHash, chunk.hash AS chunkHash,
                page.fetched_at AS fetchedAt
         FROM chunk JOIN page ON page.id = chunk.page_id
         WHERE chunk.id IN (SELECT value FROM json_each(?))`,
        JSON.stringify(chosen.map(({ id }) => id)),
      )
      .toArray()
      .map((row) => [row.id, row]),
  );
  const pageIds = [...new Set(chosen.map(({ pageId }) => pageId))];
  const pages = new Map(
    Array.from(readPiecesOfPages(sql, "terms", pageIds), ([pageId, data]) => [
      pageId,
      countInPage(question, unpackPageTerms(data)),
    ]),
  );
  const phrases = query.phrases
    .map((phrase) => Int32Array.from(phrase, codeOf))
    .filter(({ length }) => length > 0);
  return chosen.map(({ id, pageId, fields, cosine, terms: data }) => {
    const { id: chunkId, headingPath, ...row } = rows.get(id)!;
    const terms = unpackChunkTerms(data);
    return {
      chunkId,
      pageId,
      ...row,
      headingPath: JSON.parse(headingPath) as string[],
      chunk: fields,
      page: pages.get(pageId)!,
      phraseHits: countPhrases(phrases, terms),
      window: smallestWindow(question, terms.body),
      cosine,
    };
  });
}

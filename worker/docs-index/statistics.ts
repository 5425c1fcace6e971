import type { Candidates, QueryTerm } from "./candidates.ts";

/** In how many chunks and pages a term is. Counting a common term reads its whole list, so it is kept until the next write. */
export type FrequencyCache = Map<string, { chunks: number; pages: number }>;

const MAX_CACHED_TERMS = 5_000;

type Totals = {
  pages: number;
  chunks: number;
  chunk_title_length: number;
  chunk_heading_length: number;
  chunk_body_length: number;
  title_length: number;
  heading_length: number;
  body_length: number;
};

/** Sizes of the index, mean lengths of the fields, and in how many chunks and pages each term is. */
export function readTermStats(
  sql: SqlStorage,
  terms: QueryTerm[],
  cache: FrequencyCache,
): Candidates["stats"] {
  const totals = sql.exec<Totals>("SELECT * FROM totals").one();
  const frequencies = terms.map(({ term }) => readFrequencies(sql, term, cache));
  const { chunks, pages } = totals;
  return {
    chunks,
    pages,
    chunkMeans: {
      titleLength: totals.chunk_title_length / Math.max(chunks, 1),
      headingLength: totals.chunk_heading_length / Math.max(chunks, 1),
      bodyLength: totals.chunk_body_length / Math.max(chunks, 1),
    },
    pageMeans: {
      titleLength: totals.title_length / Math.max(pages, 1),
      headingLength: totals.heading_length / Math.max(pages, 1),
      bodyLength: totals.body_length / Math.max(pages, 1),
    },
    chunkFrequencies: frequencies.map((frequency) => frequency.chunks),
    pageFrequencies: frequencies.map((frequency) => frequency.pages),
  };
}

function readFrequencies(
  sql: SqlStorage,
  term: string,
  cache: FrequencyCache,
): { chunks: number; pages: number } {
  const cached = cache.get(term);
  if (cached) return cached;
  const { chunks, pages } = sql
    .exec<{ chunks: number | null; pages: number | null }>(
      `SELECT (SELECT doc FROM chunk_frequency WHERE term = ?1) AS chunks,
              (SELECT doc FROM page_frequency WHERE term = ?1) AS pages`,
      term,
    )
    .one();
  const frequency = { chunks: chunks ?? 0, pages: pages ?? 0 };
  if (cache.size >= MAX_CACHED_TERMS) cache.clear();
  cache.set(term, frequency);
  return frequency;
}

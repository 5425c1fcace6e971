import { bm25f, idf } from "./bm25f.ts";
import type { FieldStats, IndexQuery } from "./candidates.ts";
import { countInChunk, QuestionTerms } from "./features.ts";
import type { RankedChunk } from "./pages.ts";
import { unpackChunkTerms } from "./term-codes.ts";
import type { ChunkTerms } from "./term-codes.ts";
import type { ComparedVectors } from "./vector-cache.ts";

/** Score that a cosine of 1 adds to the lexical score, which is at most 1: as in the ranking of passages. */
const COSINE_WEIGHT = 1;
/** Share of its score that a section's best chunk adds to every chunk of the section: an answer is often spread over a section. */
const SECTION_WEIGHT = 0.3;
/** Headings that two chunks of a section share at least, the page's own among them. */
const SECTION_DEPTH = 3;

type Row = Omit<RankedChunk, "headingPath" | "score"> & {
  headingPath: string;
  terms: ArrayBuffer;
  pageId: number;
};

/**
 * All chunks of a page, best first. A chunk's score is its best one over the queries, plus a share of its section's best. A term
 * counts by how few chunks of the page have the term: words of the page's own subject are in all chunks and tell nothing. Chunks
 * that score alike stay in order.
 */
export function rankWithinPage(
  sql: SqlStorage,
  url: string,
  queries: IndexQuery[],
  vectorsOf: (query: IndexQuery) => ComparedVectors | null,
): RankedChunk[] {
  const rows = sql
    .exec<Row>(
      `SELECT chunk.id AS chunkId, chunk.page_id AS pageId, chunk.ordinal, chunk.anchor, chunk.heading_path AS headingPath,
              chunk.start_offset AS start, chunk.end_offset AS end, chunk.tokens, chunk.terms, chunk.text
       FROM page JOIN chunk ON chunk.id BETWEEN page.first_chunk_id AND page.first_chunk_id + page.chunk_count - 1
       WHERE page.url = ? ORDER BY chunk.id`,
      url,
    )
    .toArray();
  const terms = rows.map((row) => unpackChunkTerms(row.terms));
  const means = meansOf(terms);
  const lexical = queries.map((query) => scoreByTerms(query, terms, means));
  const best = Math.max(...lexical.flat(), 0);
  const vectors = queries.map(vectorsOf);
  const scored = rows.map(({ pageId, terms: _terms, headingPath, ...chunk }, i) => ({
    ...chunk,
    headingPath: JSON.parse(headingPath) as string[],
    score: Math.max(
      0,
      ...queries.map((query, q) => {
        const cosine = query.vector ? vectors[q]?.cosine(query.vector, pageId, chunk.chunkId) : null;
        return (best > 0 ? lexical[q]![i]! / best : 0) + COSINE_WEIGHT * Math.max(cosine ?? 0, 0);
      }),
    ),
  }));
  const bestOfSection = new Map<string, number>();
  for (const { headingPath, score } of scored) {
    const section = sectionOf(headingPath);
    bestOfSection.set(section, Math.max(score, bestOfSection.get(section) ?? 0));
  }
  return scored
    .map((chunk) => ({
      ...chunk,
      score: chunk.score + SECTION_WEIGHT * bestOfSection.get(sectionOf(chunk.headingPath))!,
    }))
    .sort((a, b) => b.score - a.score || a.ordinal - b.ordinal);
}

function sectionOf(headingPath: string[]): string {
  return JSON.stringify(headingPath.slice(0, SECTION_DEPTH));
}

function scoreByTerms(query: IndexQuery, chunks: ChunkTerms[], means: FieldStats): number[] {
  const question = new QuestionTerms(query.terms.map(({ term }) => term));
  const fields = chunks.map((terms) => countInChunk(question, terms));
  const idfs = query.terms.map((_, t) => {
    const withTerm = fields.filter(({ heading, body }) => heading.counts[t]! + body.counts[t]! > 0).length;
    return idf(chunks.length, withTerm);
  });
  return fields.map((counts) => bm25f(counts, query.terms, idfs, means));
}

function meansOf(chunks: ChunkTerms[]): FieldStats {
  const mean = (lengthOf: (terms: ChunkTerms) => number) =>
    chunks.reduce((total, terms) => total + lengthOf(terms), 0) / Math.max(chunks.length, 1);
  return {
    titleLength: mean(({ title }) => title.length),
    headingLength: mean(({ heading }) => heading.length),
    bodyLength: mean(({ body }) => body.length),
  };
}

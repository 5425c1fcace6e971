import type { Candidates } from "./candidates.ts";
import type { Posting } from "./postings.ts";

type Totals = {
  pages: number;
  chunks: number;
  chunk_title_length: number;
  chunk_heading_length: number;
  chunk_body_length: number;
};

/** Sizes of the index, mean lengths of the fields, and in how many chunks and pages each term is. */
export function readStats(sql: SqlStorage, postings: Posting[]): Candidates["stats"] {
  const totals = sql
    .exec<Totals>(
      "SELECT pages, chunks, chunk_title_length, chunk_heading_length, chunk_body_length FROM totals",
    )
    .one();
  const { chunks, pages } = totals;
  const mean = (length: number) => length / Math.max(chunks, 1);
  return {
    chunks,
    pages,
    chunkMeans: {
      titleLength: mean(totals.chunk_title_length),
      headingLength: mean(totals.chunk_heading_length),
      bodyLength: mean(totals.chunk_body_length),
    },
    chunkFrequencies: postings.map(({ places }) => places.length),
    pageFrequencies: postings.map(({ pageCount }) => pageCount),
  };
}

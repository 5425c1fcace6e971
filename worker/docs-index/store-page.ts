import { createHash } from "node:crypto";
import { pageLanguage } from "./page-languages.ts";
import { deletePieces, writePieces } from "./page-pieces.ts";
import type { PutPage } from "./pages.ts";
import { packChunkTerms } from "./term-codes.ts";
import { analyzeMarkdown, analyzeText } from "./terms.ts";

/**
 * Version of the analysis, raised whenever `worker/content` or terms.ts would give other text, other terms or other suspicious places for
 * the same page: pages stored by an older version count as changed.
 */
export const ANALYSIS_VERSION = 7;

/** Most terms of a title, which is repeated in every chunk; a longer title is none. */
const MAX_TITLE_TERMS = 60;

/** A page ready to be written: everything that takes time is done before the transaction. */
export type AnalysedPage = {
  title: string[];
  language: string | null;
  chunks: { heading: string[]; body: string[]; hash: string }[];
};

export type StoredIds = { pageId: number; firstChunkId: number };

export function analysePage(page: PutPage): AnalysedPage {
  const title = analyzeText(page.title).slice(0, MAX_TITLE_TERMS);
  const inTitle = new Set(title);
  title.push(...analyzeText(pathWords(page.url)).filter((term) => !inTitle.has(term)));
  const isTitle = (heading: string) => heading.trim() === page.title.trim();
  const chunks = page.chunks.map((chunk) => ({
    heading: analyzeText(chunk.headingPath.filter((heading) => !isTitle(heading)).join("\n")),
    body: analyzeMarkdown(chunk.text),
    hash: hashText(chunk.text),
  }));
  return { title, chunks, language: pageLanguage(page.markdown, page.language ?? null) };
}

/**
 * Writes a page that is not in the index. `textSince` is the time since which the page has its text, in milliseconds since 1970. Must run
 * inside a transaction.
 */
export function insertPage(
  sql: SqlStorage,
  page: PutPage,
  analysed: AnalysedPage,
  pageId: number | null,
  textSince = page.fetchedAt,
): StoredIds {
  const { firstChunkId } = sql
    .exec<{ firstChunkId: number }>("SELECT next_chunk_id AS firstChunkId FROM totals")
    .one();
  const title = analysed.title;
  const sums = {
    tokens: sum(page.chunks.map(({ tokens }) => tokens)),
    chunkTitle: title.length * page.chunks.length,
    chunkHeading: sum(analysed.chunks.map((chunk) => chunk.heading.length)),
    chunkBody: sum(analysed.chunks.map((chunk) => chunk.body.length)),
  };
  const { id } = sql
    .exec<{ id: number }>(
      `INSERT INTO page VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, NULL, ?) RETURNING id`,
      pageId,
      page.url,
      page.title,
      page.description,
      page.etag,
      page.lastModified,
      page.contentHash,
      page.fetchedAt,
      sums.tokens,
      page.embedderId,
      ANALYSIS_VERSION,
      firstChunkId,
      page.chunks.length,
      sums.chunkTitle,
      sums.chunkHeading,
      sums.chunkBody,
      analysed.language,
      page.statedVersion ?? null,
      page.sharedRevision ?? 0,
      textSince,
    )
    .one();
  writePieces(sql, "markdown", id, page.markdown);
  writePieces(sql, "links", id, JSON.stringify(page.links));
  writePieces(sql, "sections", id, JSON.stringify(page.sections));
  if (page.vectors) writePieces(sql, "vectors", id, joinVectors(page.vectors));
  page.chunks.forEach((chunk, i) => {
    const terms = analysed.chunks[i]!;
    sql.exec(
      `INSERT INTO chunk VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      firstChunkId + i,
      id,
      chunk.ordinal,
      chunk.anchor,
      JSON.stringify(chunk.headingPath),
      chunk.start,
      chunk.end,
      chunk.tokens,
      terms.hash,
      packChunkTerms(title, terms.heading, terms.body).buffer,
      chunk.text,
    );
    sql.exec(
      `INSERT INTO chunk_terms (rowid, title, heading, body) VALUES (?, ?, ?, ?)`,
      firstChunkId + i,
      title.join(" "),
      terms.heading.join(" "),
      terms.body.join(" "),
    );
  });
  changeTotals(sql, id, 1, firstChunkId + page.chunks.length);
  return { pageId: id, firstChunkId };
}

/** Deletes a page with all that hangs on it. Must run inside a transaction. */
export function deletePage(sql: SqlStorage, pageId: number): void {
  changeTotals(sql, pageId, -1, null);
  const { first, count } = sql
    .exec<{ first: number; count: number }>(
      "SELECT first_chunk_id AS first, chunk_count AS count FROM page WHERE id = ?",
      pageId,
    )
    .one();
  sql.exec("DELETE FROM chunk_terms WHERE rowid BETWEEN ? AND ?", first, first + count - 1);
  sql.exec("DELETE FROM chunk WHERE id BETWEEN ? AND ?", first, first + count - 1);
  deletePieces(sql, pageId);
  sql.exec("DELETE FROM suspicious_page WHERE page_id = ?", pageId);
  sql.exec("DELETE FROM page WHERE id = ?", pageId);
}

/** Vectors of a page in one array, in the order of its chunks. */
export function joinVectors(vectors: Int8Array[]): Uint8Array {
  const dims = vectors[0]?.length ?? 0;
  const joined = new Int8Array(vectors.length * dims);
  vectors.forEach((vector, i) => joined.set(vector, i * dims));
  return new Uint8Array(joined.buffer);
}

function changeTotals(sql: SqlStorage, pageId: number, sign: 1 | -1, nextChunkId: number | null): void {
  sql.exec(
    `UPDATE totals SET
       pages = pages + ?1,
       chunks = chunks + ?1 * page.chunk_count,
       tokens = totals.tokens + ?1 * page.tokens,
       chunk_title_length = totals.chunk_title_length + ?1 * page.chunk_title_length,
       chunk_heading_length = totals.chunk_heading_length + ?1 * page.chunk_heading_length,
       chunk_body_length = totals.chunk_body_length + ?1 * page.chunk_body_length,
       next_chunk_id = coalesce(?3, next_chunk_id)
     FROM page WHERE page.id = ?2`,
    sign,
    pageId,
    nextChunkId,
  );
}

/** Words of an address: the last three segments of its path, without extension and `index`. */
function pathWords(url: string): string {
  if (!URL.canParse(url)) return "";
  return new URL(url).pathname
    .split("/")
    .filter(Boolean)
    .slice(-3)
    .map((segment) => decode(segment).replace(/\.[a-z]{2,5}$/i, ""))
    .filter((segment) => segment.toLowerCase() !== "index")
    .join(" ")
    .replace(/[-_.+]+/g, " ");
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** Half of a SHA-256: no two texts have the same hash by accident, and none can be made to. */
function hashText(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 32);
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

import type { Chunk } from "#worker/content/chunks.ts";
import type { Section } from "#worker/content/sections.ts";
import { readPiecesOfPages, readTextPieces } from "./page-pieces.ts";
import { ANALYSIS_VERSION } from "./store-page.ts";
import type { IndexTotals, KnownPage, PassageText, StoredPage } from "./pages.ts";

/**
 * Validators and links of stored pages. A page that an older version read or analysed, or that another embedder embedded (or none),
 * comes without validators, so that the page is fetched, read and stored again although its site has not changed it.
 */
export function findKnownPages(sql: SqlStorage, urls: string[], embedderId: string): KnownPage[] {
  const rows = sql
    .exec<{ id: number; url: string; etag: string | null; lastModified: string | null; contentHash: string }>(
      `SELECT id, url,
              iif(is_current, content_hash, '') AS contentHash,
              iif(is_current, etag, NULL) AS etag,
              iif(is_current, last_modified, NULL) AS lastModified
       FROM (SELECT *, analysis_version = ?1 AND embedder_id IS ?3 AS is_current FROM page) WHERE url IN (SELECT value FROM json_each(?2))`,
      ANALYSIS_VERSION,
      JSON.stringify(urls),
      embedderId,
    )
    .toArray();
  const links = readPiecesOfPages(
    sql,
    "links",
    rows.map(({ id }) => id),
  );
  const decoder = new TextDecoder();
  return rows.map(({ id, ...page }) => ({
    ...page,
    links: JSON.parse(decoder.decode(links.get(id))) as string[],
  }));
}

/** The page that has a text, the oldest of several; null also when an older version read it. */
export function findUrlOfText(sql: SqlStorage, contentHash: string): string | null {
  const [row] = sql.exec<{ url: string }>(
    "SELECT url FROM page WHERE content_hash = ? AND analysis_version = ? ORDER BY id LIMIT 1",
    contentHash,
    ANALYSIS_VERSION,
  );
  return row?.url ?? null;
}

export function listUrls(sql: SqlStorage): string[] {
  return sql
    .exec<{ url: string }>("SELECT url FROM page ORDER BY id")
    .toArray()
    .map(({ url }) => url);
}

/** Addresses of up to `limit` pages behind `after`, in the order in which pages came; `next` is the `after` of the following part. */
export function listUrlsBehind(
  sql: SqlStorage,
  after: number,
  limit: number,
): { urls: string[]; next: number | null } {
  const rows = sql
    .exec<{ id: number; url: string }>(
      "SELECT id, url FROM page WHERE id > ? ORDER BY id LIMIT ?",
      after,
      limit,
    )
    .toArray();
  return { urls: rows.map(({ url }) => url), next: rows.length < limit ? null : rows.at(-1)!.id };
}

export type StartPage = { url: string; title: string };

/** Least tokens of a page to begin with: shorter pages are redirects, notices, and lists of links. */
const MIN_START_TOKENS = 100;

/** Pages to begin with: those nearest to the root of the site, in a fixed order. */
export function listStartPages(sql: SqlStorage, limit: number): StartPage[] {
  return sql
    .exec<StartPage>(
      `SELECT url, title FROM page WHERE tokens >= ?1
       ORDER BY length(rtrim(url, '/')) - length(replace(rtrim(url, '/'), '/', '')), length(url), url LIMIT ?2`,
      MIN_START_TOKENS,
      limit,
    )
    .toArray();
}

export type SampledSection = { url: string; title: string; headingPath: string[]; text: string };

/** Least tokens of a sampled passage: shorter passages say too little to be asked about. */
const MIN_SAMPLED_TOKENS = 40;

/** Up to `limit` passages below a heading, spread evenly over the index, in a fixed order. CAST, since objects bind numbers as reals. */
export function sampleSections(sql: SqlStorage, limit: number): SampledSection[] {
  return sql
    .exec<{ url: string; title: string; headingPath: string; text: string }>(
      `SELECT page.url, page.title, picked.heading_path AS headingPath, picked.text FROM (
         SELECT *, row_number() OVER (ORDER BY id) AS at, count(*) OVER () AS total
         FROM chunk WHERE tokens >= ?1 AND heading_path <> '[]'
       ) AS picked JOIN page ON page.id = picked.page_id
       WHERE total <= ?2 OR at * CAST(?2 AS INTEGER) / total <> (at - 1) * CAST(?2 AS INTEGER) / total
       ORDER BY picked.id`,
      MIN_SAMPLED_TOKENS,
      limit,
    )
    .toArray()
    .map((row) => ({ ...row, headingPath: JSON.parse(row.headingPath) as string[] }));
}

/** Titles of the pages, then their headings, each once and one a line, up to `maxCharacters`. */
export function readOutline(sql: SqlStorage, maxCharacters: number): string {
  const lines = new Set<string>();
  let length = 0;
  const add = (line: string) => {
    if (length < maxCharacters && !lines.has(line)) {
      lines.add(line);
      length += line.length + 1;
    }
  };
  for (const { title } of sql.exec<{ title: string }>("SELECT title FROM page ORDER BY id")) add(title);
  for (const { path } of sql.exec<{ path: string }>("SELECT DISTINCT heading_path AS path FROM chunk")) {
    if (length >= maxCharacters) break;
    for (const heading of JSON.parse(path) as string[]) add(heading);
  }
  return [...lines].join("\n").slice(0, maxCharacters);
}

/** How often a phrase is in the texts of all pages. Reads every text. */
export function countPhrase(sql: SqlStorage, phrase: string): number {
  return sql
    .exec<{ found: number }>(
      "SELECT coalesce(sum(length(text) - length(replace(text, ?1, ''))), 0) / length(?1) AS found FROM chunk",
      phrase,
    )
    .one().found;
}

/** Offsets of a page's chunks in its markdown, and the chunks' hashes; empty for a page that is not stored. */
export function listChunks(sql: SqlStorage, url: string): { start: number; end: number; hash: string }[] {
  return sql
    .exec<{ start: number; end: number; hash: string }>(
      `SELECT start_offset AS start, end_offset AS end, hash
       FROM page JOIN chunk ON chunk.id BETWEEN page.first_chunk_id AND page.first_chunk_id + page.chunk_count - 1
       WHERE page.url = ? ORDER BY chunk.id`,
      url,
    )
    .toArray();
}

/** The chunks of a page as they were put, in order. */
export function listStoredChunks(sql: SqlStorage, pageId: number): Chunk[] {
  return sql
    .exec<Omit<Chunk, "headingPath"> & { path: string }>(
      `SELECT ordinal, anchor, heading_path AS path, start_offset AS start, end_offset AS "end", chunk.text, chunk.tokens
       FROM page JOIN chunk ON chunk.id BETWEEN page.first_chunk_id AND page.first_chunk_id + page.chunk_count - 1
       WHERE page.id = ? ORDER BY chunk.id`,
      pageId,
    )
    .toArray()
    .map(({ path, ...chunk }) => ({ ...chunk, headingPath: JSON.parse(path) as string[] }));
}

export function readTotals(sql: SqlStorage): IndexTotals {
  return sql.exec<IndexTotals>("SELECT pages, chunks, tokens FROM totals").one();
}

export function findStoredPage(sql: SqlStorage, url: string): StoredPage | null {
  const [row] = sql
    .exec<{
      id: number;
      url: string;
      title: string;
      description: string | null;
      tokens: number;
      contentHash: string;
      fetchedAt: number;
    }>(
      `SELECT id, url, title, description, tokens, content_hash AS contentHash, fetched_at AS fetchedAt
       FROM page WHERE url = ?`,
      url,
    )
    .toArray();
  if (!row) return null;
  const { id, ...page } = row;
  return {
    ...page,
    markdown: readTextPieces(sql, "markdown", id),
    sections: JSON.parse(readTextPieces(sql, "sections", id)) as Section[],
  };
}

export function readChunkTexts(sql: SqlStorage, chunkIds: number[]): PassageText[] {
  return sql
    .exec<PassageText>(
      `SELECT chunk.id AS chunkId, chunk.text
       FROM json_each(?) AS wanted JOIN chunk ON chunk.id = wanted.value ORDER BY wanted.key`,
      JSON.stringify(chunkIds),
    )
    .toArray();
}

import { deletePiece, readTextPieces, writePieces } from "./page-pieces.ts";
import { isIndexable, quote } from "./postings.ts";
import { analyzeMarkdown, analyzeText } from "./terms.ts";

/** The text of a page at some time. */
export type PageThen = {
  url: string;
  title: string;
  markdown: string;
  /** The time from which the page had this text, in milliseconds since 1970. */
  since: number;
  /** Hash of the page as it was read; null for a former text. */
  contentHash: string | null;
};

/** Pages with their text of an earlier time and of now; null where there was or is no page. */
export type ChangedPages = { url: string; before: PageThen | null; after: PageThen | null }[];

/** Most former texts of a page. */
const MAX_TEXTS = 3;
/** Time for which a former text is kept. */
const KEPT_MS = 180 * 24 * 60 * 60_000;
/** Characters of text after which a list of changed pages ends: a call between objects takes 32 MB. */
const MAX_CHARACTERS = 4_000_000;

/** From `at` on former texts are kept; a second call changes nothing. Before, pages are being found, and none of them is new. */
export function beginHistory(sql: SqlStorage, at: number): void {
  sql.exec("INSERT OR IGNORE INTO meta VALUES ('history_start', ?)", at);
}

/** The time since which former texts are held, given the present time; null where none are kept. In milliseconds since 1970. */
export function readHistoryStart(sql: SqlStorage, now: number): number | null {
  const [row] = sql.exec<{ value: number }>("SELECT value FROM meta WHERE key = 'history_start'").toArray();
  return row ? Math.max(row.value, now - KEPT_MS) : null;
}

/**
 * Keeps the text of a stored page, which the page has until `until`; does nothing before `beginHistory`. Forgets texts that are too old, and
 * the oldest of more than three: the next one then stands for its time too. Must run inside a transaction.
 */
export function keepFormer(sql: SqlStorage, pageId: number, until: number): void {
  if (readHistoryStart(sql, until) === null) return;
  const page = sql
    .exec<{ url: string; title: string; textSince: number }>(
      "SELECT url, title, coalesce(text_since, fetched_at) AS textSince FROM page WHERE id = ?",
      pageId,
    )
    .one();
  const markdown = readTextPieces(sql, "markdown", pageId);
  const { id } = sql
    .exec<{ id: number }>(
      "INSERT INTO former_page (url, title, text_since, text_until) VALUES (?, ?, ?, ?) RETURNING id",
      page.url,
      page.title,
      page.textSince,
      until,
    )
    .one();
  writePieces(sql, "former", id, markdown);
  const terms = [...new Set([...analyzeText(page.title), ...analyzeMarkdown(markdown)])];
  sql.exec("INSERT INTO former_terms (rowid, body) VALUES (?, ?)", id, terms.join(" "));
  const texts = sql
    .exec<{ id: number; textSince: number }>(
      "SELECT id, text_since AS textSince FROM former_page WHERE url = ? ORDER BY text_until, id",
      page.url,
    )
    .toArray();
  const oldest = texts.at(-MAX_TEXTS - 1);
  if (oldest) {
    const next = texts.at(-MAX_TEXTS)!;
    sql.exec("UPDATE former_page SET text_since = ? WHERE id = ?", oldest.textSince, next.id);
    deleteFormer(sql, oldest.id);
  }
  const old = sql.exec<{ id: number }>("SELECT id FROM former_page WHERE text_until < ?", until - KEPT_MS);
  for (const row of old.toArray()) deleteFormer(sql, row.id);
}

/** Forgets all former texts of a page, which its owner has taken away. Must run inside a transaction. */
export function forgetFormer(sql: SqlStorage, url: string): void {
  const texts = sql.exec<{ id: number }>("SELECT id FROM former_page WHERE url = ?", url);
  for (const { id } of texts.toArray()) deleteFormer(sql, id);
}

/** The page at `url` as it was at `at`; null where there was none. */
export function readAsOf(sql: SqlStorage, url: string, at: number): PageThen | null {
  const [former] = sql
    .exec<Row>(
      `${FORMER} WHERE url = ?1 AND text_since <= ?2 AND text_until > ?2 ORDER BY text_until LIMIT 1`,
      url,
      at,
    )
    .toArray();
  if (former) return asPage(sql, "former", former);
  const now = readNow(sql, url);
  return now && now.since <= at ? now : null;
}

/**
 * Up to `limit` pages that have one of the terms, now or at `since`, and whose text is another one than at `since`: best first, with both
 * texts. Relies on the indexes of the terms and on `former_page_url`.
 */
export function findChangedPages(
  sql: SqlStorage,
  since: number,
  terms: string[],
  limit: number,
): ChangedPages {
  const match = matchOf(terms);
  if (match === null) return [];
  const urls = sql
    .exec<{ url: string }>(
      `SELECT url, max(score) AS score FROM (
         SELECT url, -chunk_terms.rank AS score FROM chunk_terms
         JOIN chunk ON chunk.id = chunk_terms.rowid JOIN page ON page.id = chunk.page_id
         WHERE chunk_terms MATCH ?1 AND coalesce(page.text_since, page.fetched_at) > ?2
         UNION ALL
         SELECT url, -former_terms.rank AS score FROM former_terms
         JOIN former_page ON former_page.id = former_terms.rowid
         WHERE former_terms MATCH ?1 AND text_since <= ?2 AND text_until > ?2
       ) GROUP BY url ORDER BY score DESC, url LIMIT ?3`,
      match,
      since,
      limit,
    )
    .toArray();
  const pages: ChangedPages = [];
  let characters = 0;
  for (const { url } of urls) {
    const [before, after] = [readAsOf(sql, url, since), readNow(sql, url)];
    if (before?.markdown === after?.markdown) continue;
    pages.push({ url, before, after });
    characters += (before?.markdown.length ?? 0) + (after?.markdown.length ?? 0);
    if (characters > MAX_CHARACTERS) break;
  }
  return pages;
}

/** URLs of up to `limit` pages that have one of the terms, best first. */
export function findPagesAbout(sql: SqlStorage, terms: string[], limit: number): string[] {
  const match = matchOf(terms);
  if (match === null) return [];
  return sql
    .exec<{ url: string }>(
      `SELECT url, max(-chunk_terms.rank) AS score FROM chunk_terms
       JOIN chunk ON chunk.id = chunk_terms.rowid JOIN page ON page.id = chunk.page_id
       WHERE chunk_terms MATCH ? GROUP BY url ORDER BY score DESC, url LIMIT ?`,
      match,
      limit,
    )
    .toArray()
    .map(({ url }) => url);
}

type Row = Omit<PageThen, "markdown"> & { id: number };

const FORMER = "SELECT id, url, title, text_since AS since, NULL AS contentHash FROM former_page";

function readNow(sql: SqlStorage, url: string): PageThen | null {
  const [row] = sql
    .exec<Row>(
      `SELECT id, url, title, coalesce(text_since, fetched_at) AS since, content_hash AS contentHash
       FROM page WHERE url = ?`,
      url,
    )
    .toArray();
  return row ? asPage(sql, "markdown", row) : null;
}

function asPage(sql: SqlStorage, kind: "former" | "markdown", { id, ...page }: Row): PageThen {
  return { ...page, markdown: readTextPieces(sql, kind, id) };
}

function deleteFormer(sql: SqlStorage, id: number): void {
  sql.exec("DELETE FROM former_terms WHERE rowid = ?", id);
  deletePiece(sql, "former", id);
  sql.exec("DELETE FROM former_page WHERE id = ?", id);
}

function matchOf(terms: string[]): string | null {
  const known = terms.filter(isIndexable);
  return known.length === 0 ? null : known.map(quote).join(" OR ");
}

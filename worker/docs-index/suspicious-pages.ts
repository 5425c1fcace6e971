import { findInjections } from "#worker/content/injections/find-injections.ts";
import { oneLine } from "#worker/content/one-line.ts";
import type { KnownPage, LeftOutPage, PutPage, SuspiciousPage, Suspicions } from "./pages.ts";
import { readTextPieces } from "./page-pieces.ts";

/** Quotes of one page, and the characters of each: enough to judge the page by. */
const MAX_QUOTES = 3;
const MAX_QUOTE_CHARACTERS = 300;
/** Pages of one answer. */
const MAX_LISTED = 200;
/** A row of SQLite in a Durable Object holds 2 MB. */
const MAX_LINKS_CHARACTERS = 500_000;
/** Limit on the pages left out of one index. Whoever wants more writes an exclude pattern. */
export const MAX_LEFT_OUT = 200;

/** How often a text speaks to a model, and the first of these places, each on one line. */
export type Findings = { found: number; quotes: string[] };

/** Counts the places at which a page speaks to a model. */
export function countInjections(markdown: string): Findings {
  const places = findInjections(markdown);
  const quotes = places
    .slice(0, MAX_QUOTES)
    .map(({ start, end }) => oneLine(markdown.slice(start, end), MAX_QUOTE_CHARACTERS));
  return { found: places.length, quotes };
}

/** Writes down the findings on a page that was just inserted. Must run inside the same transaction. */
export function insertFindings(sql: SqlStorage, pageId: number, { found, quotes }: Findings): void {
  if (found > 0)
    sql.exec("INSERT INTO suspicious_page VALUES (?, ?, ?)", pageId, found, JSON.stringify(quotes));
}

/** Stored pages that speak to a model, those with the most places first, and the pages that their owner left out. */
export function listSuspicions(sql: SqlStorage): Suspicions {
  const pages = sql
    .exec<Row>(
      `SELECT url, title, found, quotes FROM suspicious_page JOIN page ON page.id = suspicious_page.page_id
       ORDER BY found DESC, url LIMIT ?`,
      MAX_LISTED,
    )
    .toArray();
  const leftOut = sql
    .exec<Row & { leftOutAt: number }>(
      `SELECT url, title, found, quotes, left_out_at AS leftOutAt FROM left_out_page ORDER BY left_out_at DESC, url`,
    )
    .toArray();
  const { total } = sql.exec<{ total: number }>("SELECT count(*) AS total FROM suspicious_page").one();
  return {
    total,
    pages: pages.map((row): SuspiciousPage => ({ ...row, quotes: JSON.parse(row.quotes) as string[] })),
    leftOut: leftOut.map((row): LeftOutPage => ({ ...row, quotes: JSON.parse(row.quotes) as string[] })),
  };
}

type Row = { url: string; title: string; found: number; quotes: string };

/**
 * Notes a stored page as left out, at `at` in milliseconds since 1970; the caller deletes the page. Returns "full" where no more pages
 * can be left out. Must run inside a transaction.
 */
export function noteLeftOut(sql: SqlStorage, pageId: number, at: number): "left-out" | "full" {
  const { count } = sql.exec<{ count: number }>("SELECT count(*) AS count FROM left_out_page").one();
  if (count >= MAX_LEFT_OUT) return "full";
  sql.exec(
    `INSERT INTO left_out_page
     SELECT url, title, content_hash, ?2, coalesce(found, 0), coalesce(quotes, '[]'), ?3
     FROM page LEFT JOIN suspicious_page ON page_id = page.id WHERE page.id = ?1`,
    pageId,
    boundedLinks(readTextPieces(sql, "links", pageId)),
    at,
  );
  return "left-out";
}

export function isLeftOut(sql: SqlStorage, url: string): boolean {
  return sql.exec("SELECT 1 FROM left_out_page WHERE url = ?", url).toArray().length > 0;
}

/** Links as JSON; none for a list that fits into no row. */
function boundedLinks(links: string): string {
  return links.length <= MAX_LINKS_CHARACTERS ? links : "[]";
}

/** Keeps what is known of a left-out page up to date, without its text. */
export function updateLeftOut(sql: SqlStorage, page: PutPage): void {
  const { found, quotes } = countInjections(page.markdown);
  sql.exec(
    "UPDATE left_out_page SET title = ?2, content_hash = ?3, links = ?4, found = ?5, quotes = ?6 WHERE url = ?1",
    page.url,
    page.title,
    page.contentHash,
    boundedLinks(JSON.stringify(page.links)),
    found,
    JSON.stringify(quotes),
  );
}

/** Lets a page back in, to be stored when it is read the next time. False where it was not left out. */
export function takeIn(sql: SqlStorage, url: string): boolean {
  return sql.exec("DELETE FROM left_out_page WHERE url = ? RETURNING url", url).toArray().length > 0;
}

/** The left-out pages among `urls`. A crawl doesn't fetch them, and follows the links that they had. */
export function findLeftOut(sql: SqlStorage, urls: string[]): KnownPage[] {
  return sql
    .exec<{ url: string; contentHash: string; links: string }>(
      `SELECT url, content_hash AS contentHash, links FROM left_out_page WHERE url IN (SELECT value FROM json_each(?))`,
      JSON.stringify(urls),
    )
    .toArray()
    .map((row) => ({
      ...row,
      links: JSON.parse(row.links) as string[],
      etag: null,
      lastModified: null,
      isLeftOut: true,
    }));
}

import { distinctTitles } from "#worker/content/distinct-titles.ts";
import { lineKeys, SharedTextCounter, withoutShared } from "#worker/content/shared-text.ts";
import type { SharedText } from "#worker/content/shared-text.ts";
import { readPieces, readTextPieces } from "./page-pieces.ts";
import type { SharedLines, UntidyPage } from "./pages.ts";

/** Most pages that a count reads, drawn evenly from the stored pages. */
const MAX_COUNTED = 300;
/** Number of pages at which a count comes before the end of a run, and again at each doubling: few pages are then stored twice. */
const MIN_EARLY_PAGES = 200;
/** Most pages of one title that are compared with each other: some megabytes of addresses. */
const MAX_GROUP = 5000;

/** Text that the pages of this index share, by the last count. `revision` goes up when a count finds more. */
export function readShared(sql: SqlStorage): SharedLines {
  const rows = sql
    .exec<{ kind: string; text: string; keeper: string }>("SELECT kind, text, keeper FROM shared_text")
    .toArray();
  return {
    revision: readMeta(sql, "shared_revision"),
    lines: rows.filter(({ kind }) => kind === "line").map(({ text, keeper }) => ({ key: text, keeper })),
    titleParts: rows.filter(({ kind }) => kind === "title").map(({ text }) => text),
  };
}

/** Whether so many pages came since the last count that another count is worth its time before the end of the run. */
export function isCountDue(sql: SqlStorage): boolean {
  const { pages } = sql.exec<{ pages: number }>("SELECT pages FROM totals").one();
  return pages >= Math.max(MIN_EARLY_PAGES, 2 * readMeta(sql, "shared_pages"));
}

/**
 * Counts shared text anew, unless nothing was stored since the last count. A line stays shared, although pages are stored without it,
 * until the page that keeps the line is gone or has another text. Must run inside a transaction.
 */
export function countShared(sql: SqlStorage): void {
  const { next, pages } = sql
    .exec<{ next: number; pages: number }>("SELECT next_chunk_id AS next, pages FROM totals")
    .one();
  if (readMeta(sql, "shared_at") === next) return;
  writeMeta(sql, "shared_at", next);
  writeMeta(sql, "shared_pages", pages);
  forgetLost(sql);
  const counter = new SharedTextCounter();
  const ids = sql.exec<{ id: number }>("SELECT id FROM page ORDER BY id").toArray();
  const step = Math.max(1, ids.length / MAX_COUNTED);
  for (let at = 0; at < ids.length; at += step) counter.add(readPage(sql, ids[Math.floor(at)]!.id));
  const { keepers, titleParts } = counter.result();
  const rows = [
    ...Array.from(keepers, ([text, keeper]) => ["line", text, keeper] as const),
    ...Array.from(titleParts, (text) => ["title", text, ""] as const),
  ];
  let added = 0;
  for (const row of rows)
    added += sql.exec("INSERT OR IGNORE INTO shared_text VALUES (?, ?, ?)", ...row).rowsWritten;
  if (added > 0) writeMeta(sql, "shared_revision", readMeta(sql, "shared_revision") + 1);
}

/** Up to `limit` pages behind `after` that hold shared text; pages that hold none are marked on the way. */
export function findUntidy(
  sql: SqlStorage,
  after: number,
  limit: number,
): { pages: UntidyPage[]; next: number | null } {
  const { revision, lines, titleParts } = readShared(sql);
  const shared: SharedText = {
    keepers: new Map(lines.map(({ key, keeper }) => [key, keeper])),
    titleParts: new Set(titleParts),
  };
  const rows = sql
    .exec<{ id: number }>(
      "SELECT id FROM page WHERE id > ? AND coalesce(shared_revision, 0) <> ? ORDER BY id LIMIT ?",
      after,
      revision,
      limit,
    )
    .toArray();
  const pages: UntidyPage[] = [];
  for (const { id } of rows) {
    const page = readPage(sql, id);
    if (withoutShared(page, shared) === page)
      sql.exec("UPDATE page SET shared_revision = ? WHERE id = ?", revision, id);
    else pages.push(readWhole(sql, id, page));
  }
  return { pages, next: rows.length < limit ? null : rows.at(-1)!.id };
}

/**
 * Gives up to `limit` pages whose title is another page's too a title that says which page it is; returns how many titles changed. When
 * that is fewer than `limit`, all titles are told apart. Holds the pages of one title in memory at a time.
 */
export function tellTitlesApart(sql: SqlStorage, limit: number): number {
  const changes: { id: number; title: string; base: string | null }[] = [];
  for (const group of groupsOfTitle(sql)) {
    const distinct = distinctTitles(group, { isPart: group[0]!.size > MAX_GROUP });
    for (const { id, url, shown, title } of group) {
      const wanted = distinct.get(url) ?? title;
      if (wanted !== shown) changes.push({ id, title: wanted, base: wanted === title ? null : title });
    }
    if (changes.length >= limit) break;
  }
  const now = changes.slice(0, limit);
  for (const { id, title, base } of now)
    sql.exec("UPDATE page SET title = ?, base_title = ? WHERE id = ?", title, base, id);
  return now.length;
}

type TitledPage = { id: number; url: string; shown: string; title: string; size: number };

/** Pages that share their title, and pages that once did, in groups of one title and at most `MAX_GROUP` pages. */
function* groupsOfTitle(sql: SqlStorage): Generator<TitledPage[]> {
  const pages = sql.exec<TitledPage>(
    `SELECT id, url, shown, title, size FROM (
       SELECT id, url, title AS shown, coalesce(base_title, title) AS title,
              count(*) OVER (PARTITION BY coalesce(base_title, title)) AS size
       FROM page
     ) WHERE size > 1 OR shown <> title ORDER BY title, id`,
  );
  let group: TitledPage[] = [];
  for (const page of pages) {
    const isSame = group[0]?.title === page.title && group.length < MAX_GROUP;
    if (!isSame && group.length > 0) {
      yield group;
      group = [];
    }
    group.push(page);
  }
  if (group.length > 0) yield group;
}

/** Forgets each line that its keeper does not hold any more: pages may bring such a line again. */
function forgetLost(sql: SqlStorage): void {
  const { lines } = readShared(sql);
  for (const [keeper, kept] of Map.groupBy(lines, (line) => line.keeper)) {
    const [page] = sql.exec<{ id: number }>("SELECT id FROM page WHERE url = ?", keeper).toArray();
    const held = page ? lineKeys(readTextPieces(sql, "markdown", page.id)) : new Set<string>();
    for (const { key } of kept)
      if (!held.has(key)) sql.exec("DELETE FROM shared_text WHERE kind = 'line' AND text = ?", key);
  }
}

type PageText = { url: string; title: string; markdown: string };

function readPage(sql: SqlStorage, id: number): PageText {
  const page = sql
    .exec<{ url: string; title: string }>(
      "SELECT url, coalesce(base_title, title) AS title FROM page WHERE id = ?",
      id,
    )
    .one();
  return { ...page, markdown: readTextPieces(sql, "markdown", id) };
}

function readWhole(sql: SqlStorage, id: number, page: PageText): UntidyPage {
  const row = sql
    .exec<Omit<UntidyPage, "links" | "chunks" | "vectors" | keyof PageText>>(
      `SELECT description, etag, last_modified AS lastModified, content_hash AS contentHash,
              fetched_at AS fetchedAt, embedder_id AS embedderId, language, stated_version AS statedVersion
       FROM page WHERE id = ?`,
      id,
    )
    .one();
  const chunks = sql
    .exec<{ path: string; text: string }>(
      `SELECT heading_path AS path, text FROM page
       JOIN chunk ON chunk.id BETWEEN first_chunk_id AND first_chunk_id + chunk_count - 1
       WHERE page.id = ? ORDER BY chunk.id`,
      id,
    )
    .toArray()
    .map(({ path, text }) => ({ headingPath: JSON.parse(path) as string[], text }));
  const links = JSON.parse(readTextPieces(sql, "links", id)) as string[];
  const vectors = row.embedderId === null ? null : new Int8Array(readPieces(sql, "vectors", id));
  return { ...page, ...row, links, chunks, vectors };
}

function readMeta(sql: SqlStorage, key: string): number {
  const [row] = sql.exec<{ value: number }>("SELECT value FROM meta WHERE key = ?", key).toArray();
  return row?.value ?? 0;
}

function writeMeta(sql: SqlStorage, key: string, value: number): void {
  sql.exec("INSERT OR REPLACE INTO meta VALUES (?, ?)", key, value);
}

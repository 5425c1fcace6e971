import type { PageOutcome } from "#schema/values.ts";
import {
  isInScope,
  MAX_LINK_DEPTH,
  MAX_QUERIES_PER_PATH,
  whyExcluded,
  whyGenerated,
  whyTrap,
} from "./crawl-scope.ts";
import type { CrawlScope } from "./crawl-scope.ts";
import { isAsset, isMarkdownUrl, twinKey } from "#worker/content/crawl-url.ts";
import { outcomeWords } from "./outcome-words.ts";
import type { OutcomeWords } from "./outcome-words.ts";

/** A page that a consumer has taken to work on. */
export type LeasedPage = {
  id: number;
  url: string;
  depth: number;
  /** Whether the page's original could not be indexed: then this copy is indexed whatever it says about itself. */
  isLastResort: boolean;
};

/** Report of a consumer about a page that it took. */
export type PageResult =
  | {
      kind: "done";
      id: number;
      outcome: PageOutcome;
      words: OutcomeWords;
      /** The page that stands for this one: its redirect target or original. Also goes to the frontier when in scope. */
      target?: string;
      /** Canonical URLs in scope that were not reported before. */
      links: string[];
      /** The failure may pass: a copy that is in the index already stays there. */
      isTransient?: boolean;
    }
  /** Try again later; after the last attempt the outcome stands. */
  | { kind: "retry"; id: number; outcome: PageOutcome; words: OutcomeWords; delayMs: number }
  /** The page is given back unread. */
  | { kind: "release"; id: number; delayMs: number };

export type ListedPage = {
  url: string;
  outcome: PageOutcome;
  reason: string | null;
  fix: string | null;
  target: string | null;
};

export const LEASE_MS = 60_000;
export const MAX_ATTEMPTS = 3;
/** Most URLs that are written down beyond the page limit, so that the owner sees what was left out. */
const EXTRA_ROWS = 60_000;

const PENDING = 0;
const LEASED = 1;
const DONE = 2;

/** The URLs of one crawl, each once, in the SQLite of its CrawlRun. Every method is one synchronous step. */
export class Frontier {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    sql.exec(`
      CREATE TABLE IF NOT EXISTS pages (
        id INTEGER PRIMARY KEY,
        url TEXT NOT NULL UNIQUE,
        depth INTEGER NOT NULL,
        state INTEGER NOT NULL DEFAULT ${PENDING},
        -- When a pending page may be taken, or when a lease ends.
        due_at INTEGER NOT NULL DEFAULT 0,
        attempts INTEGER NOT NULL DEFAULT 0,
        is_last_resort INTEGER NOT NULL DEFAULT 0,
        outcome TEXT,
        reason TEXT,
        fix TEXT,
        target TEXT,
        content_hash TEXT,
        is_transient INTEGER NOT NULL DEFAULT 0
      );
      CREATE INDEX IF NOT EXISTS pages_state ON pages (state);
      CREATE INDEX IF NOT EXISTS pages_outcome ON pages (outcome);
      CREATE INDEX IF NOT EXISTS pages_hash ON pages (content_hash) WHERE content_hash IS NOT NULL;
      CREATE TABLE IF NOT EXISTS query_paths (path TEXT PRIMARY KEY, queries INTEGER NOT NULL) WITHOUT ROWID;
      CREATE TABLE IF NOT EXISTS twins (twin TEXT PRIMARY KEY, url TEXT NOT NULL) WITHOUT ROWID;
    `);
  }

  /**
   * Adds URLs that are not there yet. URLs that the owner's patterns, the rules against traps or those on generated pages leave out are
   * written down as excluded. Returns how many had no room. `isListed` marks pages that a llms.txt names, `areFiles` pages that are known
   * to exist and to be documents.
   */
  add(
    urls: string[],
    options: {
      scope: CrawlScope;
      depth: number;
      pageLimit: number;
      isListed?: boolean;
      isStart?: boolean;
      areFiles?: boolean;
    },
  ): number {
    // Rows are never deleted, so the highest id is their number.
    let room = options.pageLimit + EXTRA_ROWS - this.#count("SELECT coalesce(max(id), 0) AS n FROM pages");
    let dropped = 0;
    for (const url of urls) {
      if (!isInScope(url, options.scope) || (isAsset(url) && !options.areFiles)) continue;
      if (this.#count("SELECT count(*) AS n FROM pages WHERE url = ?", url) > 0) continue;
      if (room <= 0) {
        dropped += 1;
        continue;
      }
      room -= 1;
      if (options.isListed && isMarkdownUrl(url))
        this.#sql.exec("INSERT OR IGNORE INTO twins (twin, url) VALUES (?, ?)", twinKey(url), url);
      const reason = options.isStart ? null : this.#whyLeftOut(url, options);
      const isAsked = options.isStart || options.isListed || options.areFiles;
      const generated = reason !== null || isAsked ? null : whyGenerated(url, options.scope);
      const twin = options.isStart || isMarkdownUrl(url) ? null : this.#twinOf(url);
      if (reason !== null)
        this.#insertDone(url, options.depth, "excluded", outcomeWords("excluded", { reason }));
      else if (generated !== null) this.#insertDone(url, options.depth, "excluded", generated);
      else if (twin !== null)
        this.#insertDone(url, options.depth, "duplicate", outcomeWords("duplicate", { target: twin }), twin);
      else this.#sql.exec("INSERT INTO pages (url, depth) VALUES (?, ?)", url, options.depth);
    }
    return dropped;
  }

  /** Adds URLs whose outcome is known without reading them; a URL that is there already stays unchanged. Returns how many are new. */
  addDone(urls: string[], outcome: PageOutcome): number {
    const { reason, fix } = outcomeWords(outcome);
    let added = 0;
    for (const url of urls) {
      added +=
        this.#sql.exec(
          `INSERT OR IGNORE INTO pages (url, depth, state, outcome, reason, fix) VALUES (?, 0, ${DONE}, ?, ?, ?)`,
          url,
          outcome,
          reason,
          fix,
        ).rowsWritten > 0
          ? 1
          : 0;
    }
    return added;
  }

  /** Takes up to `count` pages that are due, in the order of their discovery. */
  lease(count: number, now: number): LeasedPage[] {
    const rows = this.#sql
      .exec<{ id: number; url: string; depth: number; is_last_resort: number }>(
        `UPDATE pages SET state = ${LEASED}, due_at = ?, attempts = attempts + 1
         WHERE id IN (SELECT id FROM pages WHERE state = ${PENDING} AND due_at <= ? ORDER BY id LIMIT ?)
         RETURNING id, url, depth, is_last_resort`,
        now + LEASE_MS,
        now,
        Math.max(0, count),
      )
      .toArray();
    return rows
      .map((row) => ({ id: row.id, url: row.url, depth: row.depth, isLastResort: row.is_last_resort === 1 }))
      .sort((a, b) => a.id - b.id);
  }

  /** Writes down the outcome of a page. A second report about the same page changes nothing. Returns whether this report was the first. */
  settle(result: PageResult, now: number): boolean {
    if (result.kind === "release") {
      this.#sql.exec(
        `UPDATE pages SET state = ${PENDING}, due_at = ?, attempts = max(0, attempts - 1) WHERE id = ? AND state = ${LEASED}`,
        now + result.delayMs,
        result.id,
      );
      return false;
    }
    if (result.kind === "retry") {
      const again = this.#sql.exec(
        `UPDATE pages SET state = ${PENDING}, due_at = ? WHERE id = ? AND state <> ${DONE} AND attempts < ${MAX_ATTEMPTS}`,
        now + result.delayMs,
        result.id,
      );
      if (again.rowsWritten > 0) return false;
      return this.settle({ ...result, kind: "done", links: [], isTransient: true }, now);
    }
    const { id, outcome, words, target, isTransient } = result;
    return (
      this.#sql.exec(
        `UPDATE pages SET state = ${DONE}, outcome = ?, reason = ?, fix = ?, target = ?, is_transient = ?
       WHERE id = ? AND state <> ${DONE}`,
        outcome,
        words.reason,
        words.fix,
        target ?? null,
        isTransient ? 1 : 0,
        id,
      ).rowsWritten > 0
    );
  }

  depthOf(id: number): number {
    return this.#count("SELECT depth AS n FROM pages WHERE id = ?", id);
  }

  /**
   * Makes a page the one that stands for a text, and returns null; or returns the URL of the page that does already: another page of this
   * crawl, or the one under which the index has the text (`storedAt`), unless this crawl knows better.
   */
  claimText(id: number, contentHash: string, storedAt: string | null): string | null {
    this.#sql.exec("UPDATE pages SET content_hash = ? WHERE id = ?", contentHash, id);
    const [owner] = this.#sql.exec<{ url: string }>(
      `SELECT url FROM pages WHERE content_hash = ? AND id <> ?
       AND (state = ${LEASED} OR outcome IN ('indexed', 'unchanged')) ORDER BY id LIMIT 1`,
      contentHash,
      id,
    );
    if (owner || storedAt === null) return owner?.url ?? null;
    const isGone = this.#count(
      `SELECT count(*) AS n FROM pages WHERE url = ?
       AND (id = ? OR content_hash <> ? OR (state = ${DONE} AND outcome NOT IN ('indexed', 'unchanged')))`,
      storedAt,
      id,
      contentHash,
    );
    return isGone > 0 ? null : storedAt;
  }

  /** Gives back pages whose consumer went silent, and gives up a page after three times. */
  expireLeases(now: number): number {
    const words = outcomeWords("failed", { reason: "It took too long or crashed the reader, three times." });
    const lost = this.#sql.exec(
      `UPDATE pages SET state = ${DONE}, outcome = 'failed', reason = ?, fix = ?, is_transient = 1
       WHERE state = ${LEASED} AND due_at < ? AND attempts >= ${MAX_ATTEMPTS}`,
      words.reason,
      words.fix,
      now,
    );
    const back = this.#sql.exec(
      `UPDATE pages SET state = ${PENDING}, due_at = 0 WHERE state = ${LEASED} AND due_at < ?`,
      now,
    );
    return lost.rowsWritten + back.rowsWritten;
  }

  /** Gives copies back to be indexed, once, whose original turned out not to be searchable, or to have another text now. */
  requeueOrphans(): number {
    return this.#sql.exec(
      `UPDATE pages SET state = ${PENDING}, due_at = 0, attempts = 0, is_last_resort = 1, outcome = NULL, reason = NULL,
         fix = NULL, target = NULL
       WHERE outcome = 'duplicate' AND is_last_resort = 0 AND NOT EXISTS (
         SELECT 1 FROM pages t LEFT JOIN pages u ON u.url = t.target
         WHERE t.url = pages.target
           AND (t.outcome IN ('indexed', 'unchanged') OR u.outcome IN ('indexed', 'unchanged'))
           AND (pages.content_hash IS NULL OR t.content_hash = pages.content_hash))`,
    ).rowsWritten;
  }

  /** Ends every page that is still waiting with one outcome. */
  endPending(outcome: PageOutcome, words: OutcomeWords): void {
    this.#sql.exec(
      `UPDATE pages SET state = ${DONE}, outcome = ?, reason = ?, fix = ? WHERE state <> ${DONE}`,
      outcome,
      words.reason,
      words.fix,
    );
  }

  /** Forgets all URLs. */
  clear(): void {
    for (const table of ["pages", "query_paths", "twins"]) this.#sql.exec(`DELETE FROM ${table}`);
  }

  counts(): { pending: number; leased: number } {
    return {
      pending: this.#count(`SELECT count(*) AS n FROM pages WHERE state = ${PENDING}`),
      leased: this.#count(`SELECT count(*) AS n FROM pages WHERE state = ${LEASED}`),
    };
  }

  leasedCount(): number {
    return this.#count(`SELECT count(*) AS n FROM pages WHERE state = ${LEASED}`);
  }

  /** Time when the next waiting page is due, or null when none waits. */
  nextDueAt(): number | null {
    return this.#sql
      .exec<{ due: number | null }>(`SELECT min(due_at) AS due FROM pages WHERE state = ${PENDING}`)
      .one().due;
  }

  /** Number of pages by outcome. */
  outcomeCounts(): Partial<Record<PageOutcome, number>> {
    const rows = this.#sql.exec<{ outcome: PageOutcome; n: number }>(
      "SELECT outcome, count(*) AS n FROM pages WHERE outcome IS NOT NULL GROUP BY outcome",
    );
    return Object.fromEntries([...rows].map((row) => [row.outcome, row.n]));
  }

  /** Outcome of one URL, or null when the URL is unknown or still waiting. */
  find(url: string): ListedPage | null {
    const [row] = this.#sql.exec<ListedPage>(
      "SELECT url, outcome, reason, fix, target FROM pages WHERE url = ? AND outcome IS NOT NULL",
      url,
    );
    return row ?? null;
  }

  /** Pages that are done, in the order of their discovery; `next` continues the list. */
  list(options: { outcome?: PageOutcome; after: number; limit: number }): {
    pages: ListedPage[];
    next: number | null;
  } {
    const rows = this.#sql
      .exec<ListedPage & { id: number }>(
        `SELECT id, url, outcome, reason, fix, target FROM pages
         WHERE id > ? AND outcome IS NOT NULL ${options.outcome ? "AND outcome = ?" : ""} ORDER BY id LIMIT ?`,
        ...(options.outcome
          ? [options.after, options.outcome, options.limit]
          : [options.after, options.limit]),
      )
      .toArray();
    return {
      pages: rows.map(({ id: _id, ...page }) => page),
      next: rows.length === options.limit ? (rows.at(-1)?.id ?? null) : null,
    };
  }

  /** URLs whose pages stay in the index: searchable now, or failing in a way that may pass. */
  kept(after: number, limit: number): { urls: string[]; next: number | null } {
    const rows = this.#sql
      .exec<{ id: number; url: string }>(
        `SELECT id, url FROM pages WHERE id > ? AND (outcome IN ('indexed', 'unchanged') OR is_transient = 1)
         ORDER BY id LIMIT ?`,
        after,
        limit,
      )
      .toArray();
    const next = rows.length === limit ? (rows.at(-1)?.id ?? null) : null;
    return { urls: rows.map(({ url }) => url), next };
  }

  /** Those of `urls` whose pages leave the index. A page stays that is searchable now, or that failed in a way that may pass. */
  unkept(urls: string[]): string[] {
    return this.#sql
      .exec<{ url: string }>(
        `SELECT stored.value AS url FROM json_each(?) AS stored WHERE NOT EXISTS (
           SELECT 1 FROM pages WHERE pages.url = stored.value
             AND (outcome IN ('indexed', 'unchanged') OR is_transient = 1)
         )`,
        JSON.stringify(urls),
      )
      .toArray()
      .map(({ url }) => url);
  }

  #whyLeftOut(url: string, options: { scope: CrawlScope; depth: number; areFiles?: boolean }): string | null {
    const excluded = whyExcluded(url, options.scope);
    if (options.areFiles) return excluded;
    const reason = excluded ?? whyTrap(url, options.scope);
    if (reason !== null) return reason;
    if (options.depth > MAX_LINK_DEPTH)
      return `It is more than ${MAX_LINK_DEPTH} links away from the start page.`;
    const [path = "", query] = url.split("?", 2);
    if (query === undefined) return null;
    const { queries } = this.#sql
      .exec<{ queries: number }>(
        `INSERT INTO query_paths (path, queries) VALUES (?, 1)
         ON CONFLICT (path) DO UPDATE SET queries = queries + 1 RETURNING queries`,
        path,
      )
      .one();
    return queries > MAX_QUERIES_PER_PATH
      ? `The same path was met with more than ${MAX_QUERIES_PER_PATH} different queries.`
      : null;
  }

  #twinOf(url: string): string | null {
    const [row] = this.#sql.exec<{ url: string }>("SELECT url FROM twins WHERE twin = ?", twinKey(url));
    return row?.url ?? null;
  }

  #insertDone(url: string, depth: number, outcome: PageOutcome, words: OutcomeWords, target?: string): void {
    this.#sql.exec(
      `INSERT INTO pages (url, depth, state, outcome, reason, fix, target) VALUES (?, ?, ${DONE}, ?, ?, ?, ?)`,
      url,
      depth,
      outcome,
      words.reason,
      words.fix,
      target ?? null,
    );
  }

  #count(query: string, ...bindings: (string | number)[]): number {
    return this.#sql.exec<{ n: number }>(query, ...bindings).toArray()[0]?.n ?? 0;
  }
}

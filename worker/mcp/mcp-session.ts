import { DurableObject } from "cloudflare:workers";

export type ReadAheadPage = {
  url: string;
  title: string;
  markdown: string;
  contentHash: string;
  fetchedAt: number;
  /** Name of the source that holds the page, or null for one fetched from the web. */
  source: string | null;
};

const IDLE_MS = 30 * 60_000;
const LONGEST_LIFE_MS = 24 * 60 * 60_000;
const MAX_HASHES = 2000;
const MAX_QUERIES = 20;
const MAX_PAGES = 8;
const MAX_PAGES_BYTES = 2_000_000;
/** A row of a Durable Object's SQLite holds at most 2 MB. */
const MAX_ROW_BYTES = 1_000_000;
/** The same call again within this time gets the same answer and is not charged again. */
const REPLAY_WINDOW_MS = 60_000;
const MAX_ANSWERS = 32;

/** `n` orders every table: the newest row has the greatest. */
const TABLES = `
  CREATE TABLE life (id INTEGER PRIMARY KEY CHECK (id = 1), born_at INTEGER NOT NULL, used_at INTEGER NOT NULL);
  CREATE TABLE sent (n INTEGER PRIMARY KEY AUTOINCREMENT, hash TEXT NOT NULL UNIQUE);
  CREATE TABLE asked (n INTEGER PRIMARY KEY AUTOINCREMENT, query TEXT NOT NULL UNIQUE);
  CREATE TABLE kept (n INTEGER PRIMARY KEY AUTOINCREMENT, url TEXT NOT NULL UNIQUE, bytes INTEGER NOT NULL, page TEXT NOT NULL);
  CREATE TABLE answers (n INTEGER PRIMARY KEY AUTOINCREMENT, call TEXT NOT NULL UNIQUE, at INTEGER NOT NULL, answer TEXT NOT NULL);
`;

/**
 * What one agent session has been given. Empty and harmless for a handle that nobody has used: reading stores nothing.
 * Everything in it is deleted after 30 minutes without an answer, and 24 hours after the first one at the latest.
 */
export class McpSession extends DurableObject<Env> {
  readonly #sql = this.ctx.storage.sql;

  /** What a new answer must know: hashes of chunks that were sent, and the last questions, newest first. */
  async memory(): Promise<{ sentChunkHashes: string[]; recentQueries: string[] }> {
    if (!this.#isUsed()) return { sentChunkHashes: [], recentQueries: [] };
    return {
      sentChunkHashes: this.#column<string>("SELECT hash FROM sent ORDER BY n"),
      recentQueries: this.#column<string>("SELECT query FROM asked ORDER BY n DESC"),
    };
  }

  /** Remembers what an answer held. Recording the same twice changes nothing. */
  async remember(answer: { query: string | null; chunkHashes: string[] }): Promise<void> {
    await this.#write(() => {
      for (const hash of answer.chunkHashes)
        this.#sql.exec("INSERT OR IGNORE INTO sent (hash) VALUES (?)", hash);
      if (answer.query) this.#sql.exec("INSERT OR REPLACE INTO asked (query) VALUES (?)", answer.query);
      this.#keepNewest("sent", MAX_HASHES);
      this.#keepNewest("asked", MAX_QUERIES);
    });
  }

  /** Keeps pages that a following read will probably ask for. */
  async keepPages(pages: ReadAheadPage[]): Promise<void> {
    const rows = pages
      .map((page) => ({ url: page.url, json: JSON.stringify(page) }))
      .map((row) => ({ ...row, bytes: new TextEncoder().encode(row.json).length }))
      .filter((row) => row.bytes <= MAX_ROW_BYTES);
    if (rows.length === 0) return;
    await this.#write(() => {
      for (const { url, bytes, json } of rows) {
        this.#sql.exec("INSERT OR REPLACE INTO kept (url, bytes, page) VALUES (?, ?, ?)", url, bytes, json);
      }
      this.#keepNewest("kept", MAX_PAGES);
      this.#sql.exec(
        `DELETE FROM kept WHERE n IN
           (SELECT n FROM (SELECT n, SUM(bytes) OVER (ORDER BY n DESC) AS total FROM kept) WHERE total > ?)`,
        MAX_PAGES_BYTES,
      );
    });
  }

  async keptPage(url: string): Promise<ReadAheadPage | null> {
    if (!this.#isUsed()) return null;
    const [page] = this.#column<string>("SELECT page FROM kept WHERE url = ?", url);
    return page === undefined ? null : (JSON.parse(page) as ReadAheadPage);
  }

  /** The answer that the same call got within the last 60 s, or null. */
  async replayed(callHash: string): Promise<string | null> {
    if (!this.#isUsed()) return null;
    const since = Date.now() - REPLAY_WINDOW_MS;
    const [answer] = this.#column<string>(
      "SELECT answer FROM answers WHERE call = ? AND at > ?",
      callHash,
      since,
    );
    return answer ?? null;
  }

  /** Keeps the answer of a call for `replayed`. The first answer of the window stays. */
  async rememberResult(callHash: string, answer: string): Promise<void> {
    if (answer.length > MAX_ROW_BYTES / 4) return;
    await this.#write((now) => {
      this.#sql.exec("DELETE FROM answers WHERE at <= ?", now - REPLAY_WINDOW_MS);
      this.#sql.exec(
        "INSERT OR IGNORE INTO answers (call, at, answer) VALUES (?, ?, ?)",
        callHash,
        now,
        answer,
      );
      this.#keepNewest("answers", MAX_ANSWERS);
    });
  }

  override async alarm(): Promise<void> {
    const dueAt = this.#dueAt();
    if (dueAt === null || dueAt <= Date.now()) await this.ctx.storage.deleteAll();
    else await this.ctx.storage.setAlarm(dueAt);
  }

  /** When the session ends if nothing more happens, or null when it never began. */
  #dueAt(): number | null {
    if (!this.#isUsed()) return null;
    const life = this.#sql
      .exec<{ born_at: number; used_at: number }>("SELECT born_at, used_at FROM life")
      .one();
    return Math.min(life.used_at + IDLE_MS, life.born_at + LONGEST_LIFE_MS);
  }

  /** Writes in one transaction. The first write makes the tables and sets the alarm; the alarm moves itself on. */
  async #write(change: (now: number) => void): Promise<void> {
    const now = Date.now();
    const isFirst = !this.#isUsed();
    this.ctx.storage.transactionSync(() => {
      if (isFirst) this.#sql.exec(TABLES);
      this.#sql.exec(
        "INSERT INTO life (id, born_at, used_at) VALUES (1, ?1, ?1) ON CONFLICT DO UPDATE SET used_at = ?1",
        now,
      );
      change(now);
    });
    if (isFirst) await this.ctx.storage.setAlarm(now + IDLE_MS);
  }

  #isUsed(): boolean {
    return this.#column("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'life'").length > 0;
  }

  #keepNewest(table: "sent" | "asked" | "kept" | "answers", count: number): void {
    this.#sql.exec(
      `DELETE FROM ${table} WHERE n <= (SELECT n FROM ${table} ORDER BY n DESC LIMIT 1 OFFSET ?)`,
      count,
    );
  }

  #column<T extends SqlStorageValue>(query: string, ...bindings: SqlStorageValue[]): T[] {
    return [...this.#sql.exec(query, ...bindings).raw<[T]>()].map(([value]) => value);
  }
}

import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { LocalServer } from "#local/server.ts";

/** What an account has that has been used for years. */
export const CROWD = { transactions: 2_000, runs: 500, sources: 60, keys: 200, lines: 3_000 } as const;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const OUTCOMES = [
  ["indexed", null, null],
  ["indexed", null, null],
  ["unchanged", null, null],
  ["not-found", "The site has no such page (404).", "Fix the link that leads to it."],
  ["robots", "robots.txt forbids it.", "Allow it in robots.txt, if it is yours."],
] as const;

/**
 * Fills the tables of the product for the account of an address, beside what it has already: nothing of the product
 * makes two thousand searches in a moment. `runId` is a run of the account's own that is over; it gets the lines.
 */
export function crowdAccount(server: LocalServer, email: string, runId: string): void {
  const db = new DatabaseSync(databaseFile(server));
  db.exec("PRAGMA busy_timeout = 10000; BEGIN");
  const user = String(db.prepare("SELECT id FROM users WHERE email = ?").get(email)!.id);
  const now = Date.now();
  for (let index = 0; index < CROWD.transactions; index += 1) {
    const args = { query: `How is part ${index} of a program tested without the network?` };
    insert(db, "credit_transactions", {
      id: `crowd_txn_${index}`,
      owner_kind: "user",
      owner_id: user,
      timestamp: now - (index + 1) * HOUR_MS,
      source: index % 100 === 99 ? "purchase" : "usage",
      amount: index % 100 === 99 ? 100 : -1,
      tokens_sent: 900 + (index % 400),
      tokens_of_full_pages: 4_000 + (index % 9_000),
      metadata: JSON.stringify({ operation: "search", args, apiKeyName: `runner ${index % 12}` }),
    });
  }
  for (let index = 0; index < CROWD.sources; index += 1)
    insert(db, "sources", {
      id: `crowd_src_${index}`,
      owner_kind: "user",
      owner_id: user,
      kind: "site",
      name: `handbook-${index}`,
      url: `https://handbook-${index}.example/docs/`,
      total_pages: 40 + index,
      total_chunks: 400 + index,
      created_at: now - 90 * 24 * HOUR_MS,
      updated_at: now - index * HOUR_MS,
      last_indexed_at: now - index * HOUR_MS,
    });
  for (let index = 0; index < CROWD.runs; index += 1) {
    const isFailed = index % 9 === 8;
    insert(db, "job_runs", {
      id: `crowd_run_${index}`,
      owner_kind: "user",
      owner_id: user,
      source_id: `crowd_src_${index % CROWD.sources}`,
      generation: 1,
      status: isFailed ? "FAILED" : "COMPLETE",
      url: `https://handbook-${index % CROWD.sources}.example/docs/`,
      display_name: `handbook-${index % CROWD.sources}`,
      error: isFailed ? "The site did not answer." : null,
      docs_count: isFailed ? 0 : 40,
      started_by_user_id: user,
      start_time: now - (index + 1) * HOUR_MS,
      end_time: now - (index + 1) * HOUR_MS + 3 * MINUTE_MS,
    });
  }
  for (let index = 0; index < CROWD.keys; index += 1)
    insert(db, "api_keys", {
      id: `crowd_key_${index}`,
      owner_kind: "user",
      owner_id: user,
      created_by_user_id: user,
      name: `runner ${index}`,
      key_hash: `crowd ${index}`,
      key_start: "doc_crwd",
      key_end: String(index).padStart(4, "0"),
      created_at: now - (index + 1) * HOUR_MS,
      last_used_at: now - index * MINUTE_MS,
      last_client: "claude-code",
      revoked_at: index % 4 === 3 ? now - index * MINUTE_MS : null,
    });
  const run = db.prepare("SELECT url FROM job_runs WHERE id = ?").get(runId)!;
  db.exec("COMMIT");
  db.close();
  crowdRun(server, String(run.url));
}

/** Gives the run that began at an address lines as a crawl of a large site has them. */
function crowdRun(server: LocalServer, startUrl: string): void {
  const folder = join(storageFolder(server), "do/docenda-CrawlRun");
  for (const name of readdirSync(folder)) {
    if (!/^[0-9a-f]+\.sqlite$/.test(name)) continue;
    const db = new DatabaseSync(join(folder, name));
    db.exec("PRAGMA busy_timeout = 10000");
    const { id: last } = db.prepare("SELECT max(id) AS id FROM pages").get()!;
    const sample = db.prepare("SELECT * FROM pages WHERE url LIKE ? LIMIT 1").get(`${startUrl}%`);
    if (sample) {
      db.exec("BEGIN");
      for (let index = 0; index < CROWD.lines; index += 1) {
        const [outcome, reason, fix] = OUTCOMES[index % OUTCOMES.length]!;
        const url = `${startUrl}chapter-${Math.floor(index / 20)}/page-${index}`;
        insert(db, "pages", { ...sample, id: Number(last) + index + 1, url, outcome, reason, fix });
      }
      db.exec("COMMIT");
    }
    db.close();
  }
}

type Value = string | number | bigint | null | Uint8Array;

function insert(db: DatabaseSync, table: string, row: Record<string, unknown>): void {
  const names = Object.keys(row);
  const statement = `INSERT INTO ${table} (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")})`;
  db.prepare(statement).run(...(Object.values(row) as Value[]));
}

function databaseFile(server: LocalServer): string {
  const folder = join(storageFolder(server), "d1/miniflare-D1DatabaseObject");
  const name = readdirSync(folder).find((file) => /^[0-9a-f]+\.sqlite$/.test(file));
  if (!name) throw new Error(`there is no database in ${folder}`);
  return join(folder, name);
}

/** Where the local stand-ins of Cloudflare's storage keep their files. */
function storageFolder({ logFile }: LocalServer): string {
  return join(dirname(dirname(logFile)), "state/v3");
}

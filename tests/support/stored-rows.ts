import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

export type StoredPage = { firstChunkId: number; chunks: number; fetchedAt: number };

/** Pages of all indexes by URL. */
export function readStoredPages(stateDir: string): Map<string, StoredPage> {
  const pages = new Map<string, StoredPage>();
  for (const database of open(stateDir, "do/docenda-DocsIndex")) {
    if (tablesOf(database).includes("page")) {
      const rows = database.prepare(
        "SELECT url, first_chunk_id AS first, chunk_count AS count, fetched_at AS fetchedAt FROM page",
      );
      for (const { url, first, count, fetchedAt } of rows.all())
        pages.set(String(url), {
          firstChunkId: Number(first),
          chunks: Number(count),
          fetchedAt: Number(fetchedAt),
        });
    }
    database.close();
  }
  return pages;
}

/** What the indexes hold together. */
export function countStored(stateDir: string): {
  pages: number;
  chunks: number;
  terms: number;
  vectors: number;
} {
  const stored = { pages: 0, chunks: 0, terms: 0, vectors: 0 };
  for (const database of open(stateDir, "do/docenda-DocsIndex")) {
    const tables = tablesOf(database);
    const count = (table: string, where = "") =>
      tables.includes(table)
        ? Number(database.prepare(`SELECT count(*) AS n FROM ${table} ${where}`).get()?.n)
        : 0;
    stored.pages += count("page");
    stored.chunks += count("chunk");
    stored.terms += count("chunk_terms_docsize");
    stored.vectors += count("page_piece", "WHERE kind = 'vectors'");
    database.close();
  }
  return stored;
}

/** Number of files in the bucket. */
export function countObjects(stateDir: string): number {
  let objects = 0;
  for (const database of open(stateDir, "r2/miniflare-R2BucketObject")) {
    if (tablesOf(database).includes("_mf_objects"))
      objects += Number(database.prepare("SELECT count(*) AS n FROM _mf_objects").get()?.n);
    database.close();
  }
  return objects;
}

/** Rows of D1 and of the Durable Objects of these classes that hold one of the words, a line for each table with how many. */
export function findRows(stateDir: string, classes: string[], words: string[]): string[] {
  const places = [
    ["D1", "d1/miniflare-D1DatabaseObject"] as const,
    ...classes.map((name) => [name, `do/docenda-${name}`] as const),
  ];
  const found: string[] = [];
  for (const [place, folder] of places) {
    for (const database of open(stateDir, folder)) {
      for (const table of tablesOf(database)) {
        const statement = database.prepare(`SELECT * FROM "${table}"`);
        statement.setReadBigInts(true);
        const rows = statement.all();
        const holding = rows.filter((row) => words.some((word) => textOf(row).includes(word)));
        if (holding.length > 0) found.push(`${place} ${table}: ${holding.length}`);
      }
      database.close();
    }
  }
  return found;
}

/** The databases of the local runtime in one folder; it may be writing meanwhile. */
function open(stateDir: string, folder: string): DatabaseSync[] {
  const path = join(stateDir, "state/v3", folder);
  if (!existsSync(path)) return [];
  return readdirSync(path)
    .filter((name) => name.endsWith(".sqlite") && name !== "metadata.sqlite")
    .map((name) => new DatabaseSync(join(path, name), { readOnly: true }));
}

function tablesOf(database: DatabaseSync): string[] {
  const tables = database.prepare(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'",
  );
  return tables.all().map(({ name }) => String(name));
}

function textOf(row: Record<string, unknown>): string {
  return Object.values(row)
    .map((value) => (value instanceof Uint8Array ? Buffer.from(value).toString("latin1") : String(value)))
    .join("\n");
}

import { DatabaseSync } from "node:sqlite";
import type { SQLInputValue } from "node:sqlite";
import type { insertPage } from "#worker/docs-index/store-page.ts";

type SqlStorage = Parameters<typeof insertPage>[0];

/** The part of a Durable Object's storage through which an index is read and written, on a database of this machine. */
export type NodeStorage = { sql: SqlStorage; transactionSync<T>(work: () => T): T; close(): void };

/** Opens the database of a file, or makes it. */
export function openStorage(path: string): NodeStorage {
  const database = new DatabaseSync(path);
  const sql = {
    exec(query: string, ...bindings: unknown[]) {
      const rows = database.prepare(query).all(...bindings.map(asInput));
      return cursorOf(rows.map(asPlatformRow));
    },
  } as unknown as SqlStorage;
  const transactionSync = <T>(work: () => T): T => {
    database.exec("BEGIN");
    try {
      const result = work();
      database.exec("COMMIT");
      return result;
    } catch (error) {
      database.exec("ROLLBACK");
      throw error;
    }
  };
  return { sql, transactionSync, close: () => database.close() };
}

type Row = Record<string, unknown>;

function cursorOf(rows: Row[]) {
  return {
    toArray: () => rows,
    one: () => {
      if (rows.length !== 1) throw new Error(`${rows.length} rows where one was expected`);
      return rows[0]!;
    },
    [Symbol.iterator]: () => rows[Symbol.iterator](),
  };
}

function asInput(value: unknown): SQLInputValue {
  return value instanceof ArrayBuffer ? new Uint8Array(value) : (value as SQLInputValue);
}

/** A row as the platform gives it, with blobs as buffers of their own. */
function asPlatformRow(row: Row): Row {
  for (const [name, value] of Object.entries(row))
    if (value instanceof Uint8Array) row[name] = value.slice().buffer;
  return row;
}

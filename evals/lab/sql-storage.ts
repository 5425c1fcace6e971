import { DatabaseSync } from "node:sqlite";
import type { prepareTables } from "#worker/docs-index/tables.ts";

type Storage = Parameters<typeof prepareTables>[0];

/**
 * A Durable Object's SQL storage over Node's SQLite, as far as the modules of the index use it, so that ranking can be tried on
 * all questions in seconds. A gain measured here counts only when the product confirms it.
 */
export function openStorage(file: string): Storage {
  const db = new DatabaseSync(file);
  db.exec("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF");
  const statements = new Map<string, ReturnType<DatabaseSync["prepare"]>>();
  const exec = (text: string, ...values: (string | number | null | Uint8Array)[]) => {
    // Several statements at once, as the making of tables needs.
    if (values.length === 0 && /;\s*\S/.test(text)) {
      db.exec(text);
      return EMPTY;
    }
    let statement = statements.get(text);
    if (!statement) statements.set(text, (statement = db.prepare(text)));
    const params = values.map((value) =>
      (value as unknown) instanceof ArrayBuffer ? new Uint8Array(value as never) : value,
    );
    const rows = statement.all(...params).map(withBuffers);
    return {
      toArray: () => rows,
      one: () => {
        if (rows.length !== 1) throw new Error(`expected one row, got ${rows.length}`);
        return rows[0];
      },
      raw: () => rows.map((row) => Object.values(row)).values(),
      [Symbol.iterator]: () => rows.values(),
    };
  };
  const storage = {
    sql: { exec },
    transactionSync<T>(work: () => T): T {
      db.exec("BEGIN");
      try {
        const result = work();
        db.exec("COMMIT");
        return result;
      } catch (error) {
        db.exec("ROLLBACK");
        throw error;
      }
    },
  };
  return storage as unknown as Storage;
}

const EMPTY = {
  toArray: () => [],
  one: () => {
    throw new Error("expected one row, got none");
  },
  raw: () => [].values(),
  [Symbol.iterator]: () => [].values(),
};

/** A row with ArrayBuffers for BLOBs, as workerd gives them; Node gives Uint8Arrays. */
function withBuffers(row: Record<string, unknown>): Record<string, unknown> {
  for (const [name, value] of Object.entries(row)) {
    if (value instanceof Uint8Array)
      row[name] = value.buffer.slice(value.byteOffset, value.byteOffset + value.byteLength);
  }
  return row;
}

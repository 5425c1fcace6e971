import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** The credits of a stopped server's one account: the object's books and the history in D1. */
export type StoredCredits = {
  /** Credits in the object, including those that open reservations hold. */
  purchased: number;
  allowanceUsed: number;
  /** Operation ids of posted charges, from the object. */
  posted: string[];
  /** Entries that wait for the history, or were parked. */
  undelivered: number;
  history: { opId: string; source: string; amount: number; allowanceAmount: number; call: string | null }[];
};

/** Reads the databases of the local runtime below `stateDir`. @throws Error when more or fewer than one object has operations. */
export function readStoredCredits(stateDir: string): StoredCredits {
  const books = databases(stateDir, "do/docenda-CreditCounter").filter(
    (database) => count(database, "SELECT count(*) AS n FROM operations") > 0,
  );
  const [book] = books;
  if (!book || books.length > 1) throw new Error(`${books.length} accounts have operations, not one`);
  const [d1] = databases(stateDir, "d1/miniflare-D1DatabaseObject");
  if (!d1) throw new Error("there is no D1 database");
  const held = (column: string) =>
    count(book, `SELECT coalesce(sum(${column}), 0) AS n FROM operations WHERE status = 'reserved'`);
  const fromAllowance = held("from_allowance");
  return {
    purchased: count(book, "SELECT purchased - debt AS n FROM account") + held("credits") - fromAllowance,
    allowanceUsed: count(book, "SELECT allowance_used AS n FROM account") - fromAllowance,
    posted: book
      .prepare("SELECT op_id AS id FROM operations WHERE status = 'posted' AND credits > 0")
      .all()
      .map(({ id }) => String(id)),
    undelivered:
      count(book, "SELECT count(*) AS n FROM outbox") + count(book, "SELECT count(*) AS n FROM parked"),
    history: d1
      .prepare(
        "SELECT id, source, amount, allowance_amount AS allowanceAmount, metadata FROM credit_transactions",
      )
      .all()
      .map(({ id, source, amount, allowanceAmount, metadata }) => ({
        opId: String(id).slice(String(id).indexOf(":") + 1),
        source: String(source),
        amount: Number(amount),
        allowanceAmount: Number(allowanceAmount),
        call: callOf(metadata),
      })),
  };
}

/** The name of a read's call: its address and its budget. */
function callOf(metadata: unknown): string | null {
  if (typeof metadata !== "string") return null;
  const { args } = JSON.parse(metadata) as { args?: { url?: string; budget?: number } };
  return args ? `${args.url} ${args.budget}` : null;
}

function count(database: DatabaseSync, sql: string): number {
  return Number(database.prepare(sql).get()?.n);
}

/** The databases of one kind below the state of the local runtime, as paths. */
export function databasePaths(stateDir: string, folder: string): string[] {
  const path = join(stateDir, "state/v3", folder);
  if (!existsSync(path)) return [];
  return readdirSync(path)
    .filter((name) => name.endsWith(".sqlite") && name !== "metadata.sqlite")
    .map((name) => join(path, name));
}

function databases(stateDir: string, folder: string): DatabaseSync[] {
  return databasePaths(stateDir, folder).map((path) => new DatabaseSync(path, { readOnly: true }));
}

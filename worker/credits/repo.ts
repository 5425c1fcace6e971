import { creditTransactions } from "#schema/index.ts";
import type { Db } from "#worker/platform/db.ts";

export type TransactionRow = typeof creditTransactions.$inferInsert;

/** D1 takes 100 bound parameters a statement, and a row has eleven. */
const ROWS_PER_STATEMENT = 9;

/** Adds rows to the history. A row whose id is there already is left as it is; all are stored, or none. */
export async function storeTransactions(db: Db, rows: TransactionRow[]): Promise<void> {
  const inserts = [];
  for (let from = 0; from < rows.length; from += ROWS_PER_STATEMENT) {
    inserts.push(
      db
        .insert(creditTransactions)
        .values(rows.slice(from, from + ROWS_PER_STATEMENT))
        .onConflictDoNothing({ target: creditTransactions.id }),
    );
  }
  const [first, ...rest] = inserts;
  if (first) await db.batch([first, ...rest]);
}

import type { TransactionSource } from "#schema/values.ts";
import type { Owner } from "#worker/context.ts";
import type { ChargeNote } from "./ledger.ts";

/** A change of the balance as the history shows it. */
export type LedgerEntry = {
  opId: string;
  timestamp: number;
  source: TransactionSource;
  amount: number;
  allowanceAmount: number;
  /** Credits of a team's usage that a member's own account paid for; `amount` is 0 then. */
  userAccountAmount?: number;
  note: ChargeNote | null;
  /** Owner of the history row, where that is not the payer. */
  owner?: Owner;
};

/** Entries on their way to the history. An entry is added in the transaction that changes the balance, and stays until its delivery. */
export class Outbox {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    sql.exec(
      "CREATE TABLE IF NOT EXISTS outbox (seq INTEGER PRIMARY KEY AUTOINCREMENT, entry TEXT NOT NULL)",
    );
    sql.exec("CREATE TABLE IF NOT EXISTS parked (seq INTEGER PRIMARY KEY, entry TEXT NOT NULL)");
  }

  add(entry: LedgerEntry): void {
    this.#sql.exec("INSERT INTO outbox (entry) VALUES (?)", JSON.stringify(entry));
  }

  /** The entries that the history does not have yet, oldest first. */
  oldest(limit: number): { seq: number; entry: LedgerEntry }[] {
    return this.#sql
      .exec<{ seq: number; entry: string }>("SELECT seq, entry FROM outbox ORDER BY seq LIMIT ?", limit)
      .toArray()
      .map(({ seq, entry }) => ({ seq, entry: JSON.parse(entry) as LedgerEntry }));
  }

  /** Drops the entries up to and including `seq`. */
  delivered(seq: number): void {
    this.#sql.exec("DELETE FROM outbox WHERE seq <= ?", seq);
  }

  /** Drops one entry, whatever entries come before it. */
  deliveredOne(seq: number): void {
    this.#sql.exec("DELETE FROM outbox WHERE seq = ?", seq);
  }

  /** Takes an entry out of the way of the other entries and keeps the entry for somebody to look at. */
  park(seq: number): void {
    this.#sql.exec("INSERT OR IGNORE INTO parked SELECT seq, entry FROM outbox WHERE seq = ?", seq);
    this.deliveredOne(seq);
  }

  hasEntries(): boolean {
    return this.#sql.exec("SELECT 1 FROM outbox LIMIT 1").toArray().length > 0;
  }
}

import type { Operation } from "./tables.ts";

/** Time within which the same call again is charged once. */
const CHARGE_WINDOW_MS = 60_000;
/** Time for which settled charges are remembered: longer than a queue may hold a message (14 days). Grants are kept for good. */
const REMEMBER_CHARGES_MS = 30 * 86_400_000;

type NewReservation = Pick<
  Operation,
  | "op_id"
  | "credits"
  | "from_allowance"
  | "period_start"
  | "window_key"
  | "labels"
  | "spent_since"
  | "created_at"
> & { expires_at: number };

/** All operations of a ledger, by the id under which each was asked. The caller holds the transaction. */
export class Operations {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  find(opId: string): Operation | undefined {
    return this.#sql.exec<Operation>("SELECT * FROM operations WHERE op_id = ?", opId).toArray()[0];
  }

  addReservation(one: NewReservation): void {
    this.#sql.exec(
      `INSERT INTO operations
         (op_id, status, credits, from_allowance, period_start, window_key, labels, spent_since, created_at, expires_at)
       VALUES (?, 'reserved', ?, ?, ?, ?, ?, ?, ?, ?)`,
      one.op_id,
      one.credits,
      one.from_allowance,
      one.period_start,
      one.window_key,
      one.labels,
      one.spent_since,
      one.created_at,
      one.expires_at,
    );
  }

  /** Notes a void that has overtaken its reservation; the reservation must then hold nothing. */
  addVoid(opId: string, now: number): void {
    this.#sql.exec(
      "INSERT INTO operations (op_id, status, credits, created_at, settled_at) VALUES (?, 'voided', 0, ?, ?)",
      opId,
      now,
      now,
    );
  }

  /** Keeps the id of a change that took effect at once, for good. */
  remember(opId: string, status: "granted" | "adjusted" | "refunded", credits: number, now: number): void {
    this.#sql.exec(
      "INSERT INTO operations (op_id, status, credits, created_at) VALUES (?, ?, ?, ?)",
      opId,
      status,
      credits,
      now,
    );
  }

  settle(opId: string, end: "posted" | "voided" | "expired", now: number): void {
    this.#sql.exec("UPDATE operations SET status = ?, settled_at = ? WHERE op_id = ?", end, now, opId);
  }

  /** Sets the final credits of a charge, where they differ from the held credits. */
  setCharged(opId: string, credits: number, fromAllowance: number): void {
    this.#sql.exec(
      "UPDATE operations SET credits = ?, from_allowance = ? WHERE op_id = ?",
      credits,
      fromAllowance,
      opId,
    );
  }

  /** Adds to the refunded part of a charge. */
  addRefunded(opId: string, credits: number, toAllowance: number): void {
    this.#sql.exec(
      "UPDATE operations SET refunded = refunded + ?, refunded_allowance = refunded_allowance + ? WHERE op_id = ?",
      credits,
      toAllowance,
      opId,
    );
  }

  isChargedInWindow(windowKey: string | null, now: number): boolean {
    if (windowKey === null) return false;
    const charged = this.#sql.exec(
      "SELECT 1 FROM operations WHERE window_key = ? AND status = 'posted' AND credits > 0 AND settled_at > ? LIMIT 1",
      windowKey,
      now - CHARGE_WINDOW_MS,
    );
    return charged.toArray().length > 0;
  }

  /** Open reservations that have expired. */
  due(now: number): Operation[] {
    return this.#sql
      .exec<Operation>("SELECT * FROM operations WHERE status = 'reserved' AND expires_at <= ?", now)
      .toArray();
  }

  /** Time at which the oldest open reservation expires; null when none is open. */
  nextExpiry(): number | null {
    return this.#sql
      .exec<{ at: number | null }>("SELECT min(expires_at) AS at FROM operations WHERE status = 'reserved'")
      .one().at;
  }

  /** Credits that open reservations hold: purchased ones, and ones of the period's allowance. */
  held(periodStart: number | null): { purchased: number; allowance: number } {
    return this.#sql
      .exec<{ purchased: number; allowance: number }>(
        `SELECT coalesce(sum(credits - from_allowance), 0) AS purchased,
                coalesce(sum(CASE WHEN period_start IS ? THEN from_allowance END), 0) AS allowance
         FROM operations WHERE status = 'reserved'`,
        periodStart,
      )
      .one();
  }

  /** Deletes settled charges that nobody can ask about any more. */
  tidy(now: number): void {
    this.#sql.exec(
      "DELETE FROM operations WHERE status IN ('posted', 'voided', 'expired') AND settled_at < ?",
      now - REMEMBER_CHARGES_MS,
    );
  }
}

/** True for an operation that was no reservation, but changed the balance when the operation came. */
export function tookEffectAtOnce({ status }: Operation): boolean {
  return status === "granted" || status === "adjusted" || status === "refunded";
}

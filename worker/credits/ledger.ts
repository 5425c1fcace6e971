import type { TransactionSource } from "#schema/values.ts";
import type { Outbox } from "./outbox.ts";
import { periodStart } from "./period.ts";
import { createTables } from "./tables.ts";
import type { Account, Operation } from "./tables.ts";

/** A reservation that is neither posted nor voided gives its credits back after this long. */
export const RESERVATION_MS = 60_000;
/** The same call again within this time is charged once. */
export const CHARGE_WINDOW_MS = 60_000;
/** Settled charges are remembered for longer than a queue may hold a message (14 days), grants for good. */
const REMEMBER_CHARGES_MS = 30 * 86_400_000;

export type Balance = {
  purchased: number;
  allowance: number;
  allowanceUsed: number;
  reserved: number;
  available: number;
  /** When the plan began, whose day of the month starts a period; null without a plan. Milliseconds. */
  planStart: number | null;
};
/**
 * `already-posted` is free: this operation, or the same call under another id within the charge window, is charged
 * already. `already-void`: the operation was voided or has expired, and an operation id is not used again.
 */
export type ReserveOutcome = "reserved" | "insufficient" | "already-posted" | "already-void";
/** `settled-otherwise`: a post of what was voided, or a void of what was posted; nothing changes. */
export type SettleOutcome = "done" | "already-done" | "settled-otherwise" | "expired" | "unknown";
/** What the history row of a charge says besides the amount. */
export type ChargeNote = {
  details: string;
  metadata: Record<string, unknown>;
  /** Of a call with an API key. */
  apiKeyId?: string;
  tokens?: { sent: number; ofFullPages: number };
};
export type Plan = { allowance: number; startDate: Date };

/**
 * The rules of one payer's credits, in the storage of its object. Every change is one synchronous transaction.
 *
 * A reservation takes its credits at once, out of the allowance first, and remembers from where; a void or an expiry
 * puts them back. So nothing that happens in between (a new period, another plan) can make a later post go below zero.
 * `now` is the object's clock in milliseconds. It may go back: a period that has begun never ends early for it.
 */
export class Ledger {
  readonly #storage: DurableObjectStorage;
  readonly #sql: SqlStorage;
  readonly #outbox: Outbox;

  constructor(storage: DurableObjectStorage, outbox: Outbox) {
    this.#storage = storage;
    this.#sql = storage.sql;
    this.#outbox = outbox;
    createTables(this.#sql);
  }

  reserve(
    opId: string,
    credits: number,
    now: number,
    windowKey: string | null,
  ): { outcome: ReserveOutcome; available: number } {
    requireCount(credits);
    return this.#change(now, () => {
      const outcome = this.#reserve(opId, credits, now, windowKey);
      return { outcome, available: availableIn(this.#account()) };
    });
  }

  post(opId: string, note: ChargeNote, now: number): { outcome: SettleOutcome; available: number } {
    return this.#change(now, () => {
      const outcome = this.#settle(opId, "posted", now, (operation) => {
        if (this.#isChargedInWindow(operation.window_key, now)) {
          // The same call was running twice at once: the first to be posted paid for both.
          this.#giveBack(operation);
          this.#sql.exec("UPDATE operations SET credits = 0, from_allowance = 0 WHERE op_id = ?", opId);
          return;
        }
        this.#outbox.add({
          opId,
          // Of the reservation, so that usage summed since the period's start agrees with what the period was charged.
          timestamp: operation.created_at,
          source: "usage",
          amount: -operation.credits,
          allowanceAmount: operation.from_allowance,
          note,
        });
      });
      return { outcome, available: availableIn(this.#account()) };
    });
  }

  void(opId: string, now: number): { outcome: SettleOutcome; available: number } {
    return this.#change(now, () => {
      const outcome = this.#settle(opId, "voided", now, (operation) => this.#giveBack(operation));
      if (outcome === "unknown" && !this.#operation(opId)) {
        // The void has overtaken its reservation, which must then not hold anything.
        this.#sql.exec(
          "INSERT INTO operations (op_id, status, credits, created_at, settled_at) VALUES (?, 'voided', 0, ?, ?)",
          opId,
          now,
          now,
        );
      }
      return { outcome, available: availableIn(this.#account()) };
    });
  }

  grant(opId: string, credits: number, source: TransactionSource, now: number): { available: number } {
    requireCount(credits);
    return this.#change(now, () => {
      if (!this.#operation(opId)) {
        this.#sql.exec(
          "INSERT INTO operations (op_id, status, credits, created_at) VALUES (?, 'granted', ?, ?)",
          opId,
          credits,
          now,
        );
        this.#sql.exec("UPDATE account SET purchased = purchased + ?", credits);
        this.#outbox.add({ opId, timestamp: now, source, amount: credits, allowanceAmount: 0, note: null });
      }
      return { available: availableIn(this.#account()) };
    });
  }

  setPlan(plan: Plan, now: number): { available: number } {
    return this.#change(now, () => {
      this.#sql.exec(
        "UPDATE account SET allowance = ?, plan_start = ?",
        Math.max(0, plan.allowance),
        plan.startDate.getTime(),
      );
      this.#roll(now);
      return { available: availableIn(this.#account()) };
    });
  }

  balance(now: number): Balance {
    return this.#change(now, () => {
      const account = this.#account();
      const held = this.#sql
        .exec<{ purchased: number; allowance: number }>(
          `SELECT coalesce(sum(credits - from_allowance), 0) AS purchased,
                  coalesce(sum(CASE WHEN period_start IS ? THEN from_allowance END), 0) AS allowance
           FROM operations WHERE status = 'reserved'`,
          account.period_start,
        )
        .one();
      return {
        purchased: account.purchased + held.purchased,
        allowance: account.allowance,
        allowanceUsed: account.allowance_used - held.allowance,
        reserved: held.purchased + held.allowance,
        available: availableIn(account),
        planStart: account.plan_start,
      };
    });
  }

  /** Gives back what has expired and forgets what nobody can ask about any more. */
  tidy(now: number): void {
    this.#change(now, () => {
      this.#sql.exec(
        "DELETE FROM operations WHERE status IN ('posted', 'voided', 'expired') AND settled_at < ?",
        now - REMEMBER_CHARGES_MS,
      );
    });
  }

  /** When the oldest open reservation expires; null without one. */
  nextExpiry(): number | null {
    return this.#sql
      .exec<{ at: number | null }>("SELECT min(expires_at) AS at FROM operations WHERE status = 'reserved'")
      .one().at;
  }

  #change<T>(now: number, change: () => T): T {
    return this.#storage.transactionSync(() => {
      this.#roll(now);
      this.#expireDue(now);
      return change();
    });
  }

  #reserve(opId: string, credits: number, now: number, windowKey: string | null): ReserveOutcome {
    const known = this.#operation(opId);
    if (known?.status === "reserved") return "reserved";
    if (known)
      return known.status === "posted" || known.status === "granted" ? "already-posted" : "already-void";
    if (this.#isChargedInWindow(windowKey, now)) return "already-posted";
    const account = this.#account();
    if (availableIn(account) < credits) return "insufficient";
    const fromAllowance = Math.min(credits, Math.max(0, account.allowance - account.allowance_used));
    this.#sql.exec(
      "UPDATE account SET allowance_used = allowance_used + ?, purchased = purchased - ?",
      fromAllowance,
      credits - fromAllowance,
    );
    this.#sql.exec(
      `INSERT INTO operations (op_id, status, credits, from_allowance, period_start, window_key, created_at, expires_at)
       VALUES (?, 'reserved', ?, ?, ?, ?, ?, ?)`,
      opId,
      credits,
      fromAllowance,
      account.period_start,
      windowKey,
      Math.max(now, account.period_start ?? now),
      now + RESERVATION_MS,
    );
    return "reserved";
  }

  /** Moves an open reservation to its end and lets `effect` do what that end does to the balance. */
  #settle(
    opId: string,
    end: "posted" | "voided",
    now: number,
    effect: (operation: Operation) => void,
  ): SettleOutcome {
    const operation = this.#operation(opId);
    if (!operation || operation.status === "granted") return "unknown";
    if (operation.status === "expired") return "expired";
    if (operation.status === end) return "already-done";
    if (operation.status !== "reserved") return "settled-otherwise";
    effect(operation);
    this.#sql.exec("UPDATE operations SET status = ?, settled_at = ? WHERE op_id = ?", end, now, opId);
    return "done";
  }

  #isChargedInWindow(windowKey: string | null, now: number): boolean {
    if (windowKey === null) return false;
    const charged = this.#sql.exec(
      "SELECT 1 FROM operations WHERE window_key = ? AND status = 'posted' AND credits > 0 AND settled_at > ? LIMIT 1",
      windowKey,
      now - CHARGE_WINDOW_MS,
    );
    return charged.toArray().length > 0;
  }

  /** Starts a new period when its first instant has come. Never goes back to an earlier one. */
  #roll(now: number): void {
    const { plan_start, period_start } = this.#account();
    if (plan_start === null) return;
    const current = periodStart(new Date(plan_start), new Date(now)).getTime();
    if (period_start !== null && current <= period_start) return;
    this.#sql.exec("UPDATE account SET period_start = ?, allowance_used = 0", current);
  }

  #expireDue(now: number): void {
    const due = this.#sql
      .exec<Operation>("SELECT * FROM operations WHERE status = 'reserved' AND expires_at <= ?", now)
      .toArray();
    for (const operation of due) {
      this.#giveBack(operation);
      this.#sql.exec(
        "UPDATE operations SET status = 'expired', settled_at = ? WHERE op_id = ?",
        now,
        operation.op_id,
      );
    }
  }

  #giveBack({ credits, from_allowance, period_start }: Operation): void {
    this.#sql.exec("UPDATE account SET purchased = purchased + ?", credits - from_allowance);
    // An allowance of a period that is over has nothing to go back to.
    this.#sql.exec(
      "UPDATE account SET allowance_used = allowance_used - ? WHERE period_start IS ?",
      from_allowance,
      period_start,
    );
  }

  #operation(opId: string): Operation | undefined {
    return this.#sql.exec<Operation>("SELECT * FROM operations WHERE op_id = ?", opId).toArray()[0];
  }

  #account(): Account {
    return this.#sql.exec<Account>("SELECT * FROM account").one();
  }
}

function availableIn({ purchased, allowance, allowance_used }: Account): number {
  return purchased + Math.max(0, allowance - allowance_used);
}

function requireCount(credits: number): void {
  if (!Number.isSafeInteger(credits) || credits <= 0)
    throw new RangeError(`credits must be a positive whole number, not ${credits}`);
}

import type { Account, Operation } from "./tables.ts";

import { nextPeriodStart } from "./period.ts";

/** Most credits of a payer that one spender, such as a member or a key, may take in a month; null for no limit. */
export type SpendingLimit = { label: string; credits: number | null };

/** A limit that is used up, and when the next month begins in milliseconds, with the limit unused. */
export type ReachedLimit = { label: string; credits: number; resetsAt: number };
/** Credits of a payer that each spender took this month, by label, and when the next month begins in milliseconds. */
export type MonthOfSpending = { resetsAt: number; byLabel: Record<string, number> };

/** Time for which months are kept: longer than a month and a late refund. */
const REMEMBER_MS = 90 * 86_400_000;

/** Credits of a payer that each spender took this month. Reservations count until they are given back. */
export class Spending {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /** The first limit that `credits` more would exceed; undefined for none. */
  reachedBy(
    limits: readonly SpendingLimit[],
    credits: number,
    account: Account,
    now: number,
  ): ReachedLimit | undefined {
    const { since, resetsAt } = monthOf(account, now);
    for (const { label, credits: most } of limits)
      if (most !== null && this.#of(label, since) + credits > most) return { label, credits: most, resetsAt };
    return undefined;
  }

  /** Spending of this month, as the limits count. */
  month(account: Account, now: number): MonthOfSpending {
    const { since, resetsAt } = monthOf(account, now);
    const rows = this.#sql
      .exec<{ label: string; credits: number }>("SELECT label, credits FROM spending WHERE since = ?", since)
      .toArray();
    return { resetsAt, byLabel: Object.fromEntries(rows.map(({ label, credits }) => [label, credits])) };
  }

  /** Counts credits for each label; returns the fields that the operation must keep for giving the credits back. */
  add(
    limits: readonly SpendingLimit[],
    credits: number,
    account: Account,
    now: number,
  ): Pick<Operation, "labels" | "spent_since"> {
    if (limits.length === 0) return { labels: null, spent_since: null };
    const { since } = monthOf(account, now);
    const labels = limits.map(({ label }) => label);
    for (const label of labels)
      this.#sql.exec(
        `INSERT INTO spending (label, since, credits) VALUES (?1, ?2, ?3)
         ON CONFLICT (label, since) DO UPDATE SET credits = credits + ?3`,
        label,
        since,
        credits,
      );
    return { labels: JSON.stringify(labels), spent_since: since };
  }

  giveBack({ labels, spent_since, credits }: Pick<Operation, "labels" | "spent_since" | "credits">): void {
    if (labels === null) return;
    this.#sql.exec(
      "UPDATE spending SET credits = credits - ? WHERE since = ? AND label IN (SELECT value FROM json_each(?))",
      credits,
      spent_since,
      labels,
    );
  }

  tidy(now: number): void {
    this.#sql.exec("DELETE FROM spending WHERE since < ?", now - REMEMBER_MS);
  }

  #of(label: string, since: number): number {
    const [row] = this.#sql
      .exec<{ credits: number }>("SELECT credits FROM spending WHERE label = ? AND since = ?", label, since)
      .toArray();
    return row?.credits ?? 0;
  }
}

/** The month of the limits: the payer's own period, or the calendar's month in UTC for a payer without a plan. */
function monthOf({ plan_start, period_start }: Account, now: number): { since: number; resetsAt: number } {
  if (plan_start !== null && period_start !== null)
    return {
      since: period_start,
      resetsAt: nextPeriodStart(new Date(plan_start), new Date(period_start)).getTime(),
    };
  const today = new Date(now);
  const [year, month] = [today.getUTCFullYear(), today.getUTCMonth()];
  return { since: Date.UTC(year, month, 1), resetsAt: Date.UTC(year, month + 1, 1) };
}

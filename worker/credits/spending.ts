import type { Account, Operation } from "./tables.ts";

/** What one spender, such as a member or a key, may take of a payer's credits in a month; null for as much as there is. */
export type SpendingLimit = { label: string; credits: number | null };

/** Longer than a month and a refund that comes late. */
const REMEMBER_MS = 90 * 86_400_000;

/** How much of a payer's credits each spender took this month. Reservations count until they are given back. */
export class Spending {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /** The first limit that so many more credits would exceed; undefined for none. */
  reachedBy(
    limits: readonly SpendingLimit[],
    credits: number,
    account: Account,
    now: number,
  ): SpendingLimit | undefined {
    const since = spendingSince(account, now);
    return limits.find(
      (limit) => limit.credits !== null && this.#of(limit.label, since) + credits > limit.credits,
    );
  }

  /** Counts credits for each label; returns what the operation must keep so that they can be given back. */
  add(
    limits: readonly SpendingLimit[],
    credits: number,
    account: Account,
    now: number,
  ): Pick<Operation, "labels" | "spent_since"> {
    if (limits.length === 0) return { labels: null, spent_since: null };
    const since = spendingSince(account, now);
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

/** When the month of the limits began: the payer's own period, or the calendar's month in UTC for who has no plan. */
function spendingSince({ period_start }: Account, now: number): number {
  const today = new Date(now);
  return period_start ?? Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), 1);
}

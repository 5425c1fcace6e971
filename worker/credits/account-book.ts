import type { Tier } from "#schema/values.ts";
import { periodStart } from "./period.ts";
import type { Account } from "./tables.ts";

export type Balance = {
  purchased: number;
  /** Credits that adjustments took beyond the purchased ones; credits granted later pay the debt first. */
  debt: number;
  allowance: number;
  allowanceUsed: number;
  reserved: number;
  available: number;
  /** Start of the plan in milliseconds; its day of the month starts a period. Null without a plan. */
  planStart: number | null;
  tier: Tier;
};
/** A payer's subscription: the tier, the paid seats of a team (0 for a person), and the credits of every period. */
export type Plan = { tier: Tier; seats: number; allowance: number; startDate: Date };
/**
 * A plan as an event set it. `order` is the event's place in time, such as the second in which it was created; of two events with
 * one `order` the greater id is the later one, so that all orders of arrival end the same.
 */
export type PlanEvent = Plan & { eventId: string; order: number };
/** Outcome of a plan event. `older`: a later event had set the plan already, and nothing changes. */
export type PlanOutcome = "applied" | "already-applied" | "older";

/** The one row of a payer's credits and plan, and its changes. The caller holds the transaction. */
export class AccountBook {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  read(): Account {
    return this.#sql.exec<Account>("SELECT * FROM account").one();
  }

  /** Credits that no reservation holds. */
  available(): number {
    return availableIn(this.read());
  }

  /** The balance, given the purchased credits and the period's allowance that open reservations hold. */
  balance(held: { purchased: number; allowance: number }): Balance {
    const account = this.read();
    return {
      purchased: account.purchased + held.purchased,
      debt: account.debt,
      allowance: account.allowance,
      allowanceUsed: account.allowance_used - held.allowance,
      reserved: held.purchased + held.allowance,
      available: availableIn(account),
      planStart: account.plan_start,
      tier: account.tier,
    };
  }

  /** Adds to the purchased credits, or takes from them; a debt is paid first, and a shortfall becomes a debt. */
  addPurchased(credits: number): void {
    this.#sql.exec(
      "UPDATE account SET purchased = max(0, purchased - debt + ?1), debt = max(0, debt - purchased - ?1)",
      credits,
    );
  }

  /** Takes available credits, out of the allowance first; returns how many came from the allowance. */
  take(credits: number): number {
    const { allowance, allowance_used } = this.read();
    const fromAllowance = Math.min(credits, Math.max(0, allowance - allowance_used));
    this.#sql.exec(
      "UPDATE account SET allowance_used = allowance_used + ?, purchased = purchased - ?",
      fromAllowance,
      credits - fromAllowance,
    );
    return fromAllowance;
  }

  /** Puts credits back to the purchased credits and the allowance that the credits were taken from. */
  giveBack({
    credits,
    from_allowance,
    period_start,
  }: {
    credits: number;
    from_allowance: number;
    period_start: number | null;
  }): void {
    this.addPurchased(credits - from_allowance);
    // An allowance of a period that is over has nothing to go back to.
    this.#sql.exec(
      "UPDATE account SET allowance_used = allowance_used - ? WHERE period_start IS ?",
      from_allowance,
      period_start,
    );
  }

  /** Starts a new period when its first instant has come. Never goes back to an earlier period. */
  roll(now: number): void {
    const { plan_start, period_start } = this.read();
    if (plan_start === null) return;
    const current = periodStart(new Date(plan_start), new Date(now)).getTime();
    if (period_start !== null && current <= period_start) return;
    this.#sql.exec("UPDATE account SET period_start = ?, allowance_used = 0", current);
  }

  setPlan(plan: PlanEvent, now: number): PlanOutcome {
    const outcome = this.#orderOf(plan);
    if (outcome !== "applied") return outcome;
    this.#sql.exec(
      `UPDATE account SET tier = ?, seats = ?, allowance = ?, plan_start = ?, plan_order = ?, plan_event_id = ?,
         plan_is_pending = 1`,
      plan.tier,
      plan.seats,
      Math.max(0, plan.allowance),
      plan.startDate.getTime(),
      plan.order,
      plan.eventId,
    );
    this.roll(now);
    return outcome;
  }

  /** The plan that D1 does not have yet; null when D1 is up to date. */
  pendingPlan(): { tier: Tier; seats: number; eventId: string } | null {
    const { plan_is_pending, tier, seats, plan_event_id } = this.read();
    return plan_is_pending === 1 && plan_event_id !== null ? { tier, seats, eventId: plan_event_id } : null;
  }

  /** Marks the plan that this event set as stored in D1. */
  planStored(eventId: string): void {
    this.#sql.exec("UPDATE account SET plan_is_pending = 0 WHERE plan_event_id = ?", eventId);
  }

  /** Place of an event relative to the event that set the plan: `applied` when later. */
  #orderOf({ order, eventId }: PlanEvent): PlanOutcome {
    const { plan_order, plan_event_id } = this.read();
    if (plan_order === null || plan_event_id === null || order > plan_order) return "applied";
    if (order < plan_order) return "older";
    if (eventId === plan_event_id) return "already-applied";
    return eventId > plan_event_id ? "applied" : "older";
  }
}

export function availableIn({ purchased, allowance, allowance_used }: Account): number {
  return purchased + Math.max(0, allowance - allowance_used);
}

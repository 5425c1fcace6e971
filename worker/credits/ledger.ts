import type { Tier, TransactionSource } from "#schema/values.ts";
import type { Owner } from "#worker/context.ts";
import { AutoTopUp } from "./auto-top-up.ts";
import type { AutoTopUpSettings, AutoTopUpState, TopUpPurchase, TopUpStop } from "./auto-top-up.ts";
import type { Outbox } from "./outbox.ts";
import { periodStart } from "./period.ts";
import { Spending } from "./spending.ts";
import type { MonthOfSpending, ReachedLimit, SpendingLimit } from "./spending.ts";
import { createTables } from "./tables.ts";
import type { Account, Operation } from "./tables.ts";

/** A reservation that is neither posted nor voided gives its credits back after this long, where it names no other time. */
export const RESERVATION_MS = 60_000;
/** The longest that a reservation may hold its credits. */
export const MAX_RESERVATION_MS = 15 * 60_000;
/** The same call again within this time is charged once. */
export const CHARGE_WINDOW_MS = 60_000;
/** Settled charges are remembered for longer than a queue may hold a message (14 days), grants for good. */
const REMEMBER_CHARGES_MS = 30 * 86_400_000;
/** A key is refused at the door as well; this holds for requests that were let in before. */
const REMEMBER_KEYS_MS = 86_400_000;

export type Balance = {
  purchased: number;
  /** What adjustments took beyond the purchased credits; credits that are granted later pay it first. */
  debt: number;
  allowance: number;
  allowanceUsed: number;
  reserved: number;
  available: number;
  /** When the plan began, whose day of the month starts a period; null without a plan. Milliseconds. */
  planStart: number | null;
  tier: Tier;
};
/**
 * `already-posted` is free: this operation, or the same call under another id within the charge window, is charged
 * already. `already-void`: the operation was voided or has expired, and an operation id is not used again. `limited`: a spender has
 * used what its limit allows this month. `key-refused`: the API key or the MCP client's grant was revoked, and nothing is held.
 */
export type ReserveOutcome =
  | "reserved"
  | "insufficient"
  | "limited"
  | "already-posted"
  | "already-void"
  | "key-refused";
/** `settled-otherwise`: a post of what was voided, or a void of what was posted; nothing changes. */
export type SettleOutcome = "done" | "already-done" | "settled-otherwise" | "expired" | "unknown";
/** What the history row of a charge says besides the amount. */
export type ChargeNote = {
  details: string;
  metadata: Record<string, unknown>;
  /** Of a call with an API key. */
  apiKeyId?: string;
  tokens?: { sent: number; ofFullPages: number };
  /** Of a call for a team that its member's own account pays: the team, whose history gets a row about it in the same delivery. */
  alsoFor?: Owner;
};
export type ReserveOptions = {
  /** Calls with the same key are one call to the payer for 60 s. */
  windowKey?: string;
  /** 60 s where it is not given, 15 minutes at most. */
  expiresInMs?: number;
  /** Of a call with an API key; one that was revoked holds nothing. */
  apiKeyId?: string;
  /** The same for a call of an MCP client that its user let in. */
  grantId?: string;
  /** Whose spending this is, and how much each may spend until the payer's next month begins. */
  limits?: readonly SpendingLimit[];
};
export type Reserved = {
  outcome: ReserveOutcome;
  available: number;
  /** With `limited`: the limit that is reached. */
  limitedBy?: ReachedLimit;
  /** Credits have become so few that the caller has to buy some now (`AutoTopUp`). */
  topUp?: TopUpPurchase;
};
/** `exceeds`: the refund would give back more than the charge took. `unknown`: no charge of that id, or one older than 30 days. */
export type RefundOutcome = "done" | "already-done" | "exceeds" | "unknown";
/** What a payer is subscribed to: the tier, the paid seats of a team (0 for a person), and the credits of every period. */
export type Plan = { tier: Tier; seats: number; allowance: number; startDate: Date };
/**
 * A plan as an event set it. `order` is the event's place in time, such as the second in which it was created; of two events with
 * one `order` the greater id is the later one, so that all orders of arrival end the same.
 */
export type PlanEvent = Plan & { eventId: string; order: number };
/** `older`: a later event had set the plan already, and nothing changes. */
export type PlanOutcome = "applied" | "already-applied" | "older";

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
  readonly #spending: Spending;
  readonly #autoTopUp: AutoTopUp;

  constructor(storage: DurableObjectStorage, outbox: Outbox) {
    this.#storage = storage;
    this.#sql = storage.sql;
    this.#outbox = outbox;
    this.#spending = new Spending(storage.sql);
    this.#autoTopUp = new AutoTopUp(storage.sql);
    createTables(this.#sql);
  }

  reserve(
    opId: string,
    credits: number,
    now: number,
    { windowKey, expiresInMs = RESERVATION_MS, apiKeyId, grantId, limits = [] }: ReserveOptions = {},
  ): Reserved {
    requireCount(credits);
    if (!(expiresInMs > 0 && expiresInMs <= MAX_RESERVATION_MS))
      throw new RangeError(`a reservation lasts at most ${MAX_RESERVATION_MS} ms, not ${expiresInMs}`);
    return this.#change(now, () => {
      const available = () => availableIn(this.#account());
      if (this.#isKeyRefused(apiKeyId ?? grantId, now))
        return { outcome: "key-refused", available: available() };
      const reached = this.#spending.reachedBy(limits, credits, this.#account(), now);
      const hold = { credits, windowKey: windowKey ?? null, expiresAt: now + expiresInMs, limits };
      const outcome = this.#reserve(opId, hold, now, reached !== undefined);
      const isLimited = outcome === "limited" && reached !== undefined;
      const topUp = this.#autoTopUp.due(available(), now);
      return {
        outcome,
        available: available(),
        ...(isLimited && { limitedBy: reached }),
        ...(topUp && { topUp }),
      };
    });
  }

  post(
    opId: string,
    note: ChargeNote,
    now: number,
    credits?: number,
  ): { outcome: SettleOutcome; available: number } {
    return this.#change(now, () => {
      const outcome = this.#settle(opId, "posted", now, (operation) => {
        requirePart(credits, operation.credits);
        // Where the same call was running twice at once, the first to be posted paid for both.
        const charged = this.#isChargedInWindow(operation.window_key, now)
          ? 0
          : (credits ?? operation.credits);
        const fromAllowance = Math.min(charged, operation.from_allowance);
        this.#giveBack({
          ...operation,
          credits: operation.credits - charged,
          from_allowance: operation.from_allowance - fromAllowance,
        });
        this.#sql.exec(
          "UPDATE operations SET credits = ?, from_allowance = ? WHERE op_id = ?",
          charged,
          fromAllowance,
          opId,
        );
        if (charged === 0) return;
        // Of the reservation, so that usage summed since the period's start agrees with what the period was charged.
        const row = { opId, timestamp: operation.created_at, source: "usage", note } as const;
        this.#outbox.add({ ...row, amount: -charged, allowanceAmount: fromAllowance });
        // In the same transaction: a process that dies leaves both histories as they were, or changes both.
        if (note.alsoFor)
          this.#outbox.add({
            ...row,
            owner: note.alsoFor,
            amount: 0,
            allowanceAmount: 0,
            userAccountAmount: -charged,
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

  /** From a moment on calls with this API key or grant reserve nothing; the earliest moment that was ever said holds. */
  refuseKey(id: string, from: number): void {
    this.#sql.exec(
      `INSERT INTO refused_keys (id, refused_from) VALUES (?, ?)
       ON CONFLICT (id) DO UPDATE SET refused_from = min(refused_from, excluded.refused_from)`,
      id,
      from,
    );
  }

  grant(
    opId: string,
    credits: number,
    source: TransactionSource,
    now: number,
    details?: string,
  ): { available: number } {
    requireCount(credits);
    return this.#change(now, () => {
      if (!this.#operation(opId)) {
        this.#remember(opId, "granted", credits, now);
        this.#addPurchased(credits);
        const note = details === undefined ? null : { details, metadata: {} };
        this.#outbox.add({ opId, timestamp: now, source, amount: credits, allowanceAmount: 0, note });
      }
      return { available: availableIn(this.#account()) };
    });
  }

  adjust(
    opId: string,
    credits: number,
    source: TransactionSource,
    reason: string,
    now: number,
  ): { available: number } {
    if (!Number.isSafeInteger(credits) || credits === 0)
      throw new RangeError(`an adjustment is a whole number other than 0, not ${credits}`);
    return this.#change(now, () => {
      if (!this.#operation(opId)) {
        this.#remember(opId, "adjusted", credits, now);
        this.#addPurchased(credits);
        const note = { details: reason, metadata: { reason } };
        this.#outbox.add({ opId, timestamp: now, source, amount: credits, allowanceAmount: 0, note });
      }
      return { available: availableIn(this.#account()) };
    });
  }

  refund(
    opId: string,
    chargeId: string,
    reason: string,
    now: number,
    credits?: number,
  ): { outcome: RefundOutcome; available: number } {
    return this.#change(now, () => {
      const outcome = this.#refund(opId, chargeId, reason, now, credits);
      return { outcome, available: availableIn(this.#account()) };
    });
  }

  setPlan(plan: PlanEvent, now: number): { outcome: PlanOutcome; available: number } {
    return this.#change(now, () => {
      const outcome = this.#orderOf(plan);
      if (outcome === "applied") {
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
        this.#roll(now);
      }
      return { outcome, available: availableIn(this.#account()) };
    });
  }

  /** Turns auto top-up on, or off with null. Returns what has to be bought at once, because credits are that few already. */
  setAutoTopUp(settings: AutoTopUpSettings | null, now: number): TopUpPurchase | null {
    return this.#change(now, () => {
      this.#autoTopUp.set(settings, now);
      return this.#autoTopUp.due(availableIn(this.#account()), now);
    });
  }

  autoTopUp(now: number): AutoTopUpState {
    return this.#autoTopUp.state(now);
  }

  endTopUp(number: number, outcome: "paid" | TopUpStop): boolean {
    return this.#storage.transactionSync(() => this.#autoTopUp.end(number, outcome));
  }

  /** The plan that D1 does not have yet; null where it has it. */
  pendingPlan(): { tier: Tier; seats: number; eventId: string } | null {
    const { plan_is_pending, tier, seats, plan_event_id } = this.#account();
    return plan_is_pending === 1 && plan_event_id !== null ? { tier, seats, eventId: plan_event_id } : null;
  }

  /** Says that D1 has the plan that this event set. */
  planStored(eventId: string): void {
    this.#sql.exec("UPDATE account SET plan_is_pending = 0 WHERE plan_event_id = ?", eventId);
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
        debt: account.debt,
        allowance: account.allowance,
        allowanceUsed: account.allowance_used - held.allowance,
        reserved: held.purchased + held.allowance,
        available: availableIn(account),
        planStart: account.plan_start,
        tier: account.tier,
      };
    });
  }

  /** What the limits of this month count, reservations included. */
  spending(now: number): MonthOfSpending {
    return this.#change(now, () => this.#spending.month(this.#account(), now));
  }

  /** Gives back what has expired and forgets what nobody can ask about any more. */
  tidy(now: number): void {
    this.#change(now, () => {
      this.#sql.exec(
        "DELETE FROM operations WHERE status IN ('posted', 'voided', 'expired') AND settled_at < ?",
        now - REMEMBER_CHARGES_MS,
      );
      this.#sql.exec("DELETE FROM refused_keys WHERE refused_from < ?", now - REMEMBER_KEYS_MS);
      this.#spending.tidy(now);
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

  #reserve(
    opId: string,
    { credits, windowKey, expiresAt, limits }: Hold,
    now: number,
    isLimited: boolean,
  ): ReserveOutcome {
    const known = this.#operation(opId);
    if (known?.status === "reserved") return "reserved";
    if (known)
      return known.status === "posted" || tookEffectAtOnce(known) ? "already-posted" : "already-void";
    if (this.#isChargedInWindow(windowKey, now)) return "already-posted";
    if (isLimited) return "limited";
    const account = this.#account();
    if (availableIn(account) < credits) return "insufficient";
    const { labels, spent_since } = this.#spending.add(limits, credits, account, now);
    const fromAllowance = Math.min(credits, Math.max(0, account.allowance - account.allowance_used));
    this.#sql.exec(
      "UPDATE account SET allowance_used = allowance_used + ?, purchased = purchased - ?",
      fromAllowance,
      credits - fromAllowance,
    );
    this.#sql.exec(
      `INSERT INTO operations
         (op_id, status, credits, from_allowance, period_start, window_key, labels, spent_since, created_at, expires_at)
       VALUES (?, 'reserved', ?, ?, ?, ?, ?, ?, ?, ?)`,
      opId,
      credits,
      fromAllowance,
      account.period_start,
      windowKey,
      labels,
      spent_since,
      Math.max(now, account.period_start ?? now),
      expiresAt,
    );
    return "reserved";
  }

  #isKeyRefused(id: string | undefined, now: number): boolean {
    if (id === undefined) return false;
    const refused = this.#sql.exec("SELECT 1 FROM refused_keys WHERE id = ? AND refused_from <= ?", id, now);
    return refused.toArray().length > 0;
  }

  /** Moves an open reservation to its end and lets `effect` do what that end does to the balance. */
  #settle(
    opId: string,
    end: "posted" | "voided",
    now: number,
    effect: (operation: Operation) => void,
  ): SettleOutcome {
    const operation = this.#operation(opId);
    if (!operation || tookEffectAtOnce(operation)) return "unknown";
    if (operation.status === "expired") return "expired";
    if (operation.status === end) return "already-done";
    if (operation.status !== "reserved") return "settled-otherwise";
    effect(operation);
    this.#sql.exec("UPDATE operations SET status = ?, settled_at = ? WHERE op_id = ?", end, now, opId);
    return "done";
  }

  #refund(
    opId: string,
    chargeId: string,
    reason: string,
    now: number,
    credits: number | undefined,
  ): RefundOutcome {
    if (this.#operation(opId)) return "already-done";
    const charge = this.#operation(chargeId);
    if (charge?.status !== "posted") return "unknown";
    const left = charge.credits - charge.refunded;
    const amount = credits ?? left;
    if (left === 0 || amount > left) return "exceeds";
    requireCount(amount);
    // What had been purchased goes back first: it does not end with its month.
    const purchasedLeft = left - (charge.from_allowance - charge.refunded_allowance);
    const toAllowance = Math.max(0, amount - purchasedLeft);
    this.#giveBack({ ...charge, credits: amount, from_allowance: toAllowance });
    this.#sql.exec(
      "UPDATE operations SET refunded = refunded + ?, refunded_allowance = refunded_allowance + ? WHERE op_id = ?",
      amount,
      toAllowance,
      chargeId,
    );
    this.#remember(opId, "refunded", amount, now);
    this.#outbox.add({
      opId,
      // Of the charge, so that the usage of its period is less by the refund.
      timestamp: charge.created_at,
      source: "usage",
      amount,
      allowanceAmount: -toAllowance,
      note: { details: reason, metadata: { reason, refundOf: chargeId } },
    });
    return "done";
  }

  /** Whether an event comes after the one that set the plan. */
  #orderOf({ order, eventId }: PlanEvent): PlanOutcome {
    const { plan_order, plan_event_id } = this.#account();
    if (plan_order === null || plan_event_id === null || order > plan_order) return "applied";
    if (order < plan_order) return "older";
    if (eventId === plan_event_id) return "already-applied";
    return eventId > plan_event_id ? "applied" : "older";
  }

  /** Keeps the id of a change that took effect at once, for good. */
  #remember(opId: string, status: "granted" | "adjusted" | "refunded", credits: number, now: number): void {
    this.#sql.exec(
      "INSERT INTO operations (op_id, status, credits, created_at) VALUES (?, ?, ?, ?)",
      opId,
      status,
      credits,
      now,
    );
  }

  /** Adds to the purchased credits, or takes from them; a debt is paid first, and what is not there to take becomes one. */
  #addPurchased(credits: number): void {
    this.#sql.exec(
      "UPDATE account SET purchased = max(0, purchased - debt + ?1), debt = max(0, debt - purchased - ?1)",
      credits,
    );
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

  #giveBack(operation: Operation): void {
    const { credits, from_allowance, period_start } = operation;
    this.#spending.giveBack(operation);
    this.#addPurchased(credits - from_allowance);
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

type Hold = {
  credits: number;
  windowKey: string | null;
  expiresAt: number;
  limits: readonly SpendingLimit[];
};

function availableIn({ purchased, allowance, allowance_used }: Account): number {
  return purchased + Math.max(0, allowance - allowance_used);
}

function tookEffectAtOnce({ status }: Operation): boolean {
  return status === "granted" || status === "adjusted" || status === "refunded";
}

function requirePart(credits: number | undefined, held: number): void {
  if (credits !== undefined && !(Number.isSafeInteger(credits) && credits >= 0 && credits <= held))
    throw new RangeError(
      `a charge is a whole number from 0 to the ${held} credits that are held, not ${credits}`,
    );
}

function requireCount(credits: number): void {
  if (!Number.isSafeInteger(credits) || credits <= 0)
    throw new RangeError(`credits must be a positive whole number, not ${credits}`);
}

import type { Tier, TopUpStop, TransactionSource } from "#schema/values.ts";
import type { Owner } from "#worker/context.ts";
import { AccountBook, availableIn } from "./account-book.ts";
import type { Balance, PlanEvent, PlanOutcome } from "./account-book.ts";
import { AutoTopUp } from "./auto-top-up.ts";
import type { AutoTopUpSettings, AutoTopUpState, TopUpPurchase } from "./auto-top-up.ts";
import type { Outbox } from "./outbox.ts";
import { Operations, tookEffectAtOnce } from "./operations.ts";
import { RefusedKeys } from "./refused-keys.ts";
import { Spending } from "./spending.ts";
import type { MonthOfSpending, ReachedLimit, SpendingLimit } from "./spending.ts";
import { createTables } from "./tables.ts";
import type { Operation } from "./tables.ts";

/** Time after which a reservation, neither posted nor voided, gives its credits back, unless the reservation names another time. */
export const RESERVATION_MS = 60_000;
/** The longest that a reservation may hold its credits. */
export const MAX_RESERVATION_MS = 15 * 60_000;

/**
 * Outcome of a reservation. `already-posted` is free: this operation, or the same call under another id within the charge window, is
 * charged already. `already-void`: the operation was voided or has expired, and an operation id is not used again. `limited`: a spender
 * has used its limit of this month. `key-refused`: the API key or the MCP client's grant was revoked, and nothing is held.
 */
export type ReserveOutcome =
  | "reserved"
  | "insufficient"
  | "limited"
  | "already-posted"
  | "already-void"
  | "key-refused";
/** Outcome of a post or a void. `settled-otherwise`: a post of a voided reservation, or a void of a posted one; nothing changes. */
export type SettleOutcome = "done" | "already-done" | "settled-otherwise" | "expired" | "unknown";
/** Content of a charge's history row besides the amount. */
export type ChargeNote = {
  details: string;
  metadata: Record<string, unknown>;
  /** Id of the API key, for a call with one. */
  apiKeyId?: string;
  tokens?: { sent: number; ofFullPages: number };
  /** The team, for a team's call that a member's own account pays: the team's history gets a row about the call in the same delivery. */
  alsoFor?: Owner;
};
export type ReserveOptions = {
  /** Key of the call; calls with the same key are one call to the payer for 60 s. */
  windowKey?: string;
  /** Life of the reservation: 60 s by default, 15 minutes at most. */
  expiresInMs?: number;
  /** Id of the API key of a call; a revoked key holds nothing. */
  apiKeyId?: string;
  /** Grant of the MCP client of a call; a revoked grant holds nothing. */
  grantId?: string;
  /** Spenders that the call counts for, and how much each may spend until the payer's next month begins. */
  limits?: readonly SpendingLimit[];
};
export type Reserved = {
  outcome: ReserveOutcome;
  available: number;
  /** The limit that is reached, for `limited`. */
  limitedBy?: ReachedLimit;
  /** The purchase that the caller has to make now, because credits have become few (`AutoTopUp`). */
  topUp?: TopUpPurchase;
};
/** Outcome of a refund. `exceeds`: more than the charge took. `unknown`: no charge of that id, or a charge older than 30 days. */
export type RefundOutcome = "done" | "already-done" | "exceeds" | "unknown";

/**
 * The rules of one payer's credits, in the storage of the payer's object. Every change is one synchronous transaction.
 *
 * A reservation takes its credits at once, out of the allowance first, and remembers the split; a void or an expiry puts them back. So
 * nothing that happens in between (a new period, another plan) can make a later post go below zero. `now` is the object's clock in
 * milliseconds. The clock may go back: a period that has begun never ends early for that.
 */
export class Ledger {
  readonly #storage: DurableObjectStorage;
  readonly #account: AccountBook;
  readonly #operations: Operations;
  readonly #refusedKeys: RefusedKeys;
  readonly #outbox: Outbox;
  readonly #spending: Spending;
  readonly #autoTopUp: AutoTopUp;

  constructor(storage: DurableObjectStorage, outbox: Outbox) {
    this.#storage = storage;
    this.#outbox = outbox;
    this.#spending = new Spending(storage.sql);
    this.#autoTopUp = new AutoTopUp(storage.sql);
    createTables(storage.sql);
    this.#account = new AccountBook(storage.sql);
    this.#operations = new Operations(storage.sql);
    this.#refusedKeys = new RefusedKeys(storage.sql);
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
      const available = () => this.#account.available();
      if (this.#refusedKeys.has(apiKeyId ?? grantId, now))
        return { outcome: "key-refused", available: available() };
      const reached = this.#spending.reachedBy(limits, credits, this.#account.read(), now);
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
        // Where the same call ran twice at once, the first to be posted paid for both.
        const charged = this.#operations.isChargedInWindow(operation.window_key, now)
          ? 0
          : (credits ?? operation.credits);
        const fromAllowance = Math.min(charged, operation.from_allowance);
        this.#giveBack({
          ...operation,
          credits: operation.credits - charged,
          from_allowance: operation.from_allowance - fromAllowance,
        });
        this.#operations.setCharged(opId, charged, fromAllowance);
        if (charged === 0) return;
        // The reservation's time, so that usage summed since the period's start agrees with the period's charges.
        const row = { opId, timestamp: operation.created_at, source: "usage", note } as const;
        this.#outbox.add({ ...row, amount: -charged, allowanceAmount: fromAllowance });
        // Both rows in one transaction: a process that dies leaves both histories as they were, or changes both.
        if (note.alsoFor)
          this.#outbox.add({
            ...row,
            owner: note.alsoFor,
            amount: 0,
            allowanceAmount: 0,
            userAccountAmount: -charged,
          });
      });
      return { outcome, available: this.#account.available() };
    });
  }

  void(opId: string, now: number): { outcome: SettleOutcome; available: number } {
    return this.#change(now, () => {
      const outcome = this.#settle(opId, "voided", now, (operation) => this.#giveBack(operation));
      if (outcome === "unknown" && !this.#operations.find(opId)) this.#operations.addVoid(opId, now);
      return { outcome, available: this.#account.available() };
    });
  }

  /** Makes calls with this API key or grant reserve nothing from a moment on; the earliest moment ever given holds. */
  refuseKey(id: string, from: number): void {
    this.#refusedKeys.add(id, from);
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
      if (!this.#operations.find(opId)) {
        this.#operations.remember(opId, "granted", credits, now);
        this.#account.addPurchased(credits);
        const note = details === undefined ? null : { details, metadata: {} };
        this.#outbox.add({ opId, timestamp: now, source, amount: credits, allowanceAmount: 0, note });
      }
      return { available: this.#account.available() };
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
      if (!this.#operations.find(opId)) {
        this.#operations.remember(opId, "adjusted", credits, now);
        this.#account.addPurchased(credits);
        const note = { details: reason, metadata: { reason } };
        this.#outbox.add({ opId, timestamp: now, source, amount: credits, allowanceAmount: 0, note });
      }
      return { available: this.#account.available() };
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
      return { outcome, available: this.#account.available() };
    });
  }

  setPlan(plan: PlanEvent, now: number): { outcome: PlanOutcome; available: number } {
    return this.#change(now, () => {
      const outcome = this.#account.setPlan(plan, now);
      return { outcome, available: this.#account.available() };
    });
  }

  /** Turns auto top-up on, or off with null. Returns the purchase to make at once, when credits are that few already. */
  setAutoTopUp(settings: AutoTopUpSettings | null, now: number): TopUpPurchase | null {
    return this.#change(now, () => {
      this.#autoTopUp.set(settings, now);
      return this.#autoTopUp.due(this.#account.available(), now);
    });
  }

  autoTopUp(now: number): AutoTopUpState {
    return this.#autoTopUp.state(now);
  }

  endTopUp(number: number, outcome: "paid" | TopUpStop): boolean {
    return this.#storage.transactionSync(() => this.#autoTopUp.end(number, outcome));
  }

  /** The plan that D1 does not have yet; null when D1 is up to date. */
  pendingPlan(): { tier: Tier; seats: number; eventId: string } | null {
    return this.#account.pendingPlan();
  }

  /** Marks the plan that this event set as stored in D1. */
  planStored(eventId: string): void {
    this.#account.planStored(eventId);
  }

  balance(now: number): Balance {
    return this.#change(now, () =>
      this.#account.balance(this.#operations.held(this.#account.read().period_start)),
    );
  }

  /** Spending of this month as the limits count, reservations included. */
  spending(now: number): MonthOfSpending {
    return this.#change(now, () => this.#spending.month(this.#account.read(), now));
  }

  /** Gives back expired reservations and forgets operations that nobody can ask about any more. */
  tidy(now: number): void {
    this.#change(now, () => {
      this.#operations.tidy(now);
      this.#refusedKeys.tidy(now);
      this.#spending.tidy(now);
    });
  }

  /** Time at which the oldest open reservation expires; null when none is open. */
  nextExpiry(): number | null {
    return this.#operations.nextExpiry();
  }

  #change<T>(now: number, change: () => T): T {
    return this.#storage.transactionSync(() => {
      this.#account.roll(now);
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
    const known = this.#operations.find(opId);
    if (known?.status === "reserved") return "reserved";
    if (known)
      return known.status === "posted" || tookEffectAtOnce(known) ? "already-posted" : "already-void";
    if (this.#operations.isChargedInWindow(windowKey, now)) return "already-posted";
    if (isLimited) return "limited";
    const account = this.#account.read();
    if (availableIn(account) < credits) return "insufficient";
    const { labels, spent_since } = this.#spending.add(limits, credits, account, now);
    this.#operations.addReservation({
      op_id: opId,
      credits,
      from_allowance: this.#account.take(credits),
      period_start: account.period_start,
      window_key: windowKey,
      labels,
      spent_since,
      created_at: Math.max(now, account.period_start ?? now),
      expires_at: expiresAt,
    });
    return "reserved";
  }

  /** Moves an open reservation to its end; `effect` changes the balance as that end does. */
  #settle(
    opId: string,
    end: "posted" | "voided",
    now: number,
    effect: (operation: Operation) => void,
  ): SettleOutcome {
    const operation = this.#operations.find(opId);
    if (!operation || tookEffectAtOnce(operation)) return "unknown";
    if (operation.status === "expired") return "expired";
    if (operation.status === end) return "already-done";
    if (operation.status !== "reserved") return "settled-otherwise";
    effect(operation);
    this.#operations.settle(opId, end, now);
    return "done";
  }

  #refund(
    opId: string,
    chargeId: string,
    reason: string,
    now: number,
    credits: number | undefined,
  ): RefundOutcome {
    if (this.#operations.find(opId)) return "already-done";
    const charge = this.#operations.find(chargeId);
    if (charge?.status !== "posted") return "unknown";
    const left = charge.credits - charge.refunded;
    const amount = credits ?? left;
    if (left === 0 || amount > left) return "exceeds";
    requireCount(amount);
    // Purchased credits go back first: they do not end with their month.
    const purchasedLeft = left - (charge.from_allowance - charge.refunded_allowance);
    const toAllowance = Math.max(0, amount - purchasedLeft);
    this.#giveBack({ ...charge, credits: amount, from_allowance: toAllowance });
    this.#operations.addRefunded(chargeId, amount, toAllowance);
    this.#operations.remember(opId, "refunded", amount, now);
    this.#outbox.add({
      opId,
      // The charge's time, so that the usage of the charge's period is less by the refund.
      timestamp: charge.created_at,
      source: "usage",
      amount,
      allowanceAmount: -toAllowance,
      note: { details: reason, metadata: { reason, refundOf: chargeId } },
    });
    return "done";
  }

  #expireDue(now: number): void {
    for (const operation of this.#operations.due(now)) {
      this.#giveBack(operation);
      this.#operations.settle(operation.op_id, "expired", now);
    }
  }

  #giveBack(operation: Operation): void {
    this.#spending.giveBack(operation);
    this.#account.giveBack(operation);
  }
}

type Hold = {
  credits: number;
  windowKey: string | null;
  expiresAt: number;
  limits: readonly SpendingLimit[];
};

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

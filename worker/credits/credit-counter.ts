import { DurableObject } from "cloudflare:workers";
import type { LiveTopic, TopUpStop, TransactionSource } from "#schema/values.ts";
import { ownerOfPrincipal, principalOf } from "#worker/owner.ts";
import type { Owner } from "#worker/context.ts";
import { announceChange } from "#worker/live/publish-change.ts";
import { countEvent } from "#worker/platform/count-event.ts";
import { connectDb } from "#worker/platform/db.ts";
import type { Db } from "#worker/platform/db.ts";
import { createLog } from "#worker/platform/log.ts";
import type { Balance, PlanEvent, PlanOutcome } from "./account-book.ts";
import type { AutoTopUpSettings, AutoTopUpState, TopUpPurchase } from "./auto-top-up.ts";
import { Ledger, RESERVATION_MS } from "./ledger.ts";
import type { ChargeNote, RefundOutcome, Reserved, ReserveOptions, SettleOutcome } from "./ledger.ts";
import type { MonthOfSpending } from "./spending.ts";
import { Outbox } from "./outbox.ts";
import type { LedgerEntry } from "./outbox.ts";
import { probeTransactions, storePlan, storeTransactions } from "./repo.ts";
import type { TransactionRow } from "./repo.ts";

export type { Balance, PlanEvent } from "./account-book.ts";
export type { ChargeNote, Reserved, SettleOutcome } from "./ledger.ts";

const ROWS_PER_DELIVERY = 110;
/** Time within which entries are gathered, to go to the history and to the consoles together. */
const GATHER_MS = 200;
const DELIVERY_TIMEOUT_MS = 20_000;
const FIRST_RETRY_MS = 1000;
const LAST_RETRY_MS = 5 * 60_000;
/** Failures after which entries go one by one, so that an entry that D1 refuses does not hold up the others. */
const FAILURES_BEFORE_SINGLES = 3;
/** Refusals, while D1 answered, after which an entry is parked. */
const REFUSALS_BEFORE_PARKING = 2;
/**
 * Time after which an object that died between a change and its delivery is woken to deliver. Equal to a reservation's life, so that the
 * alarm which the reservation has set will do, and a charge does not cost a second alarm.
 */
const DELIVERY_GRACE_MS = RESERVATION_MS;

/**
 * The balance of one payer. An operation id is applied at most once, in any order of arrival, so every call may be
 * repeated after a lost answer. D1 gets the history through an outbox, and no call ever waits for D1.
 */
export class CreditCounter extends DurableObject<Env> {
  #outbox: Outbox;
  #ledger: Ledger;
  readonly #log = createLog({ object: "CreditCounter" });
  #alarmAt: number | null = null;
  #delivery: Promise<void> | null = null;
  #gathering: ReturnType<typeof setTimeout> | null = null;
  #failures = 0;
  #nextDeliveryAt = 0;
  /** Counts of D1's refusals of a single entry, by the entry's number. */
  readonly #refusals = new Map<number, number>();

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#outbox = new Outbox(ctx.storage.sql);
    this.#ledger = new Ledger(ctx.storage, this.#outbox);
    void ctx.blockConcurrencyWhile(async () => {
      this.#alarmAt = await ctx.storage.getAlarm();
    });
  }

  /**
   * Holds credits for 60 s, or for `expiresInMs`. Calls with the same `windowKey` are one call to the payer: once one of them is posted,
   * the others of the next 60 s are `already-posted`, and of several that run at once one is charged. `available` is the balance without
   * all reservations. `limits` counts the credits as spending of each label until the payer's next month, and refuses credits beyond a
   * limit; credits given back are not spent.
   */
  async reserve(opId: string, credits: number, options: ReserveOptions = {}): Promise<Reserved> {
    return this.#after(this.#ledger.reserve(opId, credits, Date.now(), options));
  }

  /**
   * Makes a reservation a charge with a row in the history. `credits` may be less than the held credits, which are all charged without it;
   * the rest is given back, purchased credits first. A charge of 0 leaves no row. More than the held credits: RangeError, nothing changes.
   */
  async post(
    opId: string,
    note: ChargeNote,
    credits?: number,
  ): Promise<{ outcome: SettleOutcome; available: number }> {
    return this.#after(this.#ledger.post(opId, note, Date.now(), credits));
  }

  /** Gives a reservation back. A void that comes before its reservation keeps the reservation from holding anything. */
  async void(opId: string): Promise<{ outcome: SettleOutcome; available: number }> {
    return this.#after(this.#ledger.void(opId, Date.now()));
  }

  /** Makes calls with this API key, or with this grant of an MCP client, reserve nothing from a moment (milliseconds) on. */
  async refuseKey(id: string, from: number): Promise<void> {
    this.#ledger.refuseKey(id, from);
  }

  /** Adds purchased credits, once for an operation id. `details` is the history's text about the grant. */
  async grant(
    opId: string,
    credits: number,
    source: TransactionSource,
    details?: string,
  ): Promise<{ available: number }> {
    return this.#after(this.#ledger.grant(opId, credits, source, Date.now(), details));
  }

  /**
   * Changes the purchased credits by a positive or negative number, once for an operation id: a correction, or a purchase that was paid
   * back. A shortfall becomes a debt that later credits pay first; the balance is never below zero.
   */
  async adjust(
    opId: string,
    credits: number,
    source: TransactionSource,
    reason: string,
  ): Promise<{ available: number }> {
    return this.#after(this.#ledger.adjust(opId, credits, source, reason, Date.now()));
  }

  /**
   * Gives back the credits of a posted charge, or `credits` of them, once for an operation id and never more than the charge. Purchased
   * credits go back first; credits of an allowance whose month is over are lost.
   */
  async refund(
    opId: string,
    chargeId: string,
    reason: string,
    credits?: number,
  ): Promise<{ outcome: RefundOutcome; available: number }> {
    return this.#after(this.#ledger.refund(opId, chargeId, reason, Date.now(), credits));
  }

  /**
   * Sets the tier, the seats, the allowance of every period from now on, and the subscription's start, whose day of the month starts a
   * period. An event older than the event that set the plan changes nothing. The tier and the seats in D1 are a copy of the object's: when
   * this call returns, D1 has them, or gets them when D1 is back.
   */
  async setPlan(plan: PlanEvent): Promise<{ outcome: PlanOutcome; available: number }> {
    const answer = this.#after(this.#ledger.setPlan(plan, Date.now()));
    if (answer.outcome !== "older") await this.#deliver();
    if (answer.outcome === "applied") this.#tellConsoles(payerOf(this.ctx.id), "credits", "profile");
    return answer;
  }

  /** Turns auto top-up on with these settings, or off with null. Returns the purchase that the caller has to make at once, if any. */
  async setAutoTopUp(settings: AutoTopUpSettings | null): Promise<TopUpPurchase | null> {
    return this.#after(this.#ledger.setAutoTopUp(settings, Date.now()));
  }

  async autoTopUp(): Promise<AutoTopUpState> {
    return this.#ledger.autoTopUp(Date.now());
  }

  /** Tells how a purchase ended; an unpaid purchase turns auto top-up off. False when the end was told before. */
  async endTopUp(number: number, outcome: "paid" | TopUpStop): Promise<boolean> {
    return this.#ledger.endTopUp(number, outcome);
  }

  async balance(): Promise<Balance> {
    return this.#after(this.#ledger.balance(Date.now()));
  }

  /** Credits that each spender took this month, as the limits count them, and when the next month begins. */
  async spending(): Promise<MonthOfSpending> {
    return this.#after(this.#ledger.spending(Date.now()));
  }

  /**
   * Forgets everything, as when the account is deleted. Entries on their way to the history have arrived there when this call returns, and
   * no entry follows.
   */
  async clear(): Promise<void> {
    if (this.#gathering !== null) clearTimeout(this.#gathering);
    this.#gathering = null;
    while (this.#delivery) await this.#delivery;
    await this.ctx.storage.deleteAlarm();
    await this.ctx.storage.deleteAll();
    this.#outbox = new Outbox(this.ctx.storage.sql);
    this.#ledger = new Ledger(this.ctx.storage, this.#outbox);
    this.#alarmAt = null;
    this.#failures = 0;
    this.#nextDeliveryAt = 0;
  }

  /** Tidies and delivers. Never throws: a handler that keeps failing loses its alarm after some tries, and the outbox its clock. */
  override async alarm(): Promise<void> {
    this.#alarmAt = null;
    try {
      this.#ledger.tidy(Date.now());
      await this.#deliver();
    } catch (error) {
      this.#log.error("credit alarm failed", error);
    }
    this.#arm();
  }

  #after<T>(answer: T): T {
    this.#arm();
    if (this.#hasUndelivered() && Date.now() >= this.#nextDeliveryAt) this.#deliverSoon();
    return answer;
  }

  #hasUndelivered(): boolean {
    return this.#outbox.hasEntries() || this.#ledger.pendingPlan() !== null;
  }

  /** Delivers soon. The timer keeps the object awake; should the object die all the same, the alarm delivers. */
  #deliverSoon(): void {
    this.#gathering ??= setTimeout(() => {
      this.#gathering = null;
      this.ctx.waitUntil(this.#deliver());
    }, GATHER_MS);
  }

  /** Sets the alarm that must exist while a reservation is open or an entry waits for delivery. */
  #arm(): void {
    const now = Date.now();
    const due: number[] = [];
    const expiry = this.#ledger.nextExpiry();
    if (expiry !== null) due.push(expiry);
    if (this.#hasUndelivered())
      due.push(this.#nextDeliveryAt > now ? this.#nextDeliveryAt : now + DELIVERY_GRACE_MS);
    if (due.length === 0) return;
    const at = Math.max(Math.min(...due), now + 1);
    if (this.#alarmAt !== null && this.#alarmAt <= at) return;
    this.#alarmAt = at;
    void this.ctx.storage.setAlarm(at);
  }

  #tellConsoles(whose: Owner, ...topics: LiveTopic[]): void {
    const services = { liveHub: (owner: Owner) => this.env.LIVE_HUB.getByName(principalOf(owner)) };
    this.ctx.waitUntil(announceChange(services, whose, ...topics));
  }

  /** Sends the outbox to D1, one sender at a time. A failure is logged, and the delivery tried again later. */
  #deliver(): Promise<void> {
    this.#delivery ??= this.#deliverAll().finally(() => {
      this.#delivery = null;
    });
    return this.#delivery;
  }

  async #deliverAll(): Promise<void> {
    try {
      const owner = payerOf(this.ctx.id);
      const db = connectDb(this.env.DB);
      const told = new Map<string, Owner>();
      for (;;) {
        const plan = this.#ledger.pendingPlan();
        if (plan) {
          await withTimeout(storePlan(db, owner, plan), DELIVERY_TIMEOUT_MS);
          this.#ledger.planStored(plan.eventId);
        }
        const pending = this.#outbox.oldest(ROWS_PER_DELIVERY);
        const last = pending.at(-1);
        if (!last) break;
        if (this.#failures >= FAILURES_BEFORE_SINGLES) {
          if (!(await this.#deliverOneByOne(db, owner, pending))) throw new Error("D1 refuses a row");
        } else {
          const rows = pending.map(({ entry }) => toRow(owner, entry));
          await withTimeout(storeTransactions(db, rows), DELIVERY_TIMEOUT_MS);
          this.#outbox.delivered(last.seq);
        }
        const lagMs = Math.max(0, Date.now() - pending[0]!.entry.timestamp);
        countEvent(this.env.EVENTS, { kind: "history", rows: pending.length, lagMs });
        this.#failures = 0;
        this.#nextDeliveryAt = 0;
        for (const { entry } of pending) told.set(principalOf(entry.owner ?? owner), entry.owner ?? owner);
      }
      // Consoles are not waited for: an entry that came meanwhile would have to wait for the alarm.
      for (const whose of told.values()) this.#tellConsoles(whose, "credits", "activity");
    } catch (error) {
      const waitMs = Math.min(FIRST_RETRY_MS * 2 ** this.#failures, LAST_RETRY_MS);
      this.#failures += 1;
      this.#nextDeliveryAt = Date.now() + waitMs;
      this.#log.error("credit history not written", error, { failures: this.#failures, waitMs });
      this.#arm();
    }
  }

  /**
   * Sends the waiting entries row by row. A row that D1 refuses, although D1 answers, stays, and after some tries is parked and reported;
   * false when a row stayed. Throws when D1 is away.
   */
  async #deliverOneByOne(
    db: Db,
    owner: Owner,
    pending: { seq: number; entry: LedgerEntry }[],
  ): Promise<boolean> {
    let isEmpty = true;
    for (const { seq, entry } of pending) {
      try {
        await withTimeout(storeTransactions(db, [toRow(owner, entry)]), DELIVERY_TIMEOUT_MS);
        this.#outbox.deliveredOne(seq);
      } catch (error) {
        await withTimeout(probeTransactions(db), DELIVERY_TIMEOUT_MS);
        const refusals = (this.#refusals.get(seq) ?? 0) + 1;
        this.#refusals.set(seq, refusals);
        if (refusals < REFUSALS_BEFORE_PARKING) {
          isEmpty = false;
          continue;
        }
        this.#outbox.park(seq);
        this.#refusals.delete(seq);
        const { opId, source, amount } = entry;
        this.#log.error("credit history refuses a row, which is parked", error, { opId, source, amount });
      }
    }
    return isEmpty;
  }
}

/** The payer from the object's name, which is the principal (`u_<id>`, `t_<id>`). */
function payerOf(id: DurableObjectId): Owner {
  const owner = ownerOfPrincipal(id.name ?? "");
  if (!owner) throw new Error(`a credit counter is named after its payer, not ${id.name ?? "by an id"}`);
  return owner;
}

/** The row's id comes from the operation and its payer, since both legs of a shared charge have one operation id. */
function toRow(
  payer: Owner,
  { opId, timestamp, source, amount, allowanceAmount, userAccountAmount, note, owner = payer }: LedgerEntry,
): TransactionRow {
  return {
    id: `${principalOf(owner)}:${opId}`,
    ownerKind: owner.kind,
    ownerId: owner.id,
    timestamp: new Date(timestamp),
    source,
    amount,
    allowanceAmount,
    userAccountAmount: userAccountAmount ?? null,
    tokensSent: note?.tokens?.sent ?? null,
    tokensOfFullPages: note?.tokens?.ofFullPages ?? null,
    apiKeyId: note?.apiKeyId ?? null,
    details: note?.details ?? null,
    metadata: note?.metadata ?? null,
  };
}

async function withTimeout(work: Promise<void>, timeoutMs: number): Promise<void> {
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs);
  try {
    await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

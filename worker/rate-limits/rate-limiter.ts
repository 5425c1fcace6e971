import { DurableObject } from "cloudflare:workers";
import { personalPlan } from "#schema/plans.ts";
import type { PaceKind, Plan } from "#schema/plans.ts";
import { connectDb } from "#worker/platform/db.ts";
import { ownerOfPrincipal } from "#worker/owner.ts";
import { planOf } from "#worker/tenancy/plan-of.ts";
import { TokenBucket } from "./token-bucket.ts";

/** A limit: at most `max` attempts in any `windowMs`. */
export type Limit = { max: number; windowMs: number };

export type Attempt = { isAllowed: boolean; retryAfterMs: number };

/** Answer about a pace: whether the act is allowed now, under which rule, and when it is allowed again. */
export type PaceAnswer = Attempt & {
  kind: PaceKind;
  planName: string;
  max: number;
  windowSeconds: number;
  remaining: number;
};

/** Time for which a plan is remembered: a new one counts after it. */
const PLAN_MS = 60_000;

/**
 * Counts the attempts of one key (such as sign-ins at one address), exactly: requests to an object are served one after the other, so that
 * 64 at once count as 64. The counts are worthless tomorrow, so they live in memory and in one stored list that dies by alarm.
 */
export class RateLimiter extends DurableObject<Env> {
  #attempts: number[] | null = null;
  readonly #buckets = new Map<PaceKind, TokenBucket>();
  #plan: { plan: Plan; knownAt: number } | null = null;

  /** Counts one attempt, also a refused one: a caller who goes on trying waits only until the oldest attempt leaves the window. */
  async take({ max, windowMs }: Limit): Promise<Attempt> {
    await this.#load();
    // From here to the count nothing is awaited, so that no other attempt can come between.
    const now = Date.now();
    const recent = this.#recent(windowMs, now);
    if (recent.length >= max)
      return { isAllowed: false, retryAfterMs: recent[recent.length - max]! + windowMs - now };
    recent.push(now);
    this.#attempts = recent;
    await this.ctx.storage.put("attempts", recent);
    await this.ctx.storage.setAlarm(now + windowMs);
    return { isAllowed: true, retryAfterMs: 0 };
  }

  /** Number of attempts that are left, without counting one. */
  async left({ max, windowMs }: Limit): Promise<number> {
    await this.#load();
    return Math.max(0, max - this.#recent(windowMs, Date.now()).length);
  }

  /** State of the attempts, without counting one: for acts that count only when they turn out badly. */
  async look({ max, windowMs }: Limit): Promise<Attempt> {
    await this.#load();
    const now = Date.now();
    const recent = this.#recent(windowMs, now);
    const isAllowed = recent.length < max;
    return { isAllowed, retryAfterMs: isAllowed ? 0 : recent[recent.length - max]! + windowMs - now };
  }

  /**
   * Takes `count` from the pace of a payer's plan; for objects that are named `pace/<principal>`. Buckets live in memory alone: a bucket
   * of an object that sleeps has filled again. `factor` multiplies the plan on a machine that is nobody's but its owner's. A caller
   * without free answers left makes no call either, since a call's price is known only afterwards.
   */
  async pace(kind: PaceKind, factor: number, count = 1): Promise<PaceAnswer> {
    const plan = await this.#currentPlan();
    const asked = (one: PaceKind, number: number): PaceAnswer => {
      const { max, windowSeconds } = plan.paces[one];
      const pace = { max: max * factor, windowSeconds };
      const now = Date.now();
      const bucket = this.#buckets.get(one) ?? new TokenBucket(pace, now);
      this.#buckets.set(one, bucket);
      return { kind: one, planName: plan.name, ...pace, ...bucket.take(pace, now, number) };
    };
    const free = kind === "calls" ? asked("free-answers", 0) : null;
    if (free !== null && free.remaining < 1) {
      const retryAfterMs = Math.ceil((free.windowSeconds * 1000) / free.max);
      return { ...free, isAllowed: false, retryAfterMs };
    }
    return asked(kind, count);
  }

  async #load(): Promise<void> {
    if (this.#attempts !== null) return;
    const stored = (await this.ctx.storage.get<number[]>("attempts")) ?? [];
    this.#attempts ??= stored;
  }

  #recent(windowMs: number, now: number): number[] {
    return (this.#attempts ?? []).filter((at) => at > now - windowMs);
  }

  async #currentPlan(): Promise<Plan> {
    const now = Date.now();
    if (this.#plan && now - this.#plan.knownAt < PLAN_MS) return this.#plan.plan;
    const owner = ownerOfPrincipal((this.ctx.id.name ?? "").replace(/^pace\//, ""));
    const plan = owner ? await planOf({ db: connectDb(this.env.DB) }, owner) : personalPlan("Free");
    this.#plan = { plan, knownAt: now };
    return plan;
  }

  /** Forgets all attempts, as after a success. */
  async reset(): Promise<void> {
    this.#attempts = [];
    this.#buckets.clear();
    await this.ctx.storage.deleteAll();
  }

  override async alarm(): Promise<void> {
    this.#attempts = [];
    await this.ctx.storage.deleteAll();
  }
}

import { DurableObject } from "cloudflare:workers";

/** At most `max` attempts in any `windowMs`. */
export type Limit = { max: number; windowMs: number };

export type Attempt = { isAllowed: boolean; retryAfterMs: number };

/**
 * Counts the attempts of one key (such as sign-ins at one address), exactly: requests to an object are served one after
 * the other, so that 64 at once count as 64. What it counts is of no worth tomorrow, so it lives in memory and in one
 * stored list that dies by alarm.
 */
export class RateLimiter extends DurableObject<Env> {
  #attempts: number[] | null = null;

  /** Counts one attempt, also one that is refused: who goes on trying goes on waiting only for the oldest to leave the window. */
  async take({ max, windowMs }: Limit): Promise<Attempt> {
    const now = Date.now();
    this.#attempts ??= (await this.ctx.storage.get<number[]>("attempts")) ?? [];
    const recent = this.#attempts.filter((at) => at > now - windowMs);
    if (recent.length >= max)
      return { isAllowed: false, retryAfterMs: recent[recent.length - max]! + windowMs - now };
    recent.push(now);
    this.#attempts = recent;
    await this.ctx.storage.put("attempts", recent);
    await this.ctx.storage.setAlarm(now + windowMs);
    return { isAllowed: true, retryAfterMs: 0 };
  }

  /** How it stands, without counting: for what counts only when it turns out badly. */
  async look({ max, windowMs }: Limit): Promise<Attempt> {
    const now = Date.now();
    this.#attempts ??= (await this.ctx.storage.get<number[]>("attempts")) ?? [];
    const recent = this.#attempts.filter((at) => at > now - windowMs);
    const isAllowed = recent.length < max;
    return { isAllowed, retryAfterMs: isAllowed ? 0 : recent[recent.length - max]! + windowMs - now };
  }

  /** Forgets all attempts, as after a success. */
  async reset(): Promise<void> {
    this.#attempts = [];
    await this.ctx.storage.deleteAll();
  }

  override async alarm(): Promise<void> {
    this.#attempts = [];
    await this.ctx.storage.deleteAll();
  }
}

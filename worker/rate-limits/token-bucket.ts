import type { Pace } from "#schema/plans.ts";

export type BucketAnswer = {
  isAllowed: boolean;
  /** Whole tokens that are left. */
  remaining: number;
  /** Milliseconds until there are as many tokens as were asked for; 0 when there were. */
  retryAfterMs: number;
};

/** A bucket that begins full and fills evenly: `max` in a window. */
export class TokenBucket {
  #level: number;
  #filledAt: number;

  constructor({ max }: Pace, now: number) {
    this.#level = max;
    this.#filledAt = now;
  }

  /** Takes so many tokens, or none when there are fewer. A changed plan counts from now on. */
  take(pace: Pace, now: number, count = 1): BucketAnswer {
    this.#fill(pace, now);
    const isAllowed = this.#level >= count;
    if (isAllowed) this.#level -= count;
    const missing = isAllowed ? 0 : Math.min(count, pace.max) - this.#level;
    return {
      isAllowed,
      remaining: Math.floor(this.#level),
      retryAfterMs: Math.ceil((missing * pace.windowSeconds * 1000) / pace.max),
    };
  }

  #fill({ max, windowSeconds }: Pace, now: number): void {
    // A clock that went back fills nothing.
    const elapsedMs = Math.max(0, now - this.#filledAt);
    this.#level = Math.min(max, this.#level + (elapsedMs * max) / (windowSeconds * 1000));
    this.#filledAt = Math.max(this.#filledAt, now);
  }
}

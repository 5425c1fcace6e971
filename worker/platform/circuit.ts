import { AppError } from "#worker/errors.ts";

/** Failures in a row after which the service is left alone for a while. */
const FAILURES_TO_OPEN = 3;
const FIRST_PAUSE_MS = 2_000;
const LAST_PAUSE_MS = 5 * 60_000;

/**
 * Leaves a service alone that keeps failing: after three failures in a row calls are refused for two seconds, then one is let through, and
 * each time that the trial fails the pause is twice as long, up to five minutes. Each isolate has its own circuit.
 */
export class Circuit {
  #failures = 0;
  #opensAgainAt = 0;
  #isTrying = false;
  /** Error that said that the service will not work before `#opensAgainAt`. */
  #refusal: unknown = null;

  /**
   * @param untilOf Moment in milliseconds before which, as a failure says, the service will not work; else null.
   * @throws AppError unavailable with `retryAfterSeconds` while the service is left alone, or again the failure that named a moment; else
   * the error of `call`.
   */
  async run<T>(call: () => Promise<T>, untilOf: (error: unknown) => number | null = () => null): Promise<T> {
    const now = Date.now();
    const waitMs = this.#opensAgainAt - now;
    if (waitMs > 0 && this.#refusal !== null) throw this.#refusal;
    if (waitMs > 0 || this.#isTrying) throw leftAlone(Math.max(waitMs, 1_000));
    const isTrial = this.#failures >= FAILURES_TO_OPEN;
    this.#isTrying = isTrial;
    try {
      const answer = await call();
      this.#failures = 0;
      return answer;
    } catch (error) {
      this.#failures += 1;
      const until = untilOf(error);
      this.#refusal = until === null ? null : error;
      if (until !== null) this.#opensAgainAt = until;
      else if (this.#failures >= FAILURES_TO_OPEN) this.#opensAgainAt = Date.now() + this.#pauseMs();
      throw error;
    } finally {
      if (isTrial) this.#isTrying = false;
    }
  }

  #pauseMs(): number {
    return Math.min(FIRST_PAUSE_MS * 2 ** (this.#failures - FAILURES_TO_OPEN), LAST_PAUSE_MS);
  }
}

function leftAlone(waitMs: number): AppError {
  return new AppError("unavailable", "The model isn't answering. Try again in a minute.", {
    data: { retry: false, retryAfterSeconds: Math.ceil(waitMs / 1000) },
  });
}

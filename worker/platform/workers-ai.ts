import { AppError } from "#worker/errors.ts";

/** Workers AI's own code for a used-up day; all others (requests a minute, capacity, time-outs) pass by themselves. */
const DAILY_ALLOCATION_CODE = 3036;

/**
 * Runs a model of Workers AI for at most `limitMs`. Throws `resource-exhausted` when the account's allocation of the day is used up, and
 * `unavailable` for all that passes by itself; the upstream's own words are in the cause alone.
 */
export async function runModel<Answer>(run: () => Promise<Answer>, limitMs: number): Promise<Answer> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`no answer in ${limitMs} ms`)), limitMs);
  try {
    return await Promise.race([run(), late]);
  } catch (cause) {
    throw mapError(cause);
  } finally {
    clearTimeout(timer);
  }
}

/** Errors of the binding begin with a code: `3040: Capacity temporarily exceeded, please try again.` */
function mapError(cause: unknown): AppError {
  const code = Number(/^\D{0,20}(\d{4}):/.exec(cause instanceof Error ? cause.message : "")?.[1]);
  if (code === DAILY_ALLOCATION_CODE)
    return new AppError("resource-exhausted", "Today's allocation of the model is used up.", {
      data: { retry: false, code },
      cause,
    });
  return new AppError("unavailable", "The model does not answer. Try again in a minute.", {
    data: { retry: true, code: Number.isNaN(code) ? null : code },
    cause,
  });
}

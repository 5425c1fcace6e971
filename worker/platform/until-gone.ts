import { AppError } from "#worker/errors.ts";

/**
 * Result of `work`, or `cancelled` as soon as the asker has gone; without a signal nobody can go. The work does not begin for an asker who
 * has gone already.
 */
export async function untilGone<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
  if (!signal) return work();
  if (signal.aborted) throw gone();
  const { promise: left, reject } = Promise.withResolvers<never>();
  const leave = () => reject(gone());
  signal.addEventListener("abort", leave, { once: true });
  try {
    return await Promise.race([work(), left]);
  } finally {
    signal.removeEventListener("abort", leave);
  }
}

function gone(): AppError {
  return new AppError(
    "cancelled",
    "The request was cancelled before its answer was ready. It costs nothing.",
  );
}

import { AppError } from "#worker/errors.ts";

/** The result of the work, or deadline-exceeded when the work takes longer. The work itself is not stopped. */
export async function withDeadline<T>(work: Promise<T>, timeoutMs: number): Promise<T> {
  const { promise: deadline, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () =>
      reject(new AppError("deadline-exceeded", `No answer within ${timeoutMs / 1000} seconds. Try again.`)),
    timeoutMs,
  );
  try {
    return await Promise.race([work, deadline]);
  } finally {
    clearTimeout(timer);
  }
}

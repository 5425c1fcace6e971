import type { ErrorCode } from "#schema/api/errors.ts";

/** An error whose message we wrote and a caller may read. Everything else that is thrown is shown as "internal". */
export class AppError extends Error {
  readonly code: ErrorCode;
  /** Facts with which the caller can mend the error, such as a limit and the current value. */
  readonly data: Record<string, unknown>;

  constructor(
    code: ErrorCode,
    message: string,
    options: { data?: Record<string, unknown>; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = "AppError";
    this.code = code;
    this.data = options.data ?? {};
  }
}

/**
 * The error that a caller may read, found in any thrown value: an AppError, one that the query builder wrapped, or an object of the
 * platform that is overloaded. Null for everything else, which is shown as "internal".
 */
export function findAppError(thrown: unknown): AppError | null {
  if (thrown instanceof AppError) return thrown;
  if (!(thrown instanceof Error)) return null;
  if (thrown.cause instanceof AppError) return thrown.cause;
  if ((thrown as { overloaded?: boolean }).overloaded)
    return new AppError("unavailable", "We're busy at the moment. Try again in a few seconds.", {
      cause: thrown,
    });
  return null;
}

import type { ErrorCode } from "#schema/api/errors.ts";

/** An error whose message we wrote and a caller may read. Everything else that is thrown is shown as "internal". */
export class AppError extends Error {
  readonly code: ErrorCode;
  /** What the caller can use to mend it, such as a limit and the current value. */
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

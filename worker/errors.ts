/** The closed list of error codes with their HTTP status (specification, section 8). */
export const ERROR_STATUS = {
  "invalid-argument": 400,
  unauthenticated: 401,
  "permission-denied": 403,
  "not-found": 404,
  aborted: 409,
  "resource-exhausted": 429,
  cancelled: 499,
  internal: 500,
  unimplemented: 501,
  unavailable: 503,
  "deadline-exceeded": 504,
  unknown: 500,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

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

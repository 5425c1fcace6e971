/** The codes of a refused call (specification, section 8), plus `network` for a call that never arrived. */
export type ErrorCode =
  | "invalid-argument"
  | "unauthenticated"
  | "permission-denied"
  | "not-found"
  | "aborted"
  | "resource-exhausted"
  | "cancelled"
  | "internal"
  | "unimplemented"
  | "unavailable"
  | "deadline-exceeded"
  | "unknown"
  | "network";

const CODE_OF_STATUS: Record<number, ErrorCode> = {
  400: "invalid-argument",
  401: "unauthenticated",
  403: "permission-denied",
  404: "not-found",
  409: "aborted",
  429: "resource-exhausted",
  499: "cancelled",
  500: "internal",
  501: "unimplemented",
  503: "unavailable",
  504: "deadline-exceeded",
};

export function codeOfStatus(status: number): ErrorCode {
  return CODE_OF_STATUS[status] ?? "unknown";
}

/** A call that failed. The message is one that a person may read. */
export class ApiError extends Error {
  override name = "ApiError";
  code: ErrorCode;
  /** What the server logged it under; null when no server answered. */
  requestId: string | null;
  /** What the server says beyond words, such as a limit and how much of it is used. */
  data: Record<string, unknown>;

  constructor(
    code: ErrorCode,
    message: string,
    options: { requestId?: string | null; data?: unknown; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.code = code;
    this.requestId = options.requestId ?? null;
    this.data = isRecord(options.data) ? options.data : {};
  }
}

/** The words for an error of any origin. What nobody wrote for people is replaced by `fallback`. */
export function errorWords(error: unknown, fallback: string): { message: string; requestId: string | null } {
  return error instanceof ApiError
    ? { message: error.message || fallback, requestId: error.requestId }
    : { message: fallback, requestId: null };
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

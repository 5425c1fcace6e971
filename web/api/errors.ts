import { ERROR_STATUS } from "#schema/api/errors.ts";
import type { ErrorCode as RefusalCode } from "#schema/api/errors.ts";

/** The codes of a refused call, plus `network` for a call that never arrived. */
export type ErrorCode = RefusalCode | "network";

/** The code of a status that came without one; the first of those that share a status. */
export function codeOfStatus(status: number): ErrorCode {
  const codes = Object.keys(ERROR_STATUS) as RefusalCode[];
  return codes.find((code) => ERROR_STATUS[code] === status) ?? "unknown";
}

/** A call that failed. The message is one that a person may read. */
export class ApiError extends Error {
  override name = "ApiError";
  code: ErrorCode;
  /** The id of the server's log entry; null when no server answered. */
  requestId: string | null;
  /** The server's data beyond words, such as a limit and how much of it is used. */
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

/** The words for an error of any origin. Errors without words for people get `fallback`. */
export function errorWords(error: unknown, fallback: string): { message: string; requestId: string | null } {
  return error instanceof ApiError
    ? { message: error.message || fallback, requestId: error.requestId }
    : { message: fallback, requestId: null };
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

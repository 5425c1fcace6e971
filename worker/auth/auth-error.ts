import { signInErrorMessage } from "#schema/sign-in-errors.ts";
import type { SignInErrorReason } from "#schema/sign-in-errors.ts";
import { AppError } from "#worker/errors.ts";
import type { ErrorCode } from "#schema/api/errors.ts";

/**
 * Codes of a failed sign-in, with the reason in `data`. The reason is never `user-not-found` or `wrong-password`: both are
 * `invalid-credential`, so that nobody learns which addresses have an account.
 */
const CODES = {
  "invalid-credential": "unauthenticated",
  "invalid-email": "invalid-argument",
  "missing-email": "invalid-argument",
  "missing-password": "invalid-argument",
  "weak-password": "invalid-argument",
  "email-already-in-use": "aborted",
  "account-exists-with-different-credential": "aborted",
  "operation-not-allowed": "permission-denied",
  "unauthorized-domain": "permission-denied",
  "too-many-requests": "resource-exhausted",
} as const satisfies Partial<Record<SignInErrorReason, ErrorCode>>;

export function authError(reason: keyof typeof CODES, options: { cause?: unknown } = {}): AppError {
  return new AppError(CODES[reason], signInErrorMessage(reason), { data: { reason }, ...options });
}

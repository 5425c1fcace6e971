import { signInErrorMessage, UNKNOWN_SIGN_IN_ERROR } from "#schema/sign-in-errors.ts";
import { ApiError } from "#web/api/errors.ts";

/** The catalog's words for a sign-in or sign-up that failed, or the server's own where the catalog has none. */
export function signInWords(error: unknown, fallback: string = UNKNOWN_SIGN_IN_ERROR): string {
  if (!(error instanceof ApiError)) return fallback;
  if (error.code === "network") return signInErrorMessage("network-request-failed");
  const reason = typeof error.data.reason === "string" ? error.data.reason : null;
  // A password that is too easy has a message of its own under the catalog's reason.
  if (reason === "weak-password" && error.message) return error.message;
  return reason === null ? fallback : signInErrorMessage(reason);
}

/**
 * The catalog of sign-in and sign-up errors (specification, section 8). The worker sends the reason with the message;
 * the web looks the message up here, also for reasons that only a browser knows of.
 */
export const SIGN_IN_ERRORS = {
  "weak-password": "Password must be at least 6 characters long",
  "wrong-password": "Incorrect password. Please try again",
  "invalid-email": "Please enter a valid email address",
  "email-already-in-use": "An account with this email already exists",
  "user-not-found": "No account found with this email address",
  "operation-not-allowed": "This sign-in method is not enabled",
  "invalid-credential": "Invalid email or password",
  "account-exists-with-different-credential": "An account already exists with this email",
  "popup-blocked": "Sign-in popup was blocked. Please allow popups and try again",
  "popup-closed-by-user": "Sign-in was cancelled",
  "unauthorized-domain": "This domain is not authorized for sign-in",
  "too-many-requests": "Too many failed attempts. Please try again later",
  "network-request-failed": "Network error. Please check your connection",
  "missing-password": "Please enter a password",
  "missing-email": "Please enter an email address",
} as const;

export type SignInErrorReason = keyof typeof SIGN_IN_ERRORS;

/** Message of a provider that is not set up, by name. */
export const GITHUB_NOT_CONFIGURED = "GitHub authentication is not configured";
export const UNKNOWN_SIGN_IN_ERROR = "An error occurred. Please try again";

/** The message for a reason; `configuration-not-found` has a message for GitHub alone. Unknown reasons have the general message. */
export function signInErrorMessage(reason: string | null | undefined, provider?: string): string {
  if (reason === "configuration-not-found" && provider === "github") return GITHUB_NOT_CONFIGURED;
  return reason && Object.hasOwn(SIGN_IN_ERRORS, reason)
    ? SIGN_IN_ERRORS[reason as SignInErrorReason]
    : UNKNOWN_SIGN_IN_ERROR;
}

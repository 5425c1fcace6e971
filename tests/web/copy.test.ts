import { expect, test } from "vitest";
import { findRoute } from "#schema/routes.ts";
import { GITHUB_NOT_CONFIGURED, SIGN_IN_ERRORS, UNKNOWN_SIGN_IN_ERROR } from "#schema/sign-in-errors.ts";
import { MIN_PASSWORD_LENGTH } from "#schema/values.ts";
import { NO_DATA, NOT_JSON } from "#web/api/call-function.ts";
import { codeOfStatus } from "#web/api/errors.ts";
import { OFFLINE } from "#web/app/copy.ts";
import { documentTitle } from "#web/app/title.ts";
import { COPIED, COPY_FAILED, OUTCOME_SHOWN_MS } from "#web/components/ui/clipboard-words.ts";
import { COPY as ACTIVITY, SHOWN_TRANSACTIONS } from "#web/features/activity/copy.ts";
import { COPY as KEYS, VERIFY_TOAST_MS } from "#web/features/api-keys/copy.ts";
import { COPY as AUTH, REDIRECT_AFTER_RESET_MS } from "#web/features/auth/copy.ts";
import { ACCEPTED_TOAST_MS, COPY as INVITES, FAILED_TOAST_MS } from "#web/features/invites/copy.ts";
import { LOAD_INDEX_FAILED } from "#web/features/sources/copy.ts";

/**
 * The texts of the specification, typed off it, beside the constants that the pages show. Sections 2, 4, 5 and 8 as far as
 * their pages are built.
 */
const TEXTS: [section: number, text: string, shown: string][] = [
  // Titles.
  [1, "Docenda - Context for your agent", documentTitle(null)],
  [2, "Docenda - API Keys", documentTitle(findRoute("/keys")!.title)],
  [2, "Docenda - Activity", documentTitle(findRoute("/activity")!.title)],
  [2, "Docenda - Activity - usage", documentTitle(findRoute("/activity")!.title, "usage")],

  // Signing in and up.
  [2, "Forgot Password?", AUTH.forgotPassword],
  [2, "Create an Account", AUTH.createAccount],
  [2, "Signing in...", AUTH.signingIn],
  [2, "I agree to receive updates... Unsubscribe any time.", AUTH.consent],
  [5, "Please fill in all fields", AUTH.fillInAllFields],
  [5, "Passwords do not match", AUTH.passwordsDoNotMatch],
  [5, "Password must be at least 6 characters", AUTH.passwordTooShort],
  [5, "Failed to create account. Please try again.", AUTH.signUpFailed],
  [8, "Password must be at least 6 characters long", SIGN_IN_ERRORS["weak-password"]],
  [8, "Incorrect password. Please try again", SIGN_IN_ERRORS["wrong-password"]],
  [8, "Please enter a valid email address", SIGN_IN_ERRORS["invalid-email"]],
  [8, "An account with this email already exists", SIGN_IN_ERRORS["email-already-in-use"]],
  [8, "No account found with this email address", SIGN_IN_ERRORS["user-not-found"]],
  [8, "This sign-in method is not enabled", SIGN_IN_ERRORS["operation-not-allowed"]],
  [8, "Invalid email or password", SIGN_IN_ERRORS["invalid-credential"]],
  [
    8,
    "An account already exists with this email",
    SIGN_IN_ERRORS["account-exists-with-different-credential"],
  ],
  [8, "Sign-in popup was blocked. Please allow popups and try again", SIGN_IN_ERRORS["popup-blocked"]],
  [8, "Sign-in was cancelled", SIGN_IN_ERRORS["popup-closed-by-user"]],
  [8, "This domain is not authorized for sign-in", SIGN_IN_ERRORS["unauthorized-domain"]],
  [8, "Too many failed attempts. Please try again later", SIGN_IN_ERRORS["too-many-requests"]],
  [8, "Network error. Please check your connection", SIGN_IN_ERRORS["network-request-failed"]],
  [8, "Please enter a password", SIGN_IN_ERRORS["missing-password"]],
  [8, "Please enter an email address", SIGN_IN_ERRORS["missing-email"]],
  [8, "GitHub authentication is not configured", GITHUB_NOT_CONFIGURED],
  [8, "An error occurred. Please try again", UNKNOWN_SIGN_IN_ERROR],

  // Links in mails.
  [2, "Check your email", AUTH.checkYourEmail],
  [2, "We couldn't process this link", AUTH.couldNotProcess],
  [2, "Return home", AUTH.returnHome],
  [4, "Verifying your email...", AUTH.verifying],
  [4, "Your email has been verified successfully!", AUTH.verified],
  [4, "Your email is already verified.", AUTH.alreadyVerified],
  [5, "This password reset link is invalid or has expired.", AUTH.resetLinkInvalid],
  [8, "Failed to verify email. The link may have expired.", AUTH.verifyFailed],
  [8, "An error occurred during verification.", AUTH.verifyError],
  [8, "This link is invalid. Please request a new one.", AUTH.linkInvalid],
  [8, "Unsupported action for this link.", AUTH.unsupportedAction],
  [8, "Failed to send reset email", AUTH.resetMailFailed],
  [8, "Failed to reset password", AUTH.resetFailed],

  // API keys.
  [2, "+ New API Key", KEYS.newKey],
  [2, "Revoked", KEYS.revoked],
  [5, "API key name is required", KEYS.nameRequired],
  [5, "Verify your email", KEYS.verifyYourEmail],
  [5, "Are you sure you want to revoke this API key? This action cannot be undone.", KEYS.confirmRevoke],
  [8, "An unknown error occurred", KEYS.unknownError],
  [8, "Loading API keys...", KEYS.loading],
  [8, "You don't have any API keys yet.", KEYS.none],
  [8, "You don't have any active API keys.", KEYS.noneActive],
  [8, "Copied to clipboard", COPIED],
  [8, "Failed to copy", COPY_FAILED],

  // Activity.
  [2, "Recent Activity", ACTIVITY.heading(null)],
  [2, "Kettles Recent Activity", ACTIVITY.heading("Kettles")],
  [2, "Kettles Activity", ACTIVITY.title("Kettles")],
  [8, "Failed to load transactions: D1 is away", ACTIVITY.failed("D1 is away")],
  [8, "Loading transactions...", ACTIVITY.loading],
  [8, "No transactions matching the selected filters.", ACTIVITY.none],
  [8, "Failed to load credit transactions", ACTIVITY.failedFallback],

  // Invitations.
  [2, "Unable to Accept Invitation", INVITES.unable],
  [2, "Continue to Dashboard", INVITES.continue],
  [2, "Invitation Not Found", INVITES.notFound],
  [2, "Go to Dashboard", INVITES.goToDashboard],
  [4, "Team invite accepted successfully!", INVITES.accepted],
  [8, "Failed to accept invite: 502", INVITES.failed(502)],
  [8, "We couldn't find a team invitation linked to this URL.", INVITES.notFoundText],
  [8, "Sign in to accept this team invitation.", INVITES.signIn],

  // Everywhere.
  [8, "Failed to load private index", LOAD_INDEX_FAILED],
  [8, "Response is not valid JSON object.", NOT_JSON],
  [8, "Response is missing data field.", NO_DATA],
  [8, "Failed to get document because the client is offline.", OFFLINE],
];

test.each(TEXTS)("section %i: %s", (_, text, shown) => {
  expect(shown).toBe(text);
});

test.each([
  ["auth", AUTH],
  ["api-keys", KEYS],
  ["activity", ACTIVITY],
  ["invites", INVITES],
  ["sign-in errors", SIGN_IN_ERRORS],
])("no text of %s is missing from the table", (_, copy) => {
  const known = new Set(TEXTS.map(([, text]) => text));
  const texts = Object.values<string | ((...args: never[]) => string)>(copy);
  expect(texts.filter((text) => typeof text === "string" && !known.has(text))).toEqual([]);
});

test("times and numbers of section 9", () => {
  expect({
    VERIFY_TOAST_MS,
    ACCEPTED_TOAST_MS,
    FAILED_TOAST_MS,
    OUTCOME_SHOWN_MS,
    REDIRECT_AFTER_RESET_MS,
    MIN_PASSWORD_LENGTH,
    SHOWN_TRANSACTIONS,
  }).toEqual({
    VERIFY_TOAST_MS: 3000,
    ACCEPTED_TOAST_MS: 3000,
    FAILED_TOAST_MS: 5000,
    OUTCOME_SHOWN_MS: 2000,
    REDIRECT_AFTER_RESET_MS: 3000,
    MIN_PASSWORD_LENGTH: 6,
    SHOWN_TRANSACTIONS: 200,
  });
});

test.each([
  [400, "invalid-argument"],
  [401, "unauthenticated"],
  [403, "permission-denied"],
  [404, "not-found"],
  [409, "aborted"],
  [429, "resource-exhausted"],
  [499, "cancelled"],
  [500, "internal"],
  [501, "unimplemented"],
  [503, "unavailable"],
  [504, "deadline-exceeded"],
  [418, "unknown"],
])("section 8: the status %i means %s", (status, code) => {
  expect(codeOfStatus(status)).toBe(code);
});

/** Texts of signing in and up, word for word from the specification (sections 2, 4, 5 and 8). */
export const COPY = {
  signingIn: "Signing in...",
  forgotPassword: "Forgot Password?",
  createAccount: "Create an Account",
  consent: "I agree to receive updates... Unsubscribe any time.",
  fillInAllFields: "Please fill in all fields",
  passwordsDoNotMatch: "Passwords do not match",
  passwordTooShort: "Password must be at least 6 characters",
  signUpFailed: "Failed to create account. Please try again.",
  checkYourEmail: "Check your email",
  resetMailFailed: "Failed to send reset email",
  resetFailed: "Failed to reset password",
  resetLinkInvalid: "This password reset link is invalid or has expired.",
  verifying: "Verifying your email...",
  verified: "Your email has been verified successfully!",
  alreadyVerified: "Your email is already verified.",
  verifyFailed: "Failed to verify email. The link may have expired.",
  verifyError: "An error occurred during verification.",
  linkInvalid: "This link is invalid. Please request a new one.",
  unsupportedAction: "Unsupported action for this link.",
  couldNotProcess: "We couldn't process this link",
  returnHome: "Return home",
} as const;

/** Time from a reset password to the redirect (specification, section 9). */
export const REDIRECT_AFTER_RESET_MS = 3_000;
/** Seconds between two links of a kind; the server holds to the same limit. */
export const RESEND_AFTER_S = 60;

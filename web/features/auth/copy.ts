/** Texts of the way in, exactly as the specification has them (sections 2, 4, 5 and 8). */
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

/** Specification, section 9. */
export const REDIRECT_AFTER_RESET_MS = 3_000;
/** Links of a kind go out at most once in this time; the server holds to it too. */
export const RESEND_AFTER_S = 60;

/** Texts of the API keys page, exactly as the specification has them (sections 2, 4, 5 and 8). */
export const COPY = {
  newKey: "+ New API Key",
  nameRequired: "API key name is required",
  verifyYourEmail: "Verify your email",
  confirmRevoke: "Are you sure you want to revoke this API key? This action cannot be undone.",
  revoked: "Revoked",
  loading: "Loading API keys...",
  none: "You don't have any API keys yet.",
  noneActive: "You don't have any active API keys.",
  unknownError: "An unknown error occurred",
} as const;

/** Specification, section 9. */
export const VERIFY_TOAST_MS = 3_000;
/** A key that is shown is masked again after this time. */
export const HIDE_AFTER_MS = 30_000;

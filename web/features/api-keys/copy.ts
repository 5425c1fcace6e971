/** Texts of the API keys page, word for word from the specification (sections 2, 4, 5 and 8). */
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

/** Time that the toast about verifying is shown (specification, section 9). */
export const VERIFY_TOAST_MS = 3_000;
/** Time after which a shown key is masked again. */
export const HIDE_AFTER_MS = 30_000;

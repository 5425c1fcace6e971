/** Texts of the activity page, word for word from the specification (sections 2 and 8). */
export const COPY = {
  title: (team: string | null) => (team === null ? "Activity" : `${team} Activity`),
  heading: (team: string | null) => (team === null ? "Recent Activity" : `${team} Recent Activity`),
  loading: "Loading transactions...",
  none: "No transactions matching the selected filters.",
  failed: (error: string) => `Failed to load transactions: ${error}`,
  /** The error where the server gave no words. */
  failedFallback: "Failed to load credit transactions",
} as const;

/** Number of transactions shown (specification, section 9). */
export const SHOWN_TRANSACTIONS = 200;

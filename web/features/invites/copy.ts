/** Texts of the page for invitations, word for word from the specification (sections 2, 4 and 8). */
export const COPY = {
  signIn: "Sign in to accept this team invitation.",
  accepted: "Team invite accepted successfully!",
  unable: "Unable to Accept Invitation",
  continue: "Continue to Dashboard",
  notFound: "Invitation Not Found",
  notFoundText: "We couldn't find a team invitation linked to this URL.",
  goToDashboard: "Go to Dashboard",
  /** The error where the server gave no words. */
  failed: (status: number) => `Failed to accept invite: ${status}`,
} as const;

/** Time that the toast is shown (specification, section 9). */
export const ACCEPTED_TOAST_MS = 3_000;
export const FAILED_TOAST_MS = 5_000;

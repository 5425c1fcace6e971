import type { AppError } from "#worker/errors.ts";

/** Paths of a person's own billing calls, whose answers have the form of a team's. */
const OWN = /^\/api\/billing\/(?:create-subscription|purchase-credits|portal)$/;

/** Whether a path is one of the team and billing calls of the specification, section 7, which answer in a form of their own. */
export function isTeamCall(path: string): boolean {
  return path === "/api/teams" || path.startsWith("/api/teams/") || OWN.test(path);
}

/** The error of a team call. `error` is the text to show (specification, section 8); the rest is for programs. */
export function teamCallError({ code, message, data }: AppError, requestId: string) {
  return { success: false, error: message, code, requestId, data };
}

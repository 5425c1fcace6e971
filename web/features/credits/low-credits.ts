import { lowCreditsAt } from "#schema/plans.ts";
import type { CreditOverview } from "./queries.ts";

type Credits = Pick<CreditOverview, "monthlyAllowance" | "totalCreditsAvailable">;

/** Whether so few credits are left that a person should know, and whether none are; null while there are enough. */
export function lowCredits(credits: Credits, isTeam: boolean): "low" | "none" | null {
  const left = credits.totalCreditsAvailable;
  // Members of a team that has never had credits spend their own.
  if (isTeam && left <= 0 && credits.monthlyAllowance === 0) return null;
  if (left <= 0) return "none";
  return left <= lowCreditsAt(credits) ? "low" : null;
}

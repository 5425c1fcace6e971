import { lowCreditsAt } from "#schema/plans.ts";
import type { CreditOverview } from "./queries.ts";

type Credits = Pick<CreditOverview, "monthlyAllowance" | "totalCreditsAvailable">;

/** Whether few credits are left ("low") or none; null while there are enough. */
export function lowCredits(credits: Credits, isTeam: boolean): "low" | "none" | null {
  const left = credits.totalCreditsAvailable;
  // Members of a team that has never had credits spend their own credits.
  if (isTeam && left <= 0 && credits.monthlyAllowance === 0) return null;
  if (left <= 0) return "none";
  return left <= lowCreditsAt(credits) ? "low" : null;
}

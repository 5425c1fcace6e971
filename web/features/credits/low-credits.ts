import { PLANS } from "#schema/plans.ts";
import type { Tier } from "#schema/values.ts";

/** Below this share of what a month brings, or of the credits at the start, a person is told. */
const LOW_SHARE = 0.2;

/** Whether so few credits are left that a person should know, and whether none are; null while there are enough. */
export function lowCredits(tier: Tier, left: number): "low" | "none" | null {
  if (left <= 0) return "none";
  const { monthlyAllowance, initialCredits } = PLANS[tier];
  return left <= (monthlyAllowance || initialCredits) * LOW_SHARE ? "low" : null;
}

import { LOW_CREDITS_SHARE, PLANS } from "#schema/plans.ts";
import type { Tier } from "#schema/values.ts";

/** Whether so few credits are left that a person should know, and whether none are; null while there are enough. */
export function lowCredits(tier: Tier, left: number): "low" | "none" | null {
  if (left <= 0) return "none";
  const { monthlyAllowance, initialCredits } = PLANS[tier];
  return left <= (monthlyAllowance || initialCredits) * LOW_CREDITS_SHARE ? "low" : null;
}

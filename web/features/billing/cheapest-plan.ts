import { CALL_PRICES, CREDIT_PACKS, PLANS } from "#schema/plans.ts";
import { TIERS } from "#schema/values.ts";
import type { Tier } from "#schema/values.ts";

const DAYS_PER_MONTH = 30;

/** Credits for so many searches and reads a day in a month, at the price of the dearer one. */
export function creditsNeeded(callsPerDay: number): number {
  return callsPerDay * DAYS_PER_MONTH * Math.max(...Object.values(CALL_PRICES));
}

/** The plan that costs least for so many calls a day, with the credits that have to be bought beside it every month, in packs. */
export function cheapestPlan(callsPerDay: number): { tier: Tier; extraCredits: number } {
  const needed = creditsNeeded(callsPerDay);
  const [pack] = CREDIT_PACKS.toSorted((a, b) => a.credits - b.credits);
  const offers = TIERS.map((tier) => {
    const { priceCents, monthlyAllowance, initialCredits } = PLANS[tier];
    // The credits at the start of Free are there once: they are enough for a person who needs no more.
    const included = tier === "Free" && needed <= initialCredits ? needed : monthlyAllowance;
    const packs = Math.ceil(Math.max(0, needed - included) / pack!.credits);
    return { tier, extraCredits: packs * pack!.credits, cents: priceCents + packs * pack!.priceCents };
  });
  // The higher tier of two that cost the same brings more besides credits.
  const [best] = offers.toReversed().toSorted((a, b) => a.cents - b.cents);
  return { tier: best!.tier, extraCredits: best!.extraCredits };
}

import type { Tier } from "./values.ts";

/** What each tier may use. Credits of the free tier are granted once; paid tiers get theirs every period. */
export const PLANS: Record<
  Tier,
  {
    priceCents: number;
    initialCredits: number;
    monthlyAllowance: number;
    maxPages: number;
    maxPdfPages: number;
    maxApiKeys: number;
  }
> = {
  Free: {
    priceCents: 0,
    initialCredits: 200,
    monthlyAllowance: 0,
    maxPages: 500,
    maxPdfPages: 100,
    maxApiKeys: 3,
  },
  Basic: {
    priceCents: 900,
    initialCredits: 200,
    monthlyAllowance: 1000,
    maxPages: 20_000,
    maxPdfPages: 1_000,
    maxApiKeys: 20,
  },
  Pro: {
    priceCents: 2900,
    initialCredits: 200,
    monthlyAllowance: 5000,
    maxPages: 200_000,
    maxPdfPages: 10_000,
    maxApiKeys: 100,
  },
};

/** Credits that one search or one read costs when it gives an answer. */
export const CREDITS_PER_CALL = 1;

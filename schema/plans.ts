import type { Tier } from "./values.ts";

/**
 * Kinds of actions with a pace: `calls` are searches and reads, `free-answers` those of them that cost nothing, `jobs` begin to index
 * something, `uploads` bring files and lockfiles.
 */
export const PACE_KINDS = ["calls", "free-answers", "jobs", "uploads"] as const;
export type PaceKind = (typeof PACE_KINDS)[number];

/** A rate: `max` at once, and as many again in every window: a bucket that fills evenly. */
export type Pace = { max: number; windowSeconds: number };

const MIB = 1024 * 1024;

export type PlanLimits = {
  priceCents: number;
  initialCredits: number;
  monthlyAllowance: number;
  maxPages: number;
  maxPdfPages: number;
  /** Size limit of all uploaded files together. */
  maxFileBytes: number;
  maxApiKeys: number;
  /** Number of indexing runs at the same time. */
  maxRuns: number;
  maxSources: number;
  paces: Record<PaceKind, Pace>;
};

/** Limits of each tier. Credits of the free tier are granted once; paid tiers get theirs every period. */
export const PLANS: Record<Tier, PlanLimits> = {
  Free: {
    priceCents: 0,
    initialCredits: 200,
    monthlyAllowance: 0,
    maxPages: 500,
    maxPdfPages: 100,
    maxFileBytes: 256 * MIB,
    maxApiKeys: 3,
    maxRuns: 3,
    maxSources: 50,
    paces: {
      calls: { max: 60, windowSeconds: 60 },
      "free-answers": { max: 60, windowSeconds: 60 },
      jobs: { max: 20, windowSeconds: 3600 },
      uploads: { max: 120, windowSeconds: 60 },
    },
  },
  Basic: {
    priceCents: 900,
    initialCredits: 200,
    monthlyAllowance: 1000,
    maxPages: 20_000,
    maxPdfPages: 1_000,
    maxFileBytes: 2048 * MIB,
    maxApiKeys: 20,
    maxRuns: 10,
    maxSources: 500,
    paces: {
      calls: { max: 120, windowSeconds: 60 },
      "free-answers": { max: 120, windowSeconds: 60 },
      jobs: { max: 100, windowSeconds: 3600 },
      uploads: { max: 600, windowSeconds: 60 },
    },
  },
  Pro: {
    priceCents: 2900,
    initialCredits: 200,
    monthlyAllowance: 5000,
    maxPages: 200_000,
    maxPdfPages: 10_000,
    maxFileBytes: 20_480 * MIB,
    maxApiKeys: 100,
    maxRuns: 25,
    maxSources: 5_000,
    paces: {
      calls: { max: 600, windowSeconds: 60 },
      "free-answers": { max: 300, windowSeconds: 60 },
      jobs: { max: 500, windowSeconds: 3600 },
      uploads: { max: 1200, windowSeconds: 60 },
    },
  },
};

/** Additions of each paid seat to the plan of a team, whose members share all of it. */
export const PER_SEAT = {
  priceCents: 1900,
  monthlyAllowance: 2500,
  maxPages: 100_000,
  maxPdfPages: 5_000,
  maxFileBytes: 10_240 * MIB,
  maxApiKeys: 20,
  maxSources: 2_500,
};

/** Most seats that a team may pay for, as many as it may have members. */
export const MAX_PAID_SEATS = 500;

/** The plan that an owner is subscribed to, under the name that refusals give it. */
export type Plan = PlanLimits & { tier: Tier; name: Tier | "Team" };

export function personalPlan(tier: Tier): Plan {
  return { ...PLANS[tier], tier, name: tier };
}

/** The plan of a team with so many paid seats. Without one, a team has the limits of a free account, and no credits of its own. */
export function teamPlan(seats: number): Plan {
  if (seats <= 0) return { ...PLANS.Free, tier: "Free", name: "Free", initialCredits: 0 };
  const shared = Object.entries(PER_SEAT).map(([limit, perSeat]) => [limit, perSeat * seats]);
  return {
    ...PLANS.Pro,
    ...(Object.fromEntries(shared) as typeof PER_SEAT),
    initialCredits: 0,
    tier: "Pro",
    name: "Team",
  };
}

/** Credits that each call costs when it gives an answer. Every quoted price comes from here. */
export const CALL_PRICES: Readonly<Record<"search" | "read", number>> = { search: 1, read: 1 };

/** Credits in words: `1 credit`, `2,000 credits`. */
export function creditsInWords(credits: number): string {
  return credits === 1 ? "1 credit" : `${credits.toLocaleString("en-US")} credits`;
}

/** Sentence with the prices: `A search costs 1 credit and a read 1 credit`, without its full stop. */
export const CALL_PRICES_IN_WORDS = `A search costs ${creditsInWords(CALL_PRICES.search)} and a read ${creditsInWords(CALL_PRICES.read)}`;

/**
 * Price of our model's answer in the chat: a credit for each started `tokensPerCredit` of tokens read and written, `maxCredits` at most,
 * which are held during the answer. Searches and reads of the chat have their usual price; a model of one's own costs nothing.
 */
export const CHAT_PRICE = { tokensPerCredit: 4000, maxCredits: 3 };

/** Credits that are bought once and do not end. */
export type CreditPack = { credits: number; priceCents: number };

export const CREDIT_PACKS: readonly CreditPack[] = [
  { credits: 1_000, priceCents: 900 },
  { credits: 5_000, priceCents: 4_000 },
  { credits: 20_000, priceCents: 14_000 },
];

/** Most that auto top-up may be allowed to pay in a month. */
export const MAX_TOP_UP_CENTS = 500_000;

/** Share of a month's credits, or of the credits at the start, below which the owner is told. */
const LOW_CREDITS_SHARE = 0.2;

/** Number of credits at which, or below which, the owner is told. */
export function lowCreditsAt({ monthlyAllowance }: Pick<PlanLimits, "monthlyAllowance">): number {
  return Math.floor((monthlyAllowance || PLANS.Free.initialCredits) * LOW_CREDITS_SHARE);
}

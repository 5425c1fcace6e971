import type { Ctx } from "#worker/context.ts";
import type { Balance } from "./credit-counter.ts";
import { periodAnchor } from "./credit-period.ts";
import { nextPeriodStart, periodStart } from "./period.ts";
import { sumUsageByDay } from "./repo.ts";
import type { UsageOfDay } from "./repo.ts";

/** An owner's credits, left and used (specification, sections 3 and 9). */
export type CreditInfo = {
  purchasedCredits: number;
  monthlyAllowance: number;
  monthlyCreditsUsed: number;
  monthlyCreditsRemaining: number;
  totalCreditsAvailable: number;
  periodStart: Date;
  /** First instant of the next period. */
  periodEnd: Date;
};

export type CreditOverview = CreditInfo & {
  /** Every day of the period until today, the oldest first. */
  days: DayOfUsage[];
};

export type DayOfUsage = {
  /** Day such as `2026-11-21`, in UTC. */
  day: string;
  creditsUsed: number;
  calls: number;
  tokensSent: number;
  tokensOfFullPages: number;
};

/** The scope's credits now. Credits held by calls under way do not count as used yet. */
export async function getCreditInfo(
  ctx: Pick<Ctx, "db" | "scope" | "services" | "now">,
): Promise<CreditInfo> {
  const balance: Balance = await ctx.services.creditCounter(ctx.scope.owner).balance();
  const anchor = await periodAnchor(ctx, balance);
  const start = periodStart(anchor, ctx.now());
  const remaining = balance.allowance > 0 ? Math.max(0, balance.allowance - balance.allowanceUsed) : 0;
  return {
    purchasedCredits: balance.purchased,
    monthlyAllowance: balance.allowance,
    monthlyCreditsUsed: balance.allowanceUsed,
    monthlyCreditsRemaining: remaining,
    totalCreditsAvailable: balance.purchased + remaining,
    periodStart: start,
    periodEnd: nextPeriodStart(anchor, start),
  };
}

/** The scope's credits now, and the usage of each day of the period. */
export async function getCreditOverview(
  ctx: Pick<Ctx, "db" | "scope" | "services" | "now">,
): Promise<CreditOverview> {
  const info = await getCreditInfo(ctx);
  const used = await sumUsageByDay(ctx.db, ctx.scope.owner, info.periodStart, info.periodEnd);
  return { ...info, days: fillDays(used, info.periodStart, ctx.now()) };
}

/** One entry a day from the first to the last, also for days without usage. */
function fillDays(used: UsageOfDay[], first: Date, last: Date): DayOfUsage[] {
  const byDay = new Map(used.map((usage) => [usage.day, usage]));
  const days: DayOfUsage[] = [];
  for (let time = first.getTime(); time <= last.getTime(); time += DAY_MS) {
    const day = new Date(time).toISOString().slice(0, 10);
    const usage = byDay.get(day);
    days.push({
      day,
      creditsUsed: usage?.credits ?? 0,
      calls: usage?.calls ?? 0,
      tokensSent: usage?.tokensSent ?? 0,
      tokensOfFullPages: usage?.tokensOfFullPages ?? 0,
    });
  }
  return days;
}

const DAY_MS = 86_400_000;

import * as z from "zod";
import type { Ctx } from "#worker/context.ts";
import type { Balance } from "./credit-counter.ts";
import { periodAnchor } from "./credit-period.ts";
import { nextPeriodStart, periodStart } from "./period.ts";
import { sumUsageByDay } from "./repo.ts";

export const monthlyUsageInput = z.object({
  year: z.number().int().min(2000).max(9999),
  /** Month of the year; 1 is January. */
  month: z.number().int().min(1).max(12),
  day: z.number().int().min(1).max(31),
});
export type MonthlyUsageInput = z.infer<typeof monthlyUsageInput>;

/** A monthly usage record (specification, section 3). */
export type MonthlyUsage = MonthlyUsageInput & { ownerId: string; creditsUsed: number };

/**
 * Usage of the monthly allowance in the credit period that begins on a day (in UTC). Null when no period of the scope's owner begins on
 * that day, or the period is still to come.
 */
export async function findMonthlyUsage(
  ctx: Pick<Ctx, "db" | "scope" | "services" | "now">,
  { year, month, day }: MonthlyUsageInput,
): Promise<MonthlyUsage | null> {
  const { owner } = ctx.scope;
  const balance: Balance = await ctx.services.creditCounter(owner).balance();
  const anchor = await periodAnchor(ctx, balance);
  const start = new Date(Date.UTC(year, month - 1, day));
  // A day that the month does not have, which Date moves into the next month, gives null too.
  if (start.getUTCDate() !== day || start > ctx.now()) return null;
  if (periodStart(anchor, start).getTime() !== start.getTime()) return null;

  const isCurrent = periodStart(anchor, ctx.now()).getTime() === start.getTime();
  const creditsUsed = isCurrent
    ? balance.allowanceUsed
    : (await sumUsageByDay(ctx.db, owner, start, nextPeriodStart(anchor, start))).reduce(
        (sum, { allowanceCredits }) => sum + allowanceCredits,
        0,
      );
  return { ownerId: owner.id, year, month, day, creditsUsed };
}

import type { Ctx } from "#worker/context.ts";
import { spenderOf } from "#worker/tenancy/payers-of.ts";
import type { Spender } from "#worker/tenancy/payers-of.ts";
import type { MonthOfSpending } from "./spending.ts";

export type SpendingThisMonth = {
  /** Time when limits begin anew. */
  resetsAt: Date;
  /** Credits of the scope's owner by spender; spenders without usage are absent. Calls under way count. */
  spenders: (Spender & { credits: number })[];
};

/** Usage of each key, and of each member of a team, this month, with or without a monthly limit. */
export async function getSpending(ctx: Pick<Ctx, "scope" | "services">): Promise<SpendingThisMonth> {
  const month: MonthOfSpending = await ctx.services.creditCounter(ctx.scope.owner).spending();
  const spenders = Object.entries(month.byLabel).map(([label, credits]) => ({
    ...spenderOf(label),
    credits,
  }));
  return { resetsAt: new Date(month.resetsAt), spenders };
}

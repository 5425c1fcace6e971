import type { Ctx } from "#worker/context.ts";
import { spenderOf } from "#worker/tenancy/payers-of.ts";
import type { Spender } from "#worker/tenancy/payers-of.ts";
import type { MonthOfSpending } from "./spending.ts";

export type SpendingThisMonth = {
  /** When limits begin anew. */
  resetsAt: Date;
  /** Credits of the scope's owner; spenders that took none are not there. Calls that are under way count. */
  spenders: (Spender & { credits: number })[];
};

/** What each key, and each member of a team, has used of its monthly limit so far, whether it has one or not. */
export async function getSpending(ctx: Pick<Ctx, "scope" | "services">): Promise<SpendingThisMonth> {
  const month: MonthOfSpending = await ctx.services.creditCounter(ctx.scope.owner).spending();
  const spenders = Object.entries(month.byLabel).map(([label, credits]) => ({
    ...spenderOf(label),
    credits,
  }));
  return { resetsAt: new Date(month.resetsAt), spenders };
}

import { PLANS } from "#schema/plans.ts";
import type { Tier } from "#schema/values.ts";
import type { Ctx, UserOwner } from "#worker/context.ts";
import type { PlanOutcome } from "./account-book.ts";

export type SetPlan = {
  tier: Tier;
  /** Start of the plan, whose day of the month starts a credit period. */
  startDate: Date;
  /** The event that sets the plan, and its place in time, such as the second in which the event was created. */
  eventId: string;
  order: number;
};

/**
 * Puts a person on a plan: the tier, with its limits, and the monthly allowance of that tier, which change together. An event older than
 * the event that set the plan changes nothing, and neither does the same event again.
 */
export async function setPlan(
  ctx: Pick<Ctx, "services">,
  owner: UserOwner,
  { tier, startDate, eventId, order }: SetPlan,
): Promise<PlanOutcome> {
  const counter = ctx.services.creditCounter(owner);
  const plan = { tier, seats: 0, allowance: PLANS[tier].monthlyAllowance, startDate, eventId, order };
  const { outcome } = await counter.setPlan(plan);
  return outcome;
}

import { PLANS, teamPlan } from "#schema/plans.ts";
import { TIERS } from "#schema/values.ts";
import type { SubscriptionStatus, Tier } from "#schema/values.ts";
import type { Owner } from "#worker/context.ts";

export type SubscriptionState = {
  id: string;
  tier: Tier;
  /** Quantity that the next renewal charges. */
  quantity: number;
  /** Quantity paid until the period's end: more than `quantity` where fewer seats will renew. */
  paidQuantity: number;
  priceCents: number;
  status: SubscriptionStatus;
  anchor: Date;
  periodStart: Date;
  periodEnd: Date;
  cancelsAt: Date | null;
  endedAt: Date | null;
  createdAt: Date;
};

/** Rights that an owner's payments give. */
export type Entitlement = {
  tier: Tier;
  /** Paid seats of a team; 0 for a person. */
  seats: number;
  allowance: number;
  /** Start of the plan, whose day of the month begins a period. */
  startDate: Date;
};

/**
 * The rights from an owner's subscriptions; null for an owner who never had a subscription. The state of the subscription itself decides:
 *
 * - `active` and `trialing`: the tier, the seats of a team and the allowance, also while a cancelled one runs to its end;
 * - `past_due`, while Stripe tries the card again: the limits of the tier, and no allowance, since the month is not paid;
 * - everything else: Free. What is indexed stays, and nothing beyond the limits of Free can be added.
 *
 * The highest tier counts where several subscriptions are alive.
 */
export function entitlementOf(
  kind: Owner["kind"],
  subscriptions: readonly SubscriptionState[],
): Entitlement | null {
  const [best] = subscriptions.toSorted(byWorth);
  if (!best) return null;
  const startDate = best.anchor;
  if (!isAlive(best)) return { tier: "Free", seats: 0, allowance: 0, startDate };
  const seats = kind === "team" ? best.paidQuantity : 0;
  const { tier, monthlyAllowance } =
    kind === "team" ? teamPlan(seats) : { tier: best.tier, ...PLANS[best.tier] };
  return { tier, seats, allowance: best.status === "past_due" ? 0 : monthlyAllowance, startDate };
}

/** The subscription that counts; null without a living one. */
export function liveSubscription<S extends SubscriptionState>(subscriptions: readonly S[]): S | null {
  const [best] = subscriptions.toSorted(byWorth);
  return best && isAlive(best) ? best : null;
}

/** True for a subscription that brings its tier: paid, or Stripe still tries. */
export function isAlive({ status }: Pick<SubscriptionState, "status">): boolean {
  return status === "active" || status === "trialing" || status === "past_due";
}

function byWorth(a: SubscriptionState, b: SubscriptionState): number {
  return (
    Number(isAlive(b)) - Number(isAlive(a)) ||
    Number(a.status === "past_due") - Number(b.status === "past_due") ||
    TIERS.indexOf(b.tier) - TIERS.indexOf(a.tier) ||
    b.createdAt.getTime() - a.createdAt.getTime() ||
    (a.id < b.id ? -1 : 1)
  );
}

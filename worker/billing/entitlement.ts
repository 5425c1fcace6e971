import { PLANS } from "#schema/plans.ts";
import { TIERS } from "#schema/values.ts";
import type { SubscriptionStatus, Tier } from "#schema/values.ts";

export type SubscriptionState = {
  id: string;
  tier: Tier;
  quantity: number;
  priceCents: number;
  status: SubscriptionStatus;
  anchor: Date;
  periodStart: Date;
  periodEnd: Date;
  cancelsAt: Date | null;
  endedAt: Date | null;
  createdAt: Date;
};

/** What an owner may use because of what is paid. */
export type Entitlement = {
  tier: Tier;
  allowance: number;
  /** Its day of the month begins a period. */
  startDate: Date;
};

/**
 * What the subscriptions of a person entitle to; null for somebody who never had one. The state of the subscription itself decides:
 *
 * - `active` and `trialing`: the tier and its allowance, also while a cancelled one runs to its end;
 * - `past_due`, while Stripe tries the card again: the limits of the tier, and no allowance, since the month is not paid;
 * - everything else: Free. What is indexed stays, and nothing beyond the limits of Free can be added.
 *
 * Of several that are alive the highest tier counts.
 */
export function entitlementOf(subscriptions: readonly SubscriptionState[]): Entitlement | null {
  const [best] = subscriptions.toSorted(byWorth);
  if (!best) return null;
  if (!isAlive(best)) return { tier: "Free", allowance: 0, startDate: best.anchor };
  const allowance = best.status === "past_due" ? 0 : PLANS[best.tier].monthlyAllowance;
  return { tier: best.tier, allowance, startDate: best.anchor };
}

/** The subscription that counts; null without one that is alive. */
export function liveSubscription<S extends SubscriptionState>(subscriptions: readonly S[]): S | null {
  const [best] = subscriptions.toSorted(byWorth);
  return best && isAlive(best) ? best : null;
}

/** One that brings its tier: it is paid, or Stripe still tries. */
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

import { PLANS } from "#schema/plans.ts";
import type { Shop } from "#local/stand-ins/stripe/shop.ts";
import type { Tier } from "#schema/values.ts";
import type { StoredMoney } from "./stored-money.ts";

/**
 * What a person must have, computed from the shop's books alone: another reading of docs/billing.md than the product's, which has nothing
 * in common with it but the tables of plans.
 */
export function expectedMoney(shop: Shop, customer: string, creditsAtStart = 0): StoredMoney {
  const { subscriptions, paymentIntents, prices } = shop.state;
  let tier: Tier = "Free";
  for (const one of Object.values(subscriptions)) {
    if (one.customer !== customer || one.status !== "active") continue;
    const name = prices[one.items.data[0]?.price.id ?? ""]?.metadata.tier;
    if (name === "Basic" || name === "Pro") tier = name;
  }
  const packs = Object.values(paymentIntents).filter(
    (one) => one.customer === customer && one.status === "succeeded" && one.metadata.credits !== undefined,
  );
  const purchased = packs.reduce((sum, pack) => sum + creditsLeftOf(shop, pack), creditsAtStart);
  return {
    tier,
    allowance: PLANS[tier].monthlyAllowance,
    purchased,
    purchasedByHistory: purchased,
    granted: packs.map(({ id }) => `purchase:${id}`).toSorted(),
    tierInD1: tier,
    purchasesInD1: packs.length,
    undelivered: 0,
  };
}

/** Credits of a pack less what was paid back for it or is held back by a bank; parts of a credit stay with the buyer. */
function creditsLeftOf(
  shop: Shop,
  { id, amount, metadata }: { id: string; amount: number; metadata: Record<string, string> },
): number {
  const credits = Number(metadata.credits);
  const share = (cents: number) => Math.floor((credits * cents) / amount);
  let left = credits;
  for (const refund of Object.values(shop.state.refunds))
    if (refund.payment_intent === id) left -= share(refund.amount);
  for (const dispute of Object.values(shop.state.disputes))
    if (dispute.payment_intent === id && dispute.status !== "won") left -= share(dispute.amount);
  return left;
}

/** The differences between what people have and what they must have, in words; none when all is right. */
export function differences(expected: StoredMoney, stored: StoredMoney): string[] {
  return Object.entries(expected).flatMap(([field, value]) => {
    const found = stored[field as keyof StoredMoney];
    const shown = Array.isArray(found) ? found.toSorted() : found;
    return JSON.stringify(shown) === JSON.stringify(value)
      ? []
      : [`${field} is ${JSON.stringify(shown)} and must be ${JSON.stringify(value)}`];
  });
}

import { SUBSCRIPTION_STATUSES, TIERS } from "#schema/values.ts";
import type { SubscriptionStatus, Tier } from "#schema/values.ts";
import type { Purchase } from "./adjustments.ts";
import type { SubscriptionState } from "./entitlement.ts";
import { paidQuantityOf } from "./seat-promise.ts";
import { dateOf } from "./stripe.ts";
import type { Stripe } from "./stripe.ts";

/** State of a customer that decides the owner's rights. */
export type CustomerState = { subscriptions: SubscriptionState[]; purchases: Purchase[] };

const PAGE = 100;

/** Reads the present state of a customer at Stripe. */
export async function readCustomer(stripe: Stripe, customer: string): Promise<CustomerState> {
  const subscriptions: SubscriptionState[] = [];
  for await (const one of stripe.subscriptions.list({ customer, status: "all", limit: PAGE }))
    subscriptions.push(toSubscription(one));
  const purchases: Purchase[] = [];
  for await (const one of stripe.paymentIntents.list({ customer, limit: PAGE })) {
    const credits = creditsOf(one);
    if (credits !== null) purchases.push(await toPurchase(stripe, one, credits));
  }
  return { subscriptions, purchases };
}

/**
 * The credits that a payment bought; null for a payment of something else. The pack's size and price were written on the payment by us,
 * before the buyer saw it, and a payment below that price buys nothing.
 */
function creditsOf({ status, metadata, amount_received: paid }: Stripe.PaymentIntent): number | null {
  const credits = Number(metadata.credits);
  const priceCents = Number(metadata.price_cents);
  const isBought =
    status === "succeeded" &&
    Number.isSafeInteger(credits) &&
    credits > 0 &&
    priceCents > 0 &&
    paid >= priceCents;
  return isBought ? credits : null;
}

async function toPurchase(stripe: Stripe, intent: Stripe.PaymentIntent, credits: number): Promise<Purchase> {
  const [refunds, disputes] = await Promise.all([
    stripe.refunds.list({ payment_intent: intent.id, limit: PAGE }),
    stripe.disputes.list({ payment_intent: intent.id, limit: PAGE }),
  ]);
  return {
    id: intent.id,
    credits,
    amountCents: intent.amount_received,
    createdAt: dateOf(intent.created),
    isTopUp: intent.metadata.top_up !== undefined,
    refunds: refunds.data.map(({ id, amount, status }) => ({
      id,
      amountCents: amount,
      hasFailed: status === "failed" || status === "canceled",
    })),
    disputes: disputes.data.map(({ id, amount, status }) => ({
      id,
      amountCents: amount,
      outcome: outcomeOf(status),
    })),
  };
}

function outcomeOf(status: Stripe.Dispute["status"]): Purchase["disputes"][number]["outcome"] {
  if (status === "won" || status === "prevented") return "won";
  if (status === "lost") return "lost";
  return status.startsWith("warning_") ? "inquiry" : "open";
}

function toSubscription(one: Stripe.Subscription): SubscriptionState {
  const [item] = one.items.data;
  if (!item) throw new Error(`subscription ${one.id} has no item`);
  return {
    id: one.id,
    tier: tierOf(item.price),
    quantity: item.quantity ?? 1,
    paidQuantity: paidQuantityOf(one.metadata, item),
    priceCents: item.price.unit_amount ?? 0,
    status: statusOf(one.status),
    anchor: dateOf(one.billing_cycle_anchor),
    periodStart: dateOf(item.current_period_start),
    periodEnd: dateOf(item.current_period_end),
    cancelsAt: one.cancel_at === null ? null : dateOf(one.cancel_at),
    endedAt: one.ended_at === null ? null : dateOf(one.ended_at),
    createdAt: dateOf(one.created),
  };
}

/** Tier of a price; Free for a price that names no tier of ours. */
function tierOf({ metadata }: Stripe.Price): Tier {
  return TIERS.find((tier) => tier === metadata.tier) ?? "Free";
}

/** Status of a subscription; a status that Stripe adds later brings nothing until this code knows the status. */
function statusOf(status: string): SubscriptionStatus {
  return SUBSCRIPTION_STATUSES.find((known) => known === status) ?? "incomplete";
}

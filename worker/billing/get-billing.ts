import type { SubscriptionStatus, Tier } from "#schema/values.ts";
import type { Ctx } from "#worker/context.ts";
import type { AutoTopUpState } from "#worker/credits/auto-top-up.ts";
import { liveSubscription } from "./entitlement.ts";
import { findCustomerOf, listDifferences, listPurchases, listSubscriptions } from "./repo.ts";
import { requireStripe } from "./require-stripe.ts";
import { throughStripe } from "./stripe.ts";
import { syncCustomer } from "./sync-customer.ts";

/** An owner's purchases, as of the last reading of Stripe. */
export type Billing = {
  /** True when this installation sells plans and credits. */
  isOpen: boolean;
  /** True when there is something to manage at Stripe. */
  hasCustomer: boolean;
  subscription: {
    tier: Tier;
    status: SubscriptionStatus;
    /** Price of the next renewal. */
    priceCents: number;
    /** Seats of a team; null for a person. Fewer seats renew where `renewing` is less than `paid`. */
    seats: { paid: number; renewing: number } | null;
    periodEnd: Date;
    cancelsAt: Date | null;
  } | null;
  /** Credits that were paid back or disputed after they were spent; the next credits bought pay this debt first. */
  debtCredits: number;
  purchases: {
    id: string;
    credits: number;
    amountCents: number;
    refundedCents: number;
    disputedCents: number;
    createdAt: Date;
  }[];
  autoTopUp: AutoTopUpState;
  /** Differences that the nightly comparison with Stripe found and could not end. */
  differences: { details: string; foundAt: Date }[];
};

const PURCHASE_LIMIT = 24;

export async function getBilling(ctx: Pick<Ctx, "db" | "scope" | "services">): Promise<Billing> {
  const { owner } = ctx.scope;
  const counter = ctx.services.creditCounter(owner);
  const [customer, subscriptions, purchases, differences, balance, autoTopUp] = await Promise.all([
    findCustomerOf(ctx.db, owner),
    listSubscriptions(ctx.db, owner),
    listPurchases(ctx.db, owner),
    listDifferences(ctx.db, owner),
    counter.balance(),
    counter.autoTopUp(),
  ]);
  const live = liveSubscription(subscriptions);
  return {
    isOpen: ctx.services.stripe !== null,
    hasCustomer: customer !== null,
    subscription: live && {
      tier: live.tier,
      status: live.status,
      priceCents: live.priceCents * live.quantity,
      seats: owner.kind === "team" ? { paid: live.paidQuantity, renewing: live.quantity } : null,
      periodEnd: live.periodEnd,
      cancelsAt: live.cancelsAt,
    },
    debtCredits: balance.debt,
    autoTopUp,
    purchases: purchases
      .slice(0, PURCHASE_LIMIT)
      .map(({ id, credits, amountCents, refundedCents, disputedCents, createdAt }) => ({
        id,
        credits,
        amountCents,
        refundedCents,
        disputedCents,
        createdAt,
      })),
    differences: differences
      .filter(({ resolvedAt }) => resolvedAt === null)
      .map(({ details, foundAt }) => ({ details, foundAt })),
  };
}

/** `getBilling` after a new reading of Stripe: for a person who comes back from a checkout before the webhook. */
export async function refreshBilling(ctx: Pick<Ctx, "db" | "scope" | "services" | "now">): Promise<Billing> {
  const stripe = requireStripe(ctx);
  const customer = await findCustomerOf(ctx.db, ctx.scope.owner);
  if (customer) await throughStripe(() => syncCustomer(ctx, stripe, customer));
  return getBilling(ctx);
}

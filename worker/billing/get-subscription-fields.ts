import type { Ctx, Owner } from "#worker/context.ts";
import { liveSubscription } from "./entitlement.ts";
import { findCustomerOf, listSubscriptions } from "./repo.ts";

/** What the profile of the specification, section 3, says of payment; null for who has paid nothing. */
export type SubscriptionFields = {
  customerId: string | null;
  subscriptionId: string | null;
  subscriptionStatus: string | null;
  /** When a cancelled subscription ends, or the last one ended. */
  subscriptionEndDate: Date | null;
};

export async function getSubscriptionFields(ctx: Pick<Ctx, "db">, owner: Owner): Promise<SubscriptionFields> {
  const [customer, subscriptions] = await Promise.all([
    findCustomerOf(ctx.db, owner),
    listSubscriptions(ctx.db, owner),
  ]);
  const shown = liveSubscription(subscriptions) ?? subscriptions[0] ?? null;
  return {
    customerId: customer?.stripeCustomerId ?? null,
    subscriptionId: shown?.id ?? null,
    subscriptionStatus: shown?.status ?? null,
    subscriptionEndDate: shown?.cancelsAt ?? shown?.endedAt ?? null,
  };
}

import type { Ctx, Owner } from "#worker/context.ts";
import { liveSubscription } from "./entitlement.ts";
import { findCustomerOf, listSubscriptions } from "./repo.ts";

/** Payment fields of the profile (specification, section 3); null for an owner who has paid nothing. */
export type SubscriptionFields = {
  customerId: string | null;
  subscriptionId: string | null;
  subscriptionStatus: string | null;
  /** End of a cancelled subscription, or of the last ended one. */
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

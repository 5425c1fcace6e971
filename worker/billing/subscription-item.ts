import type { LiveSubscription } from "./get-live-subscription.ts";

/** The id of the one item of a subscription: every plan of ours is one price. */
export async function itemOf({ stripe, subscription }: LiveSubscription): Promise<string> {
  const { items } = await stripe.subscriptions.retrieve(subscription.id);
  const [item] = items.data;
  if (!item) throw new Error(`subscription ${subscription.id} has no item`);
  return item.id;
}

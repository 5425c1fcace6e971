import type { Stripe } from "./stripe.ts";

/**
 * A promise of paid seats while fewer renew: Stripe has the number that renews, and the subscription's metadata the number paid until a
 * second. Both are written in one request, so there is no moment with one and not the other, and no later step to forget.
 */
export type SeatPromise = { paidSeats: number; until: Date } | null;

/** Metadata sent along with a change of the quantity. An empty value removes a key (Stripe, "Metadata"). */
export function promiseMetadata(promise: SeatPromise): Stripe.MetadataParam {
  return {
    paid_seats: promise ? String(promise.paidSeats) : "",
    paid_until: promise ? String(promise.until.getTime() / 1000) : "",
  };
}

/** Seats that are paid in the item's period. A promise made in an earlier period is over. */
export function paidQuantityOf(
  metadata: Stripe.Metadata,
  item: Pick<Stripe.SubscriptionItem, "quantity" | "current_period_end">,
): number {
  const quantity = item.quantity ?? 1;
  const promised = Number(metadata.paid_seats);
  const isNow = item.current_period_end <= Number(metadata.paid_until);
  return isNow && Number.isSafeInteger(promised) ? Math.max(quantity, promised) : quantity;
}

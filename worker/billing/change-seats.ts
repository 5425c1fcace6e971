import * as z from "zod";
import { MAX_PAID_SEATS, PER_SEAT } from "#schema/plans.ts";
import type { Ctx } from "#worker/context.ts";
import { AppError } from "#worker/errors.ts";
import { requireRecent } from "./change-plan.ts";
import { getCustomer, getLiveSubscription } from "./get-live-subscription.ts";
import type { SubscriptionState } from "./entitlement.ts";
import { linesOf } from "./list-invoices.ts";
import { claimSeatChange, endSeatChange } from "./repo.ts";
import { promiseMetadata } from "./seat-promise.ts";
import { itemOf } from "./subscription-item.ts";
import { throughStripe } from "./stripe.ts";
import { syncCustomer } from "./sync-customer.ts";

export const previewSeatsInput = z.object({ numberOfSeats: z.int().min(1).max(MAX_PAID_SEATS) });

export type ChangeSeats = z.infer<typeof previewSeatsInput> & {
  /** Values of the preview: the seats that renewed then, and the second from which the change was priced. */
  seen?: { renewingSeats: number; prorationDate: number } | undefined;
};

/** Effect of another number of seats. Amounts in cents. */
export type SeatsPreview = {
  numberOfSeats: number;
  paidSeats: number;
  renewingSeats: number;
  prorationDate: number;
  lines: { description: string; amountCents: number }[];
  /** Amount taken from the card at once. */
  dueCents: number;
  /** Amount that each renewal takes from then on. */
  monthlyCents: number;
  /** Time when fewer seats begin; null for a change at once. */
  startsAt: Date | null;
};

/** Life of a claim: Stripe answers within the SDK's time-out, and a dead Worker holds up other requests no longer than this. */
const CLAIM_MS = 2 * 60_000;

type SeatsCtx = Pick<Ctx, "db" | "scope" | "services" | "now">;

/** Gives the cost of another number of seats at this moment. Nothing changes; aborted where the change is impossible. */
export async function previewSeats(
  ctx: SeatsCtx,
  { numberOfSeats }: z.infer<typeof previewSeatsInput>,
): Promise<SeatsPreview> {
  const live = await getLiveSubscription(ctx);
  const { stripe, customer, subscription } = live;
  const kind = kindOfChange(subscription, numberOfSeats);
  const prorationDate = Math.floor(ctx.now().getTime() / 1000);
  const preview = {
    numberOfSeats,
    paidSeats: subscription.paidQuantity,
    renewingSeats: subscription.quantity,
    prorationDate,
    monthlyCents: numberOfSeats * PER_SEAT.priceCents,
  };
  if (kind !== "at-once")
    return {
      ...preview,
      lines: [],
      dueCents: 0,
      startsAt: numberOfSeats < subscription.paidQuantity ? subscription.periodEnd : null,
    };
  const invoice = await throughStripe(async () =>
    stripe.invoices.createPreview({
      customer: customer.stripeCustomerId,
      subscription: subscription.id,
      subscription_details: {
        items: [{ id: await itemOf(live), quantity: numberOfSeats }],
        proration_behavior: "always_invoice",
        proration_date: prorationDate,
      },
    }),
  );
  return { ...preview, lines: linesOf(invoice), dueCents: invoice.amount_due, startsAt: null };
}

/**
 * Changes the number of seats: more begin at once and are charged as in the preview of that second; fewer begin when the paid month is
 * over, and until then the team keeps the paid seats. The same number again changes nothing. Of two people who change seats at once one
 * succeeds; the other is refused (aborted), as is somebody with an outdated preview, or a card that does not pay.
 */
export async function changeSeats(ctx: SeatsCtx, change: ChangeSeats): Promise<void> {
  const { stripeCustomerId } = await getCustomer(ctx);
  const now = ctx.now();
  const until = new Date(now.getTime() + CLAIM_MS);
  if (!(await claimSeatChange(ctx.db, stripeCustomerId, { now, until })))
    throw new AppError("aborted", "Somebody else is changing the seats right now. Try again in a moment.", {
      data: { reason: "seats-changing" },
    });
  try {
    await carryOut(ctx, change);
  } finally {
    await endSeatChange(ctx.db, stripeCustomerId, until);
  }
}

async function carryOut(ctx: SeatsCtx, { numberOfSeats, seen }: ChangeSeats): Promise<void> {
  // The subscription is read again: the state before the claim may be outdated.
  const live = await getLiveSubscription(ctx);
  const { stripe, customer, subscription } = live;
  const { quantity, paidQuantity, periodEnd } = subscription;
  if (quantity === numberOfSeats) return;
  if (seen) requireRecent(seen.prorationDate, ctx.now());
  if (seen && seen.renewingSeats !== quantity)
    throw new AppError(
      "aborted",
      `The team now has ${quantity} seats, because somebody changed them. Look at the price again, then confirm.`,
      { data: { reason: "preview-old" } },
    );
  const kind = kindOfChange(subscription, numberOfSeats);
  const prorationDate = seen?.prorationDate ?? Math.floor(ctx.now().getTime() / 1000);
  const keeps = numberOfSeats < paidQuantity ? { paidSeats: paidQuantity, until: periodEnd } : null;
  await throughStripe(async () => {
    await stripe.subscriptions.update(
      subscription.id,
      {
        items: [{ id: await itemOf(live), quantity: numberOfSeats }],
        metadata: promiseMetadata(keeps),
        ...(kind === "at-once"
          ? {
              proration_behavior: "always_invoice",
              proration_date: prorationDate,
              payment_behavior: "error_if_incomplete",
            }
          : { proration_behavior: "none" }),
      },
      // A change without a charge may be repeated.
      kind === "at-once"
        ? { idempotencyKey: `seats:${subscription.id}:${quantity}:${numberOfSeats}:${prorationDate}` }
        : {},
    );
    await syncCustomer(ctx, stripe, customer);
  });
}

/** Kind of a change of seats; `from-renewal` charges nothing now. Throws where the subscription's state does not let seats change. */
function kindOfChange(
  { status, cancelsAt, quantity, paidQuantity }: SubscriptionState,
  wanted: number,
): "at-once" | "from-renewal" {
  if (cancelsAt !== null)
    throw new AppError("aborted", "This plan is cancelled. Resume it before you change the seats.");
  if (status === "past_due")
    throw new AppError("aborted", "The last payment failed. Update the card before you change the seats.");
  if (wanted <= paidQuantity) return "from-renewal";
  if (quantity < paidQuantity)
    throw new AppError(
      "aborted",
      `${quantity} of the ${paidQuantity} seats are set to renew. Keep all ${paidQuantity} first, then add more.`,
      { data: { reason: "fewer-renew", paidSeats: paidQuantity, renewingSeats: quantity } },
    );
  return "at-once";
}

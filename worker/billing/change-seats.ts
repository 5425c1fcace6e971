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
  /** As the preview gave them: the seats that renewed then, and the second from which the change was priced. */
  seen?: { renewingSeats: number; prorationDate: number } | undefined;
};

/** What another number of seats means. Amounts in cents. */
export type SeatsPreview = {
  numberOfSeats: number;
  paidSeats: number;
  renewingSeats: number;
  prorationDate: number;
  lines: { description: string; amountCents: number }[];
  /** Taken from the card at once. */
  dueCents: number;
  /** What each renewal takes from then on. */
  monthlyCents: number;
  /** When fewer seats begin; null for a change at once. */
  startsAt: Date | null;
};

/** Stripe answers within the SDK's time-out; a Worker that died holds up others no longer than this. */
const CLAIM_MS = 2 * 60_000;

type SeatsCtx = Pick<Ctx, "db" | "scope" | "services" | "now">;

/** What it costs to go to another number of seats at this moment. Nothing changes; aborted where it cannot be done. */
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
 * Goes to another number of seats: more begin at once and are charged as the preview of that second said; fewer begin when the paid month
 * is over, and until then the team keeps what it paid for. The same number again changes nothing. Of two people who change seats at once
 * one does; the other is refused (aborted), as is somebody who saw a state that is over, or a card that does not pay.
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
  // Read again: what was there before the claim may be over.
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
      // What charges nothing may be done again.
      kind === "at-once"
        ? { idempotencyKey: `seats:${subscription.id}:${quantity}:${numberOfSeats}:${prorationDate}` }
        : {},
    );
    await syncCustomer(ctx, stripe, customer);
  });
}

/** `from-renewal`: nothing is charged now. Throws where the subscription's state does not let seats change. */
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

import * as z from "zod";
import { PAID_TIERS } from "#schema/values.ts";
import type { PaidTier } from "#schema/values.ts";
import type { Ctx } from "#worker/context.ts";
import { AppError } from "#worker/errors.ts";
import { getPriceId, planLookupKey } from "./catalog.ts";
import { getLiveSubscription } from "./get-live-subscription.ts";
import type { LiveSubscription } from "./get-live-subscription.ts";
import { linesOf } from "./list-invoices.ts";
import { itemOf } from "./subscription-item.ts";
import { throughStripe } from "./stripe.ts";
import { syncCustomer } from "./sync-customer.ts";

export const previewPlanInput = z.object({ tier: z.enum(PAID_TIERS) });
export const changePlanInput = previewPlanInput.extend({
  /** Date of the preview, in seconds, so that the amount shown is the amount charged. */
  prorationDate: z.number().int().positive().max(1e11),
});
export type ChangePlan = z.infer<typeof changePlanInput>;

/** Cost of a change of plan now. Amounts in cents; below zero is a credit for the next invoices. */
export type PlanPreview = {
  tier: PaidTier;
  prorationDate: number;
  lines: { description: string; amountCents: number }[];
  /** Amount taken from the card at once. */
  dueCents: number;
  /** Amount set off against the next invoices. */
  creditCents: number;
};

/** Age above which a preview no longer gives the cost of a change. */
const PREVIEW_SECONDS = 3600;
/** Tolerated difference between the clocks of two machines. */
const SKEW_SECONDS = 60;

type PlanCtx = Pick<Ctx, "db" | "scope" | "services" | "now">;

/** Gives the cost of a change to another tier at this moment. Nothing changes. */
export async function previewPlan(ctx: PlanCtx, { tier }: { tier: PaidTier }): Promise<PlanPreview> {
  const live = await getLiveSubscription(ctx);
  requireOther(live, tier);
  const prorationDate = Math.floor(ctx.now().getTime() / 1000);
  return throughStripe(() => preview(live, tier, prorationDate));
}

/**
 * Changes to another tier at once, and charges or credits the amount of that moment's preview. A request sent twice changes once: both
 * have the same idempotency key. A card that does not pay changes nothing (aborted), and neither does a preview older than an hour.
 */
export async function changePlan(
  ctx: PlanCtx,
  { tier, prorationDate }: ChangePlan,
): Promise<{ tier: PaidTier }> {
  const live = await getLiveSubscription(ctx);
  const { stripe, customer, subscription } = live;
  if (subscription.tier === tier) return { tier };
  requireRecent(prorationDate, ctx.now());
  await throughStripe(async () => {
    const item = await itemOf(live);
    await stripe.subscriptions.update(
      subscription.id,
      {
        items: [{ id: item, price: await getPriceId(stripe, planLookupKey(tier)) }],
        proration_behavior: "always_invoice",
        proration_date: prorationDate,
        payment_behavior: "error_if_incomplete",
      },
      { idempotencyKey: `change:${subscription.id}:${tier}:${prorationDate}` },
    );
    await syncCustomer(ctx, stripe, customer);
  });
  return { tier };
}

/** Refuses a price that is more than an hour old, or from a future time, which would cost less; aborted. */
export function requireRecent(prorationDate: number, now: Date): void {
  const age = now.getTime() / 1000 - prorationDate;
  if (age > PREVIEW_SECONDS || age < -SKEW_SECONDS)
    throw new AppError(
      "aborted",
      "The price you saw is more than an hour old. Look at it again, then confirm.",
      { data: { reason: "preview-old" } },
    );
}

async function preview(live: LiveSubscription, tier: PaidTier, prorationDate: number): Promise<PlanPreview> {
  const { stripe, customer, subscription } = live;
  const invoice = await stripe.invoices.createPreview({
    customer: customer.stripeCustomerId,
    subscription: subscription.id,
    subscription_details: {
      items: [{ id: await itemOf(live), price: await getPriceId(stripe, planLookupKey(tier)) }],
      proration_behavior: "always_invoice",
      proration_date: prorationDate,
    },
  });
  return {
    tier,
    prorationDate,
    lines: linesOf(invoice),
    dueCents: invoice.amount_due,
    creditCents: Math.max(0, -invoice.total),
  };
}

function requireOther({ subscription }: LiveSubscription, tier: PaidTier): void {
  if (subscription.tier === tier)
    throw new AppError("aborted", `You are on ${tier} already.`, { data: { tier } });
}

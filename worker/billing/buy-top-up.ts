import { CREDIT_PACKS } from "#schema/plans.ts";
import type { Ctx } from "#worker/context.ts";
import type { TopUpStop } from "#schema/values.ts";
import type { TopUpPurchase } from "#worker/credits/auto-top-up.ts";
import { findSavedCard } from "./find-saved-card.ts";
import { findCustomerOf } from "./repo.ts";
import type { CustomerRow } from "./repo.ts";
import { isConfirmationNeeded, isDeclined, throughStripe } from "./stripe.ts";
import type { Stripe } from "./stripe.ts";
import { syncCustomer } from "./sync-customer.ts";
import { tellOfStoppedTopUp } from "./tell-of-stopped-top-up.ts";

type TopUpCtx = Pick<Ctx, "db" | "scope" | "services" | "caller" | "now" | "newId">;

/** Number of a customer's payments that are searched for the payment of an earlier try. */
const LAST_PAYMENTS = 100;

/**
 * Makes the purchase that the scope's credit counter said is due, with the saved card. Credits come as with any payment. A purchase that
 * the card does not pay turns auto top-up off and is mailed. Throws when Stripe cannot say how the payment ended: the counter gives the
 * purchase out again, and the next try first looks for the earlier payment, so nothing is paid twice.
 */
export async function buyTopUp(ctx: TopUpCtx, purchase: TopUpPurchase): Promise<void> {
  const { stripe } = ctx.services;
  if (!stripe) return;
  const { owner } = ctx.scope;
  const customer = await findCustomerOf(ctx.db, owner);
  const outcome = customer ? await pay(ctx, stripe, customer, purchase) : "no-card";
  if (customer && outcome === "paid") await throughStripe(() => syncCustomer(ctx, stripe, customer));
  // The mail comes first: after a death in between, a Worker mails again under the same id instead of never.
  if (outcome !== "paid") await tellOfStoppedTopUp(ctx, purchase, outcome);
  await ctx.services.creditCounter(owner).endTopUp(purchase.number, outcome);
}

async function pay(
  { scope }: TopUpCtx,
  stripe: Stripe,
  { stripeCustomerId }: CustomerRow,
  { number, credits, priceCents, tries }: TopUpPurchase,
): Promise<"paid" | TopUpStop> {
  const name = String(number);
  if (tries > 1) {
    const { data } = await stripe.paymentIntents.list({ customer: stripeCustomerId, limit: LAST_PAYMENTS });
    const earlier = data.find(({ metadata }) => metadata.top_up === name);
    if (earlier) return outcomeOf(earlier);
  }
  if (!CREDIT_PACKS.some((pack) => pack.credits === credits && pack.priceCents === priceCents))
    return "pack-changed";
  const card = await findSavedCard(stripe, stripeCustomerId);
  if (card === null) return "no-card";
  try {
    const intent = await stripe.paymentIntents.create(
      {
        amount: priceCents,
        currency: "usd",
        customer: stripeCustomerId,
        payment_method: card,
        off_session: true,
        confirm: true,
        description: `Auto top-up: ${credits} credits`,
        metadata: {
          owner_kind: scope.owner.kind,
          owner_id: scope.owner.id,
          credits: String(credits),
          price_cents: String(priceCents),
          top_up: name,
        },
      },
      // Stripe repeats its first answer to a key, even an error: a later try needs a key of its own.
      { idempotencyKey: `top-up:${stripeCustomerId}:${name}:${tries}` },
    );
    return outcomeOf(intent);
  } catch (error) {
    if (isConfirmationNeeded(error)) return "confirmation-needed";
    if (isDeclined(error)) return "card-declined";
    throw error;
  }
}

/** Outcome of a payment. Throws while Stripe is still working on the payment. */
function outcomeOf({ id, status }: Stripe.PaymentIntent): "paid" | TopUpStop {
  if (status === "succeeded") return "paid";
  if (status === "processing") throw new Error(`payment ${id} is being processed`);
  return status === "requires_action" ? "confirmation-needed" : "card-declined";
}

import * as z from "zod";
import { CREDIT_PACKS } from "#schema/plans.ts";
import type { Ctx } from "#worker/context.ts";
import { AppError } from "#worker/errors.ts";
import { getPriceId, packLookupKey } from "./catalog.ts";
import { urlOf } from "./create-subscription.ts";
import { checkoutTax } from "./checkout-tax.ts";
import { ensureCustomer } from "./ensure-customer.ts";
import { requireStripe, returnOrigin } from "./require-stripe.ts";
import { throughStripe } from "./stripe.ts";

/** Input of a purchase: `amount` in credits (specification, section 7). */
export const purchaseCreditsInput = z.object({ amount: z.number().int().positive().max(1_000_000) });
export type PurchaseCredits = z.infer<typeof purchaseCreditsInput>;

/**
 * Begins the purchase of a pack and returns the page where it is paid. The credits come when Stripe reports the payment, in the number
 * that the pack had at this moment. An amount that is no pack is invalid-argument.
 */
export async function purchaseCredits(
  ctx: Pick<Ctx, "db" | "scope" | "services" | "caller" | "now">,
  { amount }: PurchaseCredits,
): Promise<{ url: string }> {
  const stripe = requireStripe(ctx);
  const pack = CREDIT_PACKS.find(({ credits }) => credits === amount);
  if (!pack)
    throw new AppError(
      "invalid-argument",
      `We don't sell a pack of ${amount} credits. Choose one of ${CREDIT_PACKS.map(({ credits }) => credits).join(", ")}.`,
      { data: { packs: CREDIT_PACKS } },
    );
  const origin = returnOrigin(ctx);
  const customer = await ensureCustomer(ctx);
  const { owner } = ctx.scope;
  const metadata = {
    owner_kind: owner.kind,
    owner_id: owner.id,
    credits: String(pack.credits),
    price_cents: String(pack.priceCents),
  };
  const page =
    origin +
    (owner.kind === "team" ? `/upgrade-team?teamId=${owner.id}&` : "/subscribe?") +
    `pack=${pack.credits}`;
  return throughStripe(async () => {
    const session = await stripe.checkout.sessions.create({
      mode: "payment",
      customer,
      line_items: [
        { price: await getPriceId(stripe, packLookupKey(pack.credits, pack.priceCents)), quantity: 1 },
      ],
      success_url: `${page}&success`,
      cancel_url: `${page}&canceled`,
      payment_intent_data: { metadata },
      // Stripe makes invoices for plans only, unless it is asked; the invoice's line is the product's name.
      invoice_creation: { enabled: true },
      ...checkoutTax(ctx.services.config),
    });
    return { url: urlOf(session) };
  });
}

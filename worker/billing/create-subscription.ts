import * as z from "zod";
import { PAID_TIERS } from "#schema/values.ts";
import type { Ctx } from "#worker/context.ts";
import { AppError } from "#worker/errors.ts";
import { getPriceId, planLookupKey } from "./catalogue.ts";
import { ensureCustomer } from "./ensure-customer.ts";
import { liveSubscription } from "./entitlement.ts";
import { requireStripe, returnOrigin } from "./require-stripe.ts";
import { throughStripe } from "./stripe.ts";
import type { Stripe } from "./stripe.ts";
import { syncCustomer } from "./sync-customer.ts";

export const createSubscriptionInput = z.object({ tier: z.enum(PAID_TIERS) });
export type CreateSubscription = z.infer<typeof createSubscriptionInput>;

type PurchaseCtx = Pick<Ctx, "db" | "scope" | "services" | "caller" | "now">;

/**
 * Begins the purchase of a plan and returns the page where it is paid. Prices are looked up here; nobody sends one. Whoever has a
 * plan is refused (aborted), as Stripe has it at this moment, and a checkout that was begun before is closed, so that two tabs
 * cannot buy two plans.
 */
export async function createSubscription(
  ctx: PurchaseCtx,
  { tier }: CreateSubscription,
): Promise<{ url: string }> {
  const stripe = requireStripe(ctx);
  const origin = returnOrigin(ctx);
  const customer = await ensureCustomer(ctx);
  return throughStripe(async () => {
    const { owner } = ctx.scope;
    const row = { stripeCustomerId: customer, ownerKind: owner.kind, ownerId: owner.id };
    const { subscriptions } = await syncCustomer(ctx, stripe, row);
    const live = liveSubscription(subscriptions);
    if (live)
      throw new AppError(
        "aborted",
        `You are on ${live.tier}. Change or cancel your plan on your account page.`,
        {
          data: { tier: live.tier },
        },
      );
    await closeOpenCheckouts(stripe, customer);
    const page = `${origin}/subscribe?tier=${tier.toLowerCase()}`;
    const session = await stripe.checkout.sessions.create({
      mode: "subscription",
      customer,
      line_items: [{ price: await getPriceId(stripe, planLookupKey(tier)), quantity: 1 }],
      success_url: `${page}&success`,
      cancel_url: `${page}&canceled`,
      subscription_data: { metadata: { owner_kind: owner.kind, owner_id: owner.id } },
    });
    return { url: urlOf(session) };
  });
}

export function urlOf({ url }: Stripe.Checkout.Session): string {
  if (url === null) throw new Error("a checkout without a page");
  return url;
}

async function closeOpenCheckouts(stripe: Stripe, customer: string): Promise<void> {
  for await (const session of stripe.checkout.sessions.list({ customer, status: "open", limit: 100 }))
    if (session.mode === "subscription") await stripe.checkout.sessions.expire(session.id);
}

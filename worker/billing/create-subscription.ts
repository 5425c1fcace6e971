import * as z from "zod";
import { MAX_PAID_SEATS } from "#schema/plans.ts";
import { PAID_TIERS } from "#schema/values.ts";
import type { Ctx } from "#worker/context.ts";
import { AppError } from "#worker/errors.ts";
import { getPriceId, planLookupKey, SEAT_LOOKUP_KEY } from "./catalog.ts";
import { checkoutTax } from "./checkout-tax.ts";
import { ensureCustomer } from "./ensure-customer.ts";
import { liveSubscription } from "./entitlement.ts";
import { requireStripe, returnOrigin } from "./require-stripe.ts";
import { throughStripe } from "./stripe.ts";
import type { Stripe } from "./stripe.ts";
import { syncCustomer } from "./sync-customer.ts";

export const createSubscriptionInput = z.object({ tier: z.enum(PAID_TIERS) });
export type CreateSubscription = z.infer<typeof createSubscriptionInput>;

/** Order of a team's plan (specification, section 7). The price has one name, and its amount is looked up here. */
export const createTeamSubscriptionInput = z.object({
  numberOfSeats: z
    .int("Enter a whole number of seats.")
    .min(1, "A team plan has at least one seat.")
    .max(MAX_PAID_SEATS, `A team plan has at most ${MAX_PAID_SEATS} seats.`),
  priceId: z
    .literal(SEAT_LOOKUP_KEY, "This plan isn't sold any more. Reload the page to see the current one.")
    .default(SEAT_LOOKUP_KEY),
});
export type CreateTeamSubscription = z.output<typeof createTeamSubscriptionInput>;

type PurchaseCtx = Pick<Ctx, "db" | "scope" | "services" | "caller" | "now">;

/** Begins the purchase of a person's plan and returns the page where it is paid; aborted for a person who has a plan. */
export async function createSubscription(
  ctx: PurchaseCtx,
  { tier }: CreateSubscription,
): Promise<{ url: string }> {
  return begin(ctx, {
    lookupKey: planLookupKey(tier),
    quantity: 1,
    page: `/subscribe?tier=${tier.toLowerCase()}`,
    refusal: (current) => `You are on ${current}. Change or cancel your plan on your account page.`,
  });
}

/** Begins the purchase of a team's plan, which is paid by seats, like `createSubscription`. */
export async function createTeamSubscription(
  ctx: PurchaseCtx,
  { numberOfSeats, priceId }: CreateTeamSubscription,
): Promise<{ url: string }> {
  return begin(ctx, {
    lookupKey: priceId,
    quantity: numberOfSeats,
    page: `/upgrade-team?teamId=${ctx.scope.owner.id}`,
    refusal: () => "This team already has a plan. Change the number of seats instead.",
  });
}

type Wanted = {
  lookupKey: string;
  quantity: number;
  /** Page to which the buyer comes back, with a query. */
  page: string;
  refusal: (tier: string) => string;
};

/**
 * Begins a checkout. Prices are looked up here; no caller sends one. A buyer who has a plan, by Stripe's state at this moment, is refused,
 * and an earlier checkout is closed, so that two tabs cannot buy two plans.
 */
async function begin(
  ctx: PurchaseCtx,
  { lookupKey, quantity, page, refusal }: Wanted,
): Promise<{ url: string }> {
  const stripe = requireStripe(ctx);
  const origin = returnOrigin(ctx);
  const customer = await ensureCustomer(ctx);
  return throughStripe(async () => {
    const { owner } = ctx.scope;
    const row = { stripeCustomerId: customer, ownerKind: owner.kind, ownerId: owner.id };
    const { subscriptions } = await syncCustomer(ctx, stripe, row);
    const live = liveSubscription(subscriptions);
    if (live) throw new AppError("aborted", refusal(live.tier), { data: { tier: live.tier } });
    await closeOpenCheckouts(stripe, customer);
    const session = await stripe.checkout.sessions.create({
      mode: "subscription",
      customer,
      line_items: [{ price: await getPriceId(stripe, lookupKey), quantity }],
      success_url: `${origin}${page}&success`,
      cancel_url: `${origin}${page}&canceled`,
      subscription_data: { metadata: { owner_kind: owner.kind, owner_id: owner.id } },
      ...checkoutTax(ctx.services.config),
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

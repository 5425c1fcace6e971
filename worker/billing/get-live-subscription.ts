import type { Ctx } from "#worker/context.ts";
import { AppError } from "#worker/errors.ts";
import { liveSubscription } from "./entitlement.ts";
import type { SubscriptionState } from "./entitlement.ts";
import { findCustomerOf } from "./repo.ts";
import type { CustomerRow } from "./repo.ts";
import { requireStripe } from "./require-stripe.ts";
import type { Stripe } from "./stripe.ts";
import { throughStripe } from "./stripe.ts";
import { syncCustomer } from "./sync-customer.ts";

export type LiveSubscription = { stripe: Stripe; customer: CustomerRow; subscription: SubscriptionState };

/** The scope's subscription as Stripe has it at this moment; aborted without one. */
export async function getLiveSubscription(
  ctx: Pick<Ctx, "db" | "scope" | "services" | "now">,
): Promise<LiveSubscription> {
  const stripe = requireStripe(ctx);
  const customer = await findCustomerOf(ctx.db, ctx.scope.owner);
  const state = customer && (await throughStripe(() => syncCustomer(ctx, stripe, customer)));
  const subscription = state && liveSubscription(state.subscriptions);
  if (!customer || !subscription)
    throw new AppError("aborted", "There is no plan to change: this account is on Free.");
  return { stripe, customer, subscription };
}

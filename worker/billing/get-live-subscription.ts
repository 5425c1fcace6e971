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
  const customer = await getCustomer(ctx);
  const { subscriptions } = await throughStripe(() => syncCustomer(ctx, stripe, customer));
  const subscription = liveSubscription(subscriptions);
  if (!subscription) throw noPlan(ctx);
  return { stripe, customer, subscription };
}

/** The Stripe customer of the scope's owner; aborted where nobody has paid yet. */
export async function getCustomer(ctx: Pick<Ctx, "db" | "scope">): Promise<CustomerRow> {
  const customer = await findCustomerOf(ctx.db, ctx.scope.owner);
  if (!customer) throw noPlan(ctx);
  return customer;
}

function noPlan({ scope: { owner } }: Pick<Ctx, "scope">): AppError {
  const whose = owner.kind === "team" ? "team" : "account";
  return new AppError("aborted", `You have no plan to change: this ${whose} is on Free.`);
}

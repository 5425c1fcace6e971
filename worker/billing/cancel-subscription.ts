import type { Ctx } from "#worker/context.ts";
import { isAlive } from "./entitlement.ts";
import { getLiveSubscription } from "./get-live-subscription.ts";
import { findCustomerOf } from "./repo.ts";
import { throughStripe } from "./stripe.ts";
import { syncCustomer } from "./sync-customer.ts";

type PlanCtx = Pick<Ctx, "db" | "scope" | "services" | "now">;

/** Ends the plan at the end of the paid time. Until then nothing changes. A second call changes nothing. */
export async function cancelSubscription(ctx: PlanCtx): Promise<void> {
  await setEnding(ctx, true);
}

/** Takes a cancellation back while the plan runs; aborted when the plan has ended. */
export async function resumeSubscription(ctx: PlanCtx): Promise<void> {
  await setEnding(ctx, false);
}

/** Ends every living plan of the scope's owner at once, without a refund; a plan that was never paid for needs no end. */
export async function endSubscription(ctx: PlanCtx): Promise<void> {
  const { stripe } = ctx.services;
  const customer = await findCustomerOf(ctx.db, ctx.scope.owner);
  if (!stripe || !customer) return;
  await throughStripe(async () => {
    const { subscriptions } = await syncCustomer(ctx, stripe, customer);
    for (const one of subscriptions.filter(isAlive)) await stripe.subscriptions.cancel(one.id);
    await syncCustomer(ctx, stripe, customer);
  });
}

async function setEnding(ctx: PlanCtx, isEnding: boolean): Promise<void> {
  const { stripe, customer, subscription } = await getLiveSubscription(ctx);
  await throughStripe(async () => {
    await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: isEnding });
    await syncCustomer(ctx, stripe, customer);
  });
}

import type { Ctx } from "#worker/context.ts";
import { AppError } from "#worker/errors.ts";
import { refuseSpentNetwork, takeNetworkAttempt } from "#worker/rate-limits/take-attempt.ts";
import { RECONCILE_ORDER } from "./reconcile-order.ts";
import { reconcileAll } from "./reconcile.ts";
import type { Reconciliation } from "./reconcile.ts";
import { readSignedEvent } from "./stripe.ts";

/**
 * Compares everything with Stripe on the order of `npm run reconcile`. Holders of the webhook secret may order: the order is signed like
 * an event, of a type that Stripe does not send, and expires like an event.
 */
export async function receiveReconcileOrder(
  ctx: Pick<Ctx, "services" | "caller" | "db" | "now" | "log">,
  { body, signature }: { body: string; signature: string | null },
): Promise<Reconciliation> {
  const { stripe: config } = ctx.services.config;
  if (!config) throw new AppError("not-found", "There is nothing at this address.");
  await refuseSpentNetwork(ctx, "forged-webhook/network");
  const order = await readSignedEvent(config, body, signature);
  if ((order as { type?: string } | null)?.type !== RECONCILE_ORDER) {
    await takeNetworkAttempt(ctx, "forged-webhook/network");
    throw new AppError("invalid-argument", "The signature of this order is missing, wrong or too old.");
  }
  return reconcileAll(ctx);
}

import type { Ctx } from "#worker/context.ts";
import { AppError } from "#worker/errors.ts";
import { refuseSpentNetwork, takeNetworkAttempt } from "#worker/rate-limits/take-attempt.ts";
import { adoptCustomer } from "./adopt-customer.ts";
import { noteEvent, settleEvent } from "./repo.ts";
import { requireStripe } from "./require-stripe.ts";
import { dateOf, idOf, readSignedEvent } from "./stripe.ts";
import type { Stripe } from "./stripe.ts";
import { syncCustomer } from "./sync-customer.ts";
import { tellOfFailedPayment } from "./tell-of-failed-payment.ts";

export type EventOutcome = "done" | "done-before" | "parked" | "not-ours";

type EventCtx = Pick<Ctx, "services" | "caller" | "db" | "now" | "newId" | "log">;

/**
 * Takes an event that Stripe tells. Nothing happens unless the signature is right and younger than 300 s: invalid-argument. An event
 * has its effect once; one about a customer whom nobody here knows is parked, and tried again when it is sent again. Throws when its
 * work could not be done to the end, so that Stripe sends it again.
 */
export async function receiveStripeEvent(
  ctx: EventCtx,
  { body, signature }: { body: string; signature: string | null },
): Promise<EventOutcome> {
  const { stripe: config } = ctx.services.config;
  if (!config) throw new AppError("not-found", "There is nothing at this address.");
  await refuseSpentNetwork(ctx, "forged-webhook/network");
  const event = await readSignedEvent(config, body, signature);
  if (!event) {
    await takeNetworkAttempt(ctx, "forged-webhook/network");
    throw new AppError("invalid-argument", "The signature of this webhook is missing, wrong or too old.");
  }
  return handleEvent(ctx, event);
}

async function handleEvent(ctx: EventCtx, event: Stripe.Event): Promise<EventOutcome> {
  const customerId = customerOf(event);
  const noted = await noteEvent(ctx.db, {
    id: event.id,
    type: event.type,
    customerId,
    createdAt: dateOf(event.created),
    receivedAt: ctx.now(),
  });
  if (noted?.state === "done") return "done-before";
  const { outcome, reason } = await carryOut(ctx, event, customerId);
  const state = outcome === "parked" ? "parked" : "done";
  await settleEvent(ctx.db, event.id, state, reason, ctx.now());
  if (state === "parked")
    ctx.log.error("stripe event parked", new Error(reason ?? "unknown"), {
      eventId: event.id,
      type: event.type,
    });
  return outcome;
}

async function carryOut(
  ctx: EventCtx,
  event: Stripe.Event,
  customerId: string | null,
): Promise<{ outcome: EventOutcome; reason: string | null }> {
  if (customerId === null) return { outcome: "not-ours", reason: "about no customer" };
  const stripe = requireStripe(ctx);
  const found = await adoptCustomer(ctx, stripe, customerId);
  if (found === "deleted") return { outcome: "not-ours", reason: "the customer is deleted" };
  if (found === "unknown") return { outcome: "parked", reason: "nobody here is this customer" };
  await syncCustomer(ctx, stripe, found);
  if (event.type === "invoice.payment_failed") await tellOfFailedPayment(ctx, found, event.data.object);
  return { outcome: "done", reason: null };
}

/** Whom an event is about: its object is the customer, or names one. */
function customerOf(event: Stripe.Event): string | null {
  const subject = event.data.object as {
    object?: string;
    id?: string;
    customer?: string | { id: string } | null;
  };
  if (subject.object === "customer") return subject.id ?? null;
  return idOf(subject.customer);
}

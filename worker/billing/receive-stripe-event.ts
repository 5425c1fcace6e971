import type { Ctx } from "#worker/context.ts";
import { AppError } from "#worker/errors.ts";
import { refuseSpentNetwork, takeNetworkAttempt } from "#worker/rate-limits/take-attempt.ts";
import { adoptCustomer } from "./adopt-customer.ts";
import { noteEvent, settleEvent } from "./repo.ts";
import { requireStripe } from "./require-stripe.ts";
import { dateOf, idOf, readSignedEvent, throughStripe } from "./stripe.ts";
import type { Stripe } from "./stripe.ts";
import { syncCustomer } from "./sync-customer.ts";
import { tellOfFailedPayment } from "./tell-of-failed-payment.ts";

export type EventOutcome = "done" | "done-before" | "parked" | "not-ours";

type EventCtx = Pick<Ctx, "services" | "caller" | "db" | "now" | "newId" | "log">;

/**
 * Takes an event of Stripe. Nothing happens unless the signature is right and younger than 300 s: invalid-argument. An event has its
 * effect once; an event about an unknown customer is parked, and tried again when Stripe sends the event again. Throws when the work could
 * not be done to the end, so that Stripe sends the event again.
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
  const noted = await noteEvent(ctx.db, {
    id: event.id,
    type: event.type,
    createdAt: dateOf(event.created),
    receivedAt: ctx.now(),
  });
  if (noted?.state === "done") return "done-before";
  const { outcome, customerId, reason } = await carryOut(ctx, event);
  const state = outcome === "parked" ? "parked" : "done";
  await settleEvent(ctx.db, event.id, { state, customerId, reason, handledAt: ctx.now() });
  if (state === "parked") {
    const about = { eventId: event.id, type: event.type };
    ctx.log.error("stripe event parked", new Error(reason ?? "unknown"), about);
  }
  return outcome;
}

async function carryOut(
  ctx: EventCtx,
  event: Stripe.Event,
): Promise<{ outcome: EventOutcome; customerId: string | null; reason: string | null }> {
  const stripe = requireStripe(ctx);
  const customerId = await throughStripe(() => findCustomerId(stripe, event));
  if (customerId === null) return { outcome: "not-ours", customerId, reason: "about no customer" };
  const found = await adoptCustomer(ctx, stripe, customerId);
  if (found === "deleted") return { outcome: "not-ours", customerId, reason: "the customer is deleted" };
  if (found === "unknown") return { outcome: "parked", customerId, reason: "nobody here is this customer" };
  await throughStripe(() => syncCustomer(ctx, stripe, found));
  if (event.type === "invoice.payment_failed") await tellOfFailedPayment(ctx, found, event.data.object);
  return { outcome: "done", customerId, reason: null };
}

/** Fields of an event's object that name the customer. */
type Subject = {
  object?: string;
  id?: string;
  customer?: string | { id: string } | null;
  charge?: string | { id: string } | null;
};

/** Customer of an event: its object is the customer or names one; refunds and disputes name the charge alone. */
async function findCustomerId(stripe: Stripe, event: Stripe.Event): Promise<string | null> {
  const subject = event.data.object as Subject;
  if (subject.object === "customer") return subject.id ?? null;
  const named = idOf(subject.customer);
  const charge = idOf(subject.charge);
  if (named !== null || charge === null) return named;
  return idOf((await stripe.charges.retrieve(charge)).customer);
}

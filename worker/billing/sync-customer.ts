import type { Ctx, Owner } from "#worker/context.ts";
import { announceChange } from "#worker/live/publish-change.ts";
import { ownerOf } from "#worker/owner.ts";
import { adjustmentsOf } from "./adjustments.ts";
import type { Purchase } from "./adjustments.ts";
import { entitlementOf } from "./entitlement.ts";
import { readCustomer } from "./read-customer.ts";
import type { CustomerState } from "./read-customer.ts";
import { storeCustomerState, takeTicket } from "./repo.ts";
import type { CustomerRow, PurchaseRow } from "./repo.ts";
import type { Stripe } from "./stripe.ts";

type SyncCtx = Pick<Ctx, "db" | "services" | "now">;

/**
 * Makes an owner's rights follow Stripe's state: plan, allowance, purchased credits, and the rows that show them. Everything is read anew,
 * so it does not matter which event led here, in which order events come and how often.
 *
 * A ticket is taken before Stripe is read, and a state read under a later ticket wins: of two concurrent calls, the one with the older
 * state changes nothing. Each credit is moved under the id of the payment, refund or dispute that moves it, once. The rows are written
 * last: a row says that its credits are in the ledger. A call killed at any point is repeated whole.
 */
export async function syncCustomer(
  ctx: SyncCtx,
  stripe: Stripe,
  customer: Pick<CustomerRow, "stripeCustomerId" | "ownerKind" | "ownerId">,
): Promise<CustomerState> {
  const { stripeCustomerId } = customer;
  const owner = ownerOf(customer);
  const ticket = await takeTicket(ctx.db, stripeCustomerId, ctx.now());
  const state = await readCustomer(stripe, stripeCustomerId);
  // No ticket: the account has been deleted meanwhile, and its credits with it.
  if (ticket === null) return state;
  await applyToLedger(ctx, owner, state, ticket);
  const { id, kind } = owner;
  const subscriptions = state.subscriptions.map((one) => ({ ...one, ownerKind: kind, ownerId: id, ticket }));
  const purchases = state.purchases.map((one) => toRow(owner, one, ticket));
  await storeCustomerState(ctx.db, stripeCustomerId, { subscriptions, purchases }, ctx.now());
  await announceChange(ctx.services, owner, "profile", "credits", "memberships");
  return state;
}

async function applyToLedger(
  { services }: SyncCtx,
  owner: Owner,
  { subscriptions, purchases }: CustomerState,
  ticket: number,
): Promise<void> {
  const counter = services.creditCounter(owner);
  const entitlement = entitlementOf(owner.kind, subscriptions);
  if (entitlement) await counter.setPlan({ ...entitlement, eventId: `stripe:${ticket}`, order: ticket });
  for (const purchase of purchases) {
    const details = purchase.isTopUp ? "Auto top-up" : undefined;
    await counter.grant(`purchase:${purchase.id}`, purchase.credits, "purchase", details);
    for (const { opId, credits, reason } of adjustmentsOf(purchase))
      await counter.adjust(opId, credits, "purchase", reason);
  }
}

function toRow(owner: Owner, purchase: Purchase, ticket: number): PurchaseRow {
  const { id, credits, amountCents, createdAt, refunds, disputes } = purchase;
  const refundedCents = refunds.reduce((sum, one) => sum + (one.hasFailed ? 0 : one.amountCents), 0);
  const disputedCents = disputes.reduce(
    (sum, one) => sum + (one.outcome === "open" || one.outcome === "lost" ? one.amountCents : 0),
    0,
  );
  return {
    id,
    ownerKind: owner.kind,
    ownerId: owner.id,
    credits,
    amountCents,
    refundedCents,
    disputedCents,
    createdAt,
    ticket,
  };
}

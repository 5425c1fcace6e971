import type { Ctx } from "#worker/context.ts";
import { sha256Hex } from "#worker/platform/digest.ts";
import { dollars } from "./dollars.ts";
import { entitlementOf } from "./entitlement.ts";
import type { SubscriptionState } from "./entitlement.ts";
import { readCustomer } from "./read-customer.ts";
import type { CustomerState } from "./read-customer.ts";
import { listPurchases, listSubscriptions, listUnreconciled, storeDifferences } from "./repo.ts";
import type { CustomerRow } from "./repo.ts";
import { throughStripe } from "./stripe.ts";
import type { Stripe } from "./stripe.ts";
import { ownerOf } from "#worker/owner.ts";
import { syncCustomer } from "./sync-customer.ts";

type ReconcileCtx = Pick<Ctx, "db" | "services" | "now" | "log">;

/** Result of a comparison. */
export type Reconciliation = { customers: number; found: string[]; left: string[] };

const EVERY_MS = 24 * 3_600_000;
/** Customers in one tick of the clock: each takes some requests to Stripe. */
const CUSTOMERS_PER_TICK = 20;

/** Does one tick's part of the nightly comparison; nothing where nothing is sold. */
export async function reconcileDue(ctx: ReconcileCtx): Promise<void> {
  if (!ctx.services.stripe) return;
  const before = new Date(ctx.now().getTime() - EVERY_MS);
  await reconcile(ctx, await listUnreconciled(ctx.db, before, CUSTOMERS_PER_TICK));
}

/** Compares every customer, a part at a time, on an order by hand. */
export async function reconcileAll(ctx: ReconcileCtx): Promise<Reconciliation> {
  const begun = ctx.now();
  const total: Reconciliation = { customers: 0, found: [], left: [] };
  for (;;) {
    const some = await listUnreconciled(ctx.db, begun, CUSTOMERS_PER_TICK);
    if (some.length === 0) return total;
    const { customers, found, left } = await reconcile(ctx, some);
    total.customers += customers;
    total.found.push(...found);
    total.left.push(...left);
    // A customer whom Stripe cannot report now would be listed again for ever.
    if (customers < some.length) return total;
  }
}

/**
 * Compares Stripe, D1 and the ledger. A difference is logged and becomes a row of the owner. Then Stripe's state is applied, as a lost
 * event would have done, and remaining differences stay on the owner's page for a person to look at.
 */
async function reconcile(ctx: ReconcileCtx, customers: CustomerRow[]): Promise<Reconciliation> {
  const { stripe } = ctx.services;
  const result: Reconciliation = { customers: 0, found: [], left: [] };
  if (!stripe) return result;
  for (const customer of customers) {
    try {
      const { found, left } = await throughStripe(() => compare(ctx, stripe, customer));
      result.customers += 1;
      result.found.push(...found);
      result.left.push(...left);
    } catch (error) {
      ctx.log.error("billing not compared", error, { customerId: customer.stripeCustomerId });
    }
  }
  return result;
}

async function compare(
  ctx: ReconcileCtx,
  stripe: Stripe,
  customer: CustomerRow,
): Promise<{ found: string[]; left: string[] }> {
  const found = await differencesOf(ctx, customer, await readCustomer(stripe, customer.stripeCustomerId));
  let left: Difference[] = [];
  if (found.length > 0) {
    const applied = await syncCustomer(ctx, stripe, customer);
    left = await differencesOf(ctx, customer, applied);
    ctx.log.error("billing differs", new Error(found.map(({ details }) => details).join("; ")), {
      customerId: customer.stripeCustomerId,
      left: left.length,
    });
  }
  const isLeft = (difference: Difference) => left.some(({ details }) => details === difference.details);
  // Applying Stripe's state can uncover a difference that nobody saw before.
  const all = [...found, ...left.filter(({ details }) => !found.some((one) => one.details === details))];
  const rows = await Promise.all(
    all.map(async (difference) => ({
      ...difference,
      id: (await sha256Hex(`${customer.stripeCustomerId} ${difference.details}`)).slice(0, 32),
      ownerKind: customer.ownerKind,
      ownerId: customer.ownerId,
      foundAt: ctx.now(),
      resolvedAt: isLeft(difference) ? null : ctx.now(),
    })),
  );
  await storeDifferences(ctx.db, customer, rows, ctx.now());
  return { found: found.map(({ details }) => details), left: left.map(({ details }) => details) };
}

/** One difference: a sentence with the ids, and both sides in words and amounts. */
type Difference = { details: string; atStripe: string; here: string };

const NOTHING = "nothing";

/** The differences of a customer. */
async function differencesOf(
  { db, services }: ReconcileCtx,
  customer: CustomerRow,
  { subscriptions, purchases }: CustomerState,
): Promise<Difference[]> {
  const owner = ownerOf(customer);
  const [storedSubscriptions, storedPurchases, balance] = await Promise.all([
    listSubscriptions(db, owner),
    listPurchases(db, owner),
    services.creditCounter(owner).balance(),
  ]);
  const differences: Difference[] = [];
  for (const one of subscriptions) {
    const stored = storedSubscriptions.find(({ id }) => id === one.id);
    const atStripe = planInWords(one);
    if (!stored)
      differences.push({
        details: `Subscription ${one.id} is at Stripe and not here.`,
        atStripe,
        here: NOTHING,
      });
    else if (stored.status !== one.status || stored.tier !== one.tier || stored.quantity !== one.quantity)
      differences.push({
        details: `Subscription ${one.id} is ${inWords(one)} at Stripe and ${inWords(stored)} here.`,
        atStripe,
        here: planInWords(stored),
      });
  }
  for (const one of purchases) {
    const stored = storedPurchases.find(({ id }) => id === one.id);
    if (!stored)
      differences.push({
        details: `Payment ${one.id} for ${one.credits} credits is at Stripe and not here.`,
        atStripe: packInWords(one),
        here: NOTHING,
      });
  }
  for (const stored of storedPurchases)
    if (!purchases.some((one) => one.id === stored.id))
      differences.push({
        details: `Payment ${stored.id} for ${stored.credits} credits is here and not at Stripe.`,
        atStripe: NOTHING,
        here: packInWords(stored),
      });
  const entitlement = entitlementOf(owner.kind, subscriptions);
  const { tier = "Free", allowance = 0 } = entitlement ?? {};
  if (entitlement && (balance.tier !== tier || balance.allowance !== allowance))
    differences.push({
      details: `The plan is ${tier} with ${allowance} credits a month by Stripe, and ${balance.tier} with ${balance.allowance} in the ledger.`,
      atStripe: `${tier}, ${allowance} credits a month`,
      here: `${balance.tier}, ${balance.allowance} credits a month`,
    });
  return differences;
}

type Plan = Pick<SubscriptionState, "tier" | "quantity" | "status" | "priceCents">;

function inWords({ tier, quantity, status }: Plan): string {
  return `${quantity} × ${tier}, ${status}`;
}

function planInWords(plan: Plan): string {
  return `${inWords(plan)}, ${dollars(plan.priceCents * plan.quantity)} a month`;
}

function packInWords({ credits, amountCents }: { credits: number; amountCents: number }): string {
  return `${credits} credits for ${dollars(amountCents)}`;
}

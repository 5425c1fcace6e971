import type { Ctx } from "#worker/context.ts";
import { sha256Hex } from "#worker/platform/digest.ts";
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
  let left: string[] = [];
  if (found.length > 0) {
    const applied = await syncCustomer(ctx, stripe, customer);
    left = await differencesOf(ctx, customer, applied);
    ctx.log.error("billing differs", new Error(found.join("; ")), {
      customerId: customer.stripeCustomerId,
      left: left.length,
    });
  }
  const rows = await Promise.all(
    found.map(async (details) => ({
      id: (await sha256Hex(`${customer.stripeCustomerId} ${details}`)).slice(0, 32),
      ownerKind: customer.ownerKind,
      ownerId: customer.ownerId,
      details,
      foundAt: ctx.now(),
      resolvedAt: left.includes(details) ? null : ctx.now(),
    })),
  );
  await storeDifferences(ctx.db, customer.stripeCustomerId, rows, ctx.now());
  return { found, left };
}

/** The differences of a customer in words, each with its ids. */
async function differencesOf(
  { db, services }: ReconcileCtx,
  customer: CustomerRow,
  { subscriptions, purchases }: CustomerState,
): Promise<string[]> {
  const owner = ownerOf(customer);
  const [storedSubscriptions, storedPurchases, balance] = await Promise.all([
    listSubscriptions(db, owner),
    listPurchases(db, owner),
    services.creditCounter(owner).balance(),
  ]);
  const differences: string[] = [];
  for (const one of subscriptions) {
    const stored = storedSubscriptions.find(({ id }) => id === one.id);
    if (!stored) differences.push(`Subscription ${one.id} is at Stripe and not here.`);
    else if (stored.status !== one.status || stored.tier !== one.tier || stored.quantity !== one.quantity)
      differences.push(`Subscription ${one.id} is ${inWords(one)} at Stripe and ${inWords(stored)} here.`);
  }
  for (const one of purchases) {
    const stored = storedPurchases.find(({ id }) => id === one.id);
    if (!stored) differences.push(`Payment ${one.id} for ${one.credits} credits is at Stripe and not here.`);
  }
  for (const { id, credits } of storedPurchases)
    if (!purchases.some((one) => one.id === id))
      differences.push(`Payment ${id} for ${credits} credits is here and not at Stripe.`);
  const entitlement = entitlementOf(owner.kind, subscriptions);
  const { tier = "Free", allowance = 0 } = entitlement ?? {};
  if (entitlement && (balance.tier !== tier || balance.allowance !== allowance))
    differences.push(
      `The plan is ${tier} with ${allowance} credits a month by Stripe, and ${balance.tier} with ${balance.allowance} in the ledger.`,
    );
  return differences;
}

function inWords({
  tier,
  quantity,
  status,
}: Pick<SubscriptionState, "tier" | "quantity" | "status">): string {
  return `${quantity} × ${tier}, ${status}`;
}

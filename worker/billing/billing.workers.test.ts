import { env } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { stripeEvents, users } from "#schema/index.ts";
import { CREDIT_PACKS, PLANS } from "#schema/plans.ts";
import { makeAccount, testCtx } from "#tests/support/accounts.workers.ts";
import type { Account } from "#tests/support/accounts.workers.ts";
import {
  customerOf,
  deliver,
  eventsOf,
  play,
  sessionAt,
  shopState,
  WEBHOOK_SECRETS,
} from "#tests/support/shop.workers.ts";
import { connectDb } from "#worker/platform/db.ts";
import { createServices } from "#worker/services.ts";
import { cancelSubscription, resumeSubscription } from "./cancel-subscription.ts";
import { syncCatalog } from "./catalog.ts";
import { changePlan, previewPlan } from "./change-plan.ts";
import { createSubscription } from "./create-subscription.ts";
import { deleteBilling } from "./delete-billing.ts";
import { getBilling, refreshBilling } from "./get-billing.ts";
import { listInvoices } from "./list-invoices.ts";
import { openPortal } from "./open-portal.ts";
import { purchaseCredits } from "./purchase-credits.ts";
import { reconcileAll } from "./reconcile.ts";

const CARD = "4242424242424242";
const db = connectDb(env.DB);

beforeAll(async () => {
  await syncCatalog(createServices(env).stripe!);
});

/** The account's person at a page of ours. */
function personOf({ userId }: Account) {
  const actor = {
    kind: "session" as const,
    userId,
    sessionId: "ses_test",
    isEmailVerified: true,
    signedInAt: new Date(),
  };
  const ctx = testCtx(actor, { kind: "user", id: userId });
  return { ...ctx, caller: { ...ctx.caller, origin: "https://docenda.test" } };
}

async function buyPlan(account: Account, tier: "Basic" | "Pro" = "Basic"): Promise<string> {
  const { url } = await createSubscription(personOf(account), { tier });
  await play("pay", { session: sessionAt(url), card: CARD });
  return customerOf(account.userId);
}

async function buyPack(account: Account, amount = 1000): Promise<string> {
  const { url } = await purchaseCredits(personOf(account), { amount });
  const session = await play<{ payment_intent: string }>("pay", { session: sessionAt(url), card: CARD });
  return session.payment_intent;
}

async function deliverAll(customer: string): Promise<void> {
  for (const event of await eventsOf(customer)) expect(await deliver(event)).toMatchObject({ status: 200 });
}

async function balanceOf({ userId }: Account) {
  return env.CREDIT_COUNTER.getByName(`u_${userId}`).balance();
}

async function tierOf({ userId }: Account) {
  return (await db.select().from(users).where(eq(users.id, userId)).get())?.tier;
}

async function chargeOf(paymentIntent: string): Promise<string> {
  return (await shopState()).paymentIntents[paymentIntent]!.latest_charge!;
}

describe("buying a plan", () => {
  it("brings tier and allowance when Stripe says that it is paid, and shows what was bought", async () => {
    const account = await makeAccount();
    const person = personOf(account);
    expect(await getBilling(person)).toMatchObject({ isOpen: true, hasCustomer: false, subscription: null });
    const customer = await buyPlan(account);
    expect(await tierOf(account)).toBe("Free");

    await deliverAll(customer);
    expect(await tierOf(account)).toBe("Basic");
    expect(await balanceOf(account)).toMatchObject({
      tier: "Basic",
      allowance: PLANS.Basic.monthlyAllowance,
      available: PLANS.Basic.monthlyAllowance + PLANS.Free.initialCredits,
    });
    const billing = await getBilling(person);
    expect(billing.subscription).toMatchObject({
      tier: "Basic",
      status: "active",
      priceCents: 900,
      cancelsAt: null,
    });
    const { next, invoices } = await listInvoices(person);
    expect(next).toEqual({ amountCents: 900, at: billing.subscription!.periodEnd });
    expect(invoices).toMatchObject([{ amountCents: 900, status: "paid" }]);
    expect(invoices[0]!.lines).toEqual(["1 × Docenda Basic, 1,000 credits a month (at $9.00 / month)"]);
    expect((await openPortal(person)).url).toContain("/p/session/");
  });

  it("shows a person who comes back before the webhook what was bought", async () => {
    const account = await makeAccount();
    await buyPlan(account);
    expect((await refreshBilling(personOf(account))).subscription).toMatchObject({ tier: "Basic" });
    expect(await tierOf(account)).toBe("Basic");
  });

  it("refuses a second plan, also while the first one's webhook is on its way, and closes a checkout left open", async () => {
    const account = await makeAccount();
    const open = await createSubscription(personOf(account), { tier: "Pro" });
    await buyPlan(account);
    await expect(createSubscription(personOf(account), { tier: "Pro" })).rejects.toMatchObject({
      code: "aborted",
      data: { tier: "Basic" },
    });
    await expect(play("pay", { session: sessionAt(open.url), card: CARD })).rejects.toThrow(
      "This checkout is over",
    );
  });

  it("takes nothing and brings nothing when the card is declined", async () => {
    const account = await makeAccount();
    const { url } = await createSubscription(personOf(account), { tier: "Basic" });
    await expect(play("pay", { session: sessionAt(url), card: "4000000000000002" })).rejects.toThrow(
      "declined",
    );
    await deliverAll(await customerOf(account.userId));
    expect(await tierOf(account)).toBe("Free");
    expect((await refreshBilling(personOf(account))).subscription).toBeNull();
  });

  it("goes to another plan for what the preview said, to the cent, and once when it is sent twice", async () => {
    const account = await makeAccount();
    await buyPlan(account);
    const person = personOf(account);
    const preview = await previewPlan(person, { tier: "Pro" });
    expect(preview.dueCents).toBeGreaterThan(1900);
    expect(preview.lines.map(({ amountCents }) => amountCents).reduce((a, b) => a + b)).toBe(
      preview.dueCents,
    );
    await Promise.all([changePlan(person, preview), changePlan(person, preview)]);
    await changePlan(person, preview);
    const { invoices } = await listInvoices(person);
    expect(invoices.map(({ amountCents }) => amountCents)).toEqual([preview.dueCents, 900]);
    expect(await balanceOf(account)).toMatchObject({ tier: "Pro", allowance: PLANS.Pro.monthlyAllowance });

    const back = await previewPlan(person, { tier: "Basic" });
    expect(back).toMatchObject({ dueCents: 0 });
    expect(back.creditCents).toBeGreaterThan(1900);
    await changePlan(person, back);
    expect((await listInvoices(person)).next?.amountCents).toBe(0);
  });

  it("changes nothing when the card does not pay for the other plan, or the preview is old", async () => {
    const account = await makeAccount();
    const customer = await buyPlan(account);
    const person = personOf(account);
    const preview = await previewPlan(person, { tier: "Pro" });
    await play("card", { customer, card: "4000000000000002" });
    await expect(changePlan(person, preview)).rejects.toMatchObject({
      code: "aborted",
      data: { reason: "card-declined" },
    });
    await expect(
      changePlan(person, { ...preview, prorationDate: preview.prorationDate - 7200 }),
    ).rejects.toMatchObject({ code: "aborted" });
    expect(await balanceOf(account)).toMatchObject({ tier: "Basic" });
    expect((await listInvoices(person)).invoices).toHaveLength(1);
  });

  it("runs to the end of what is paid for when cancelled, can be resumed until then, and ends", async () => {
    const account = await makeAccount();
    const customer = await buyPlan(account);
    const person = personOf(account);
    await cancelSubscription(person);
    await cancelSubscription(person);
    const { subscription } = await getBilling(person);
    expect(subscription).toMatchObject({ tier: "Basic", cancelsAt: subscription!.periodEnd });
    expect((await listInvoices(person)).next).toBeNull();
    await resumeSubscription(person);
    expect((await getBilling(person)).subscription).toMatchObject({ cancelsAt: null });
    await cancelSubscription(person);
    expect(await tierOf(account)).toBe("Basic");
    await play("month");
    await deliverAll(customer);
    expect(await tierOf(account)).toBe("Free");
    expect(await balanceOf(account)).toMatchObject({ allowance: 0, purchased: PLANS.Free.initialCredits });
    await expect(resumeSubscription(person)).rejects.toMatchObject({ code: "aborted" });
  });

  it("keeps the limits and stops the allowance while a renewal is not paid, and ends when it never is (fault 7)", async () => {
    const account = await makeAccount();
    const customer = await buyPlan(account);
    await play("card", { customer, card: "4000000000000002" });
    await play("month");
    await deliverAll(customer);
    expect((await getBilling(personOf(account))).subscription).toMatchObject({ status: "past_due" });
    expect(await balanceOf(account)).toMatchObject({ tier: "Basic", allowance: 0 });

    await play("card", { customer, card: CARD });
    await play("advance", { seconds: "86400" });
    await deliverAll(customer);
    expect(await balanceOf(account)).toMatchObject({
      tier: "Basic",
      allowance: PLANS.Basic.monthlyAllowance,
    });

    await play("card", { customer, card: "4000000000000002" });
    await play("month");
    await play("advance", { seconds: String(15 * 86_400) });
    await deliverAll(customer);
    expect(await tierOf(account)).toBe("Free");
  });
});

describe("buying credits", () => {
  it("adds each pack once, and takes back what was refunded or disputed, with a debt for what is spent (fault 7)", async () => {
    const account = await makeAccount();
    const initial = PLANS.Free.initialCredits;
    const first = await buyPack(account);
    const customer = await customerOf(account.userId);
    await deliverAll(customer);
    await deliverAll(customer);
    expect(await balanceOf(account)).toMatchObject({ purchased: initial + 1000 });

    await play("refund", { charge: await chargeOf(first), amount: "450" });
    await deliverAll(customer);
    expect(await balanceOf(account)).toMatchObject({ purchased: initial + 500 });

    const second = await buyPack(account, 5000);
    const dispute = await play<{ id: string }>("dispute", { charge: await chargeOf(second) });
    await deliverAll(customer);
    expect(await balanceOf(account)).toMatchObject({ purchased: initial + 500 });
    await play("close-dispute", { dispute: dispute.id, status: "won" });
    await deliverAll(customer);
    expect(await balanceOf(account)).toMatchObject({ purchased: initial + 5500 });

    const counter = env.CREDIT_COUNTER.getByName(`u_${account.userId}`);
    await counter.reserve("spend", initial + 5500);
    await counter.post("spend", { details: "spent", metadata: {} });
    await play("refund", { charge: await chargeOf(second) });
    await deliverAll(customer);
    expect(await balanceOf(account)).toMatchObject({ purchased: 0, debt: 5000 });
    const billing = await getBilling(personOf(account));
    expect(billing.debtCredits).toBe(5000);
    // The purchases fall within one second, so in either order.
    expect(new Map(billing.purchases.map(({ credits, refundedCents }) => [credits, refundedCents]))).toEqual(
      new Map([
        [5000, 4000],
        [1000, 450],
      ]),
    );
    await buyPack(account, 20_000);
    await deliverAll(customer);
    expect(await balanceOf(account)).toMatchObject({ purchased: 15_000, debt: 0 });
  });

  it("sells the packs there are, at our price", async () => {
    const account = await makeAccount();
    for (const { credits, priceCents } of CREDIT_PACKS) {
      const { url } = await purchaseCredits(personOf(account), { amount: credits });
      const session = (await shopState()).sessions[sessionAt(url)]!;
      expect(session.amount_total).toBe(priceCents);
    }
    await expect(purchaseCredits(personOf(account), { amount: 999 })).rejects.toMatchObject({
      code: "invalid-argument",
    });
  });

  it("writes on the payment what it buys and costs, so that a webhook grants by that", async () => {
    const account = await makeAccount();
    const intent = await buyPack(account);
    const { stripe } = createServices(env);
    const paid = await stripe!.paymentIntents.retrieve(intent);
    expect(paid.metadata).toMatchObject({ credits: "1000", price_cents: "900" });
    expect(paid.amount_received).toBe(900);
  });
});

describe("webhooks", () => {
  const orders = permutations([0, 1, 2, 3, 4]);

  it("end the same in every order of five events (fault 2)", async () => {
    expect(orders).toHaveLength(120);
    const account = await makeAccount();
    const customer = await buyPlan(account);
    await buyPack(account);
    const five = await fiveOf(customer);
    for (const order of orders) {
      await forget(five);
      for (const index of order) {
        expect(await deliver(five[index]!)).toEqual({ status: 200, outcome: "done" });
      }
    }
    expect(await balanceOf(account)).toMatchObject({
      tier: "Basic",
      allowance: PLANS.Basic.monthlyAllowance,
      purchased: PLANS.Free.initialCredits + 1000,
    });
    expect((await getBilling(personOf(account))).purchases).toHaveLength(1);
  });

  it("that come late do not bring back what is over (fault 2)", async () => {
    const account = await makeAccount();
    const customer = await buyPlan(account);
    await cancelSubscription(personOf(account));
    await play("month");
    const events = await eventsOf(customer);
    for (const event of events.toReversed()) await deliver(event);
    expect(await tierOf(account)).toBe("Free");
  });

  it("have their effect once when 50 come at once (fault 1)", async () => {
    const account = await makeAccount();
    await buyPack(account);
    const customer = await customerOf(account.userId);
    const event = (await eventsOf(customer)).find(({ type }) => type === "checkout.session.completed")!;
    const answers = await Promise.all(Array.from({ length: 50 }, () => deliver(event)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await deliver(event)).toEqual({ status: 200, outcome: "done-before" });
    expect(await balanceOf(account)).toMatchObject({ purchased: PLANS.Free.initialCredits + 1000 });
  });

  it("are refused with a wrong signature, an old one, and an altered body, and have no effect (fault 3)", async () => {
    const account = await makeAccount();
    const customer = await buyPlan(account);
    const [event] = await eventsOf(customer);
    const now = Date.now();
    expect(await deliver(event, { secret: "whsec_other" })).toEqual({ status: 400 });
    expect(await deliver(event, { at: new Date(now - 301_000) })).toEqual({ status: 400 });
    expect(await deliver(event, { alter: (body) => body.replace("cus_", "cuz_") })).toEqual({ status: 400 });
    expect(await db.select().from(stripeEvents).where(eq(stripeEvents.id, event!.id))).toEqual([]);
    expect(await tierOf(account)).toBe("Free");
    // While a secret is being changed, the former one is good as well.
    const last = (await eventsOf(customer)).at(-1);
    expect(
      await deliver(last, { secret: WEBHOOK_SECRETS.former, at: new Date(now - 290_000) }),
    ).toMatchObject({
      status: 200,
    });
    expect(await tierOf(account)).toBe("Basic");
  });

  it("about nobody who is here are parked, and work when they are sent again to somebody who is (fault 4)", async () => {
    const stripe = createServices(env).stripe!;
    const stranger = await stripe.customers.create({ email: "stranger@example.test" });
    const [event] = await eventsOf(stranger.id);
    expect(await deliver(event)).toEqual({ status: 200, outcome: "parked" });
    expect(await deliver(event)).toEqual({ status: 200, outcome: "parked" });
    expect(await db.select().from(stripeEvents).where(eq(stripeEvents.id, event!.id)).get()).toMatchObject({
      state: "parked",
      reason: "nobody here is this customer",
    });

    const account = await makeAccount();
    const own = await stripe.customers.create({
      metadata: { owner_kind: "user", owner_id: account.userId },
    });
    const [adopted] = await eventsOf(own.id);
    expect(await deliver(adopted)).toEqual({ status: 200, outcome: "done" });
    expect(await getBilling(personOf(account))).toMatchObject({ hasCustomer: true });
  });
});

describe("when something dies in between", () => {
  it("a payment whose webhook never comes is found by the comparison, granted once, and noted (fault 5)", async () => {
    const account = await makeAccount();
    await buyPack(account);
    const ctx = personOf(account);
    const first = await reconcileAll(ctx);
    expect(
      first.found.filter((words) => words.includes("1000 credits is at Stripe and not here")),
    ).not.toEqual([]);
    expect(first.left).toEqual([]);
    expect(await balanceOf(account)).toMatchObject({ purchased: PLANS.Free.initialCredits + 1000 });
    expect((await reconcileAll(ctx)).found).toEqual([]);
    await deliverAll(await customerOf(account.userId));
    expect(await balanceOf(account)).toMatchObject({ purchased: PLANS.Free.initialCredits + 1000 });
  });

  it("an answer of Stripe that is lost charges nobody twice (fault 6)", async () => {
    const account = await makeAccount();
    await buyPlan(account);
    const person = personOf(account);
    const preview = await previewPlan(person, { tier: "Pro" });
    await play("fault", { fault: "answer-lost" });
    await changePlan(person, preview);
    expect((await listInvoices(person)).invoices.map(({ amountCents }) => amountCents)).toEqual([
      preview.dueCents,
      900,
    ]);
  });

  it("a Stripe that does not answer is said so, and nothing is begun (fault 6)", async () => {
    const account = await makeAccount();
    for (let attempt = 0; attempt < 3; attempt += 1) await play("fault", { fault: "500" });
    await expect(purchaseCredits(personOf(account), { amount: 1000 })).rejects.toMatchObject({
      code: "unavailable",
    });
    expect((await refreshBilling(personOf(account))).purchases).toEqual([]);
  });

  it("an account that is deleted pays nothing more (fault 4)", async () => {
    const account = await makeAccount();
    const customer = await buyPlan(account);
    await deliverAll(customer);
    await deleteBilling(personOf(account));
    await deleteBilling(personOf(account));
    const { subscriptions, customers } = await shopState();
    expect(customers[customer]).toBeUndefined();
    expect(Object.values(subscriptions).filter((one) => one.customer === customer)).toMatchObject([
      { status: "canceled" },
    ]);
    for (const event of (await eventsOf(customer)).slice(-2))
      expect(await deliver(event)).toEqual({ status: 200, outcome: "not-ours" });
  });
});

/** Five events with different content. */
async function fiveOf(customer: string) {
  const events = await eventsOf(customer);
  const types = [
    "customer.subscription.created",
    "invoice.paid",
    "checkout.session.completed",
    "payment_intent.succeeded",
    "charge.succeeded",
  ];
  return types.map((type) => events.findLast((event) => event.type === type)!);
}

/** Deletes the rows of events, as if no event had come yet. */
async function forget(events: { id: string }[]): Promise<void> {
  for (const { id } of events) await db.delete(stripeEvents).where(eq(stripeEvents.id, id));
}

function permutations<T>(all: T[]): T[][] {
  if (all.length <= 1) return [all];
  return all.flatMap((one, index) => permutations(all.toSpliced(index, 1)).map((rest) => [one, ...rest]));
}

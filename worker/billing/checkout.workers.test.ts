import { env } from "cloudflare:test";
import { beforeAll, expect, it } from "vitest";
import { makeAccount, systemCtx } from "#tests/support/accounts.workers.ts";
import { play, sessionAt, shopState } from "#tests/support/shop.workers.ts";
import { createServices } from "#worker/services.ts";
import { syncCatalog } from "./catalog.ts";
import { createSubscription } from "./create-subscription.ts";
import { listInvoices } from "./list-invoices.ts";
import { purchaseCredits } from "./purchase-credits.ts";

beforeAll(async () => {
  await syncCatalog(createServices(env).stripe!);
});

/** A new person at a page of ours. */
async function buyer() {
  const ctx = systemCtx((await makeAccount()).userId);
  return { ...ctx, caller: { ...ctx.caller, origin: "https://docenda.test" } };
}

it("gives each pack an invoice, whose line says what it bought", async () => {
  const person = await buyer();
  for (const amount of [1000, 5000]) {
    const { url } = await purchaseCredits(person, { amount });
    await play("pay", { session: sessionAt(url), card: "4242424242424242" });
  }
  const { next, invoices } = await listInvoices(person);
  expect(next).toBeNull();
  expect(invoices.map(({ amountCents, status, lines }) => [amountCents, status, lines])).toEqual([
    [4000, "paid", ["5,000 Docenda credits"]],
    [900, "paid", ["1,000 Docenda credits"]],
  ]);
  expect(invoices.every(({ number, url }) => number !== null && url !== null)).toBe(true);
});

it("adds tax, and takes a business's tax id, where the deployment turned tax on", async () => {
  const person = await buyer();
  const config = { ...person.services.config, isTaxed: true };
  const taxed = { ...person, services: { ...person.services, config } };
  expect(await taxOf(purchaseCredits(person, { amount: 1000 }))).toEqual([false, false]);
  expect(await taxOf(purchaseCredits(taxed, { amount: 1000 }))).toEqual([true, true]);
  expect(await taxOf(createSubscription(taxed, { tier: "Basic" }))).toEqual([true, true]);
});

/** Whether the checkout that an order opened adds tax, and takes a tax id. */
async function taxOf(order: Promise<{ url: string }>): Promise<boolean[]> {
  const { url } = await order;
  const session = (await shopState()).sessions[sessionAt(url)]!;
  return [session.automatic_tax.enabled, session.tax_id_collection.enabled];
}

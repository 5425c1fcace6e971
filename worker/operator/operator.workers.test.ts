import { env } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { beforeAll, expect, it } from "vitest";
import { creditPurchases, users } from "#schema/index.ts";
import { systemCtx } from "#tests/support/accounts.workers.ts";
import { newBrowser, signedUp } from "#tests/support/browser.workers.ts";
import { play, sessionAt } from "#tests/support/shop.workers.ts";
import { syncCatalog } from "#worker/billing/catalog.ts";
import { purchaseCredits } from "#worker/billing/purchase-credits.ts";
import { reconcileAll } from "#worker/billing/reconcile.ts";
import { refreshBilling } from "#worker/billing/get-billing.ts";
import { connectDb } from "#worker/platform/db.ts";
import { createServices } from "#worker/services.ts";

const db = connectDb(env.DB);

beforeAll(async () => {
  await syncCatalog(createServices(env).stripe!);
});

/** One of `OPERATOR_EMAILS` of the tests' configuration. */
const OPERATOR = "operator@example.test";
const ORIGIN = "https://docenda.test";

it("shows the operator alone what differs, on both sides, until a comparison no longer finds it", async () => {
  const operator = await signedUp({ email: OPERATOR });
  expect((await operator.browser.get("/operator")).status).toBe(404);
  await db.update(users).set({ emailVerified: true }).where(eq(users.email, OPERATOR));
  const customer = await signedUp({ isVerified: true });
  for (const browser of [newBrowser(), customer.browser])
    expect((await browser.get("/operator")).status).toBe(404);

  const ctx = { ...systemCtx(customer.userId), caller: { ...systemCtx().caller, origin: ORIGIN } };
  const { url } = await purchaseCredits(ctx, { amount: 1000 });
  await play("pay", { session: sessionAt(url), card: "4242424242424242" });
  await refreshBilling(ctx);
  // A payment that Stripe knows nothing of, which no reading of Stripe can bring in line.
  const [stored] = await db
    .select()
    .from(creditPurchases)
    .where(eq(creditPurchases.ownerId, customer.userId));
  await db.insert(creditPurchases).values({ ...stored!, id: "pi_<b>", credits: 5000, amountCents: 4000 });
  const open = /Open<\/h2>([\s\S]*)<h2>Resolved/;
  const page = async () => {
    const { status, body, headers } = await operator.browser.get("/operator");
    expect([status, headers.get("cache-control")]).toEqual([200, "no-store"]);
    return { open: open.exec(body as string)?.[1] ?? "", whole: body as string };
  };
  const words = "Payment pi_&lt;b&gt; for 5000 credits is here and not at Stripe.";
  expect((await page()).whole).not.toContain("pi_&lt;b&gt;");

  expect((await reconcileAll(ctx)).left).toEqual([expect.stringContaining("pi_<b>")]);
  const before = await page();
  for (const text of [words, customer.email, "nothing", "5000 credits for $40.00"])
    expect(before.open).toContain(text);
  // The balance stays as it is: a difference is shown, not repaired.
  const { purchased } = await ctx.services.creditCounter(ctx.scope.owner).balance();
  const [since] = /<time datetime="[^"]+">/.exec(before.open) ?? [];
  await reconcileAll({ ...ctx, now: () => new Date(Date.now() + 86_400_000) });
  expect((await page()).open).toContain(since);
  expect((await ctx.services.creditCounter(ctx.scope.owner).balance()).purchased).toBe(purchased);

  await db.delete(creditPurchases).where(eq(creditPurchases.id, "pi_<b>"));
  await reconcileAll({ ...ctx, now: () => new Date(Date.now() + 2 * 86_400_000) });
  const after = await page();
  expect(after.open).not.toContain(customer.email);
  expect(after.whole).toContain(words);
});

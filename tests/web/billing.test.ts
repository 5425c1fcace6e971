import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import type { BrowserContext, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ROOT } from "#local/root.ts";
import { findChromium } from "#tests/support/chromium.ts";
import { startWebProduct } from "#tests/support/web-product.ts";
import type { WebProduct } from "#tests/support/web-product.ts";
import { makeInhabitant, signIn } from "./inhabitant.ts";
import { press } from "./keyboard.ts";

/** For hangs alone. */
const SOON = { timeout: 15_000 };

describe.skipIf(findChromium() === null)("paying", () => {
  let product: WebProduct;
  let context: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    product = await startWebProduct("billing");
    context = await product.browser.newContext({ baseURL: product.server.url });
    await signIn(product, context, await makeInhabitant(product, "ada@example.com"));
    page = await context.newPage();
  }, 300_000);

  afterAll(async () => {
    await product?.close();
  });

  /** On the page of the checkout. */
  async function payWith(card: string): Promise<void> {
    await page.getByLabel("Card number").fill(card);
    await page.getByRole("button", { name: /^Pay/ }).press("Enter");
  }

  async function balance(): Promise<{ monthlyAllowance: number; purchasedCredits: number }> {
    return (await (await context.request.get("/api/credits")).json()) as any;
  }

  test("a plan: left, declined, confirmed with the bank, and there", async () => {
    await page.goto("/subscribe?tier=basic");
    await press(page, "button", "Continue to payment");
    await page.getByRole("link", { name: "Cancel and go back" }).press("Enter");
    await page.getByText("You weren't charged", { exact: false }).waitFor(SOON);

    await press(page, "button", "Continue to payment");
    await payWith("4000 0000 0000 0002");
    await page.getByText("Your card was declined.").waitFor(SOON);
    await payWith("4000 0025 0000 3155");
    await page.getByRole("button", { name: "Fail" }).press("Enter");
    await page.getByText("We could not confirm this payment", { exact: false }).waitFor(SOON);
    expect((await balance()).monthlyAllowance).toBe(0);
    await payWith("4000 0025 0000 3155");
    await page.getByRole("button", { name: "Complete" }).press("Enter");
    await page.getByText("You are on Basic. Your 1,000 credits are ready.").waitFor(SOON);
    expect((await balance()).monthlyAllowance).toBe(1000);

    await page.goto("/subscribe?tier=pro");
    await page.getByText("You are on Basic.").waitFor(SOON);
  });

  test("a pack: its credits once, whoever tells of them first", async () => {
    const { purchasedCredits } = await balance();
    await page.goto("/pricing");
    await page.getByRole("link", { name: "Buy 1,000 credits" }).press("Enter");
    await press(page, "button", "Continue to payment");
    await payWith("4242 4242 4242 4242");
    await page.getByText("Thank you. Your 1,000 credits are ready.").waitFor(SOON);
    await page.reload();
    await page.getByText("Thank you. Your 1,000 credits are ready.").waitFor(SOON);
    expect((await balance()).purchasedCredits).toBe(purchasedCredits + 1000);
    await page.goto("/account");
    await page
      .getByRole("region", { name: "Plan and billing" })
      .getByText("1,000 Docenda credits", { exact: true })
      .waitFor(SOON);
  });

  test("another plan for what was shown, cancelled, resumed, and the card of the portal", async () => {
    await page.goto("/account");
    await press(page, "button", "Change to Pro");
    const question = page.getByRole("alertdialog", { name: "Change to Pro" });
    const charged = question.getByText("Charged now").locator("xpath=following-sibling::dd");
    const price = await charged.textContent(SOON);
    await question.getByRole("button", { name: "Change to Pro" }).press("Enter");
    const billing = page.getByRole("region", { name: "Plan and billing" });
    await billing.getByText("$29 per month").waitFor(SOON);
    await billing.getByText("Unused time on Docenda Basic", { exact: false }).waitFor(SOON);
    const { invoices } = (await (await context.request.get("/api/billing/invoices")).json()) as any;
    expect(`$${(invoices[0].amountCents / 100).toFixed(2).replace(/\.00$/, "")}`).toBe(price);

    await press(page, "button", "Cancel plan");
    await page
      .getByRole("alertdialog", { name: "Cancel plan" })
      .getByRole("button", { name: "Cancel plan" })
      .press("Enter");
    await billing.getByText(/^Ends on /).waitFor(SOON);
    await press(page, "button", "Resume plan");
    await billing.getByRole("button", { name: "Cancel plan" }).waitFor(SOON);

    await press(page, "button", "Manage card and invoices");
    await page.getByRole("heading", { name: "Billing" }).waitFor(SOON);
    await page.getByLabel("New card").fill("4000 0000 0000 0002");
    await page.getByRole("button", { name: "Save card" }).press("Enter");
    await page.getByRole("link", { name: "Return to Docenda" }).press("Enter");
    await billing.getByText("$29 per month").waitFor(SOON);
  });

  test("a month that passes without payment, told by the webhook alone", async () => {
    await page.goto(product.standIns.stripe.url);
    await page.getByRole("button", { name: "Let a month pass" }).press("Enter");
    await page.getByText("past_due", { exact: false }).waitFor(SOON);
    await page.goto("/account");
    await page.getByText("The last payment failed", { exact: false }).waitFor(SOON);
    await expect
      .poll(async () => (await context.request.get("/__mail?format=json&to=ada@example.com")).text(), SOON)
      .toContain("payment failed");
  });

  test("the commands find nothing to do: what was told was done, and Stripe and the ledger say the same", async () => {
    const { url, secretKey, webhookSecret } = product.standIns.stripe;
    const env = {
      ...process.env,
      STRIPE_SECRET_KEY: secretKey,
      STRIPE_API_URL: url,
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      PUBLIC_ORIGIN: product.server.url,
    };
    const run = async (script: string) =>
      (await promisify(execFile)(process.execPath, [join(ROOT, "scripts", script)], { env })).stdout.trim();
    expect(await run("stripe-sync.ts")).toBe("Stripe has the catalog.");
    expect(await run("stripe-replay.ts")).toMatch(/^\d+ events: \d+ done-before$/);
    expect(await run("reconcile.ts")).toBe("1 customers compared, 0 differences, 0 left");
  });
});

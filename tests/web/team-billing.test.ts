import type { BrowserContext, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findChromium } from "#tests/support/chromium.ts";
import { startWebProduct } from "#tests/support/web-product.ts";
import type { WebProduct } from "#tests/support/web-product.ts";
import { makeInhabitant, signIn } from "./inhabitant.ts";
import { press, reach } from "./keyboard.ts";
import { overflowOf, violationsOf } from "./look.ts";

/** For hangs alone. */
const SOON = { timeout: 15_000 };
const MEMBERS = ["bea@example.com", "cal@example.com"];

describe.skipIf(findChromium() === null)("a team that pays", () => {
  let product: WebProduct;
  let context: BrowserContext;
  let page: Page;
  let teamId: string;

  beforeAll(async () => {
    product = await startWebProduct("team-billing");
    context = await product.browser.newContext({ baseURL: product.server.url });
    await signIn(product, context, await makeInhabitant(product, "ada@example.com"));
    const made = await post(context, "/api/teams", { teamName: "Kettles", teamMembers: MEMBERS });
    teamId = made.teamId;
    for (const email of MEMBERS) {
      const other = await product.browser.newContext({ baseURL: product.server.url });
      await signIn(product, other, await makeInhabitant(product, email));
      await post(other, "/api/teams/respond-to-invite", { teamId, response: "accept" });
      await other.close();
    }
    page = await context.newPage();
  }, 300_000);

  afterAll(async () => {
    await product?.close();
  });

  async function post(from: BrowserContext, path: string, data: unknown): Promise<any> {
    const answer = await from.request.post(path, { data, headers: { origin: product.server.url } });
    if (!answer.ok()) throw new Error(await answer.text());
    return answer.json();
  }

  async function invoices(): Promise<{ amountCents: number }[]> {
    const answer = await context.request.get(`/api/teams/${teamId}/billing/invoices`);
    return ((await answer.json()) as any).invoices;
  }

  async function pay(): Promise<void> {
    await page.getByLabel("Card number").fill("4242 4242 4242 4242");
    await page.getByRole("button", { name: /^Pay/ }).press("Enter");
  }

  /** Types a number of seats into the field that the keyboard has reached. */
  async function typeSeats(count: number): Promise<void> {
    await page.getByLabel("Paid seats", { exact: true }).focus();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type(String(count));
  }

  test("buys five seats, by keyboard, and gives them to its members", async () => {
    await page.goto(`/team?teamId=${teamId}`);
    await press(page, "link", "Upgrade team");
    await page.getByRole("heading", { name: "Upgrade team" }).waitFor(SOON);
    await page.getByText("$57 per month for Kettles").waitFor(SOON);
    await typeSeats(5);
    await page.getByText("$95 per month for Kettles").waitFor(SOON);
    expect(await violationsOf(page)).toEqual([]);
    await press(page, "button", "Continue to payment");
    await page.getByText("5 × Docenda Team seat", { exact: false }).waitFor(SOON);
    await pay();
    await page.getByText("Kettles has 5 paid seats. Choose who gets one.").waitFor(SOON);

    await press(page, "link", "Choose members");
    await page.getByText("0 seats selected, 5 paid: 5 unused").waitFor(SOON);
    await page.getByLabel("Select all").press("Space");
    await page.getByText("3 seats selected, 5 paid: 2 unused").waitFor(SOON);
    expect(await violationsOf(page)).toEqual([]);
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
    await press(page, "button", "Save changes");
    await page.getByText("Seats saved").waitFor(SOON);
  });

  test("adds seats for the price that was shown, to the cent, and asks before changes are lost", async () => {
    await page.goto("/team-manage-seats");
    await page.getByLabel("Change the number of paid seats").press("Space");
    await typeSeats(7);
    await page.getByText("Adds 2 seats to the subscription from today.").waitFor(SOON);
    await reach(page, "link", "Dashboard");
    await page.keyboard.press("Enter");
    const question = page.getByRole("alertdialog", { name: "Leave without saving?" });
    await question.getByRole("button", { name: "Cancel" }).press("Enter");
    const charged = page.getByText("Charged now").locator("xpath=following-sibling::dd");
    const price = (await charged.textContent(SOON))!;
    await press(page, "button", `Save changes and pay ${price}`);
    await page.getByText("Seats saved").waitFor(SOON);
    await page.getByText("3 seats selected, 7 paid: 4 unused").waitFor(SOON);
    const [newest] = await invoices();
    expect(`$${(newest!.amountCents / 100).toFixed(2).replace(/\.00$/, "")}`).toBe(price);
  });

  test("goes down to three seats when the paid month is over", async () => {
    await page.goto("/team-manage-seats");
    await page.getByLabel("Change the number of paid seats").press("Space");
    await typeSeats(3);
    await page.getByText(/^The team keeps 7 seats until .* and has 3 from then on\.$/).waitFor(SOON);
    await press(page, "button", "Save changes");
    await page.getByText("Seats saved").waitFor(SOON);
    await page.goto("/team");
    const billing = page.getByRole("region", { name: "Plan and billing" });
    await billing.getByText("Team, 7 seats").waitFor(SOON);
    await billing.getByText(/with 3 seats instead of 7/).waitFor(SOON);
    await billing.getByText(/^Next: \$57 on /).waitFor(SOON);
    expect(await invoices()).toHaveLength(2);

    await page.goto(product.standIns.stripe.url);
    await page.getByRole("button", { name: "Let a month pass" }).press("Enter");
    await page.goto("/team");
    await billing.getByText("Team, 3 seats").waitFor(SOON);
    expect((await invoices())[0]).toMatchObject({ amountCents: 5700 });
  });

  test("buys credits for the team, cancels and resumes, and says what Stripe refused", async () => {
    await page.goto("/team");
    await press(page, "link", "Buy 1,000 for $9");
    await page.getByText("These credits are for the team Kettles.").waitFor(SOON);
    for (let attempt = 0; attempt < 3; attempt += 1)
      await page.request.post(`${product.standIns.stripe.url}/shop/fault`, { form: { fault: "500" } });
    await press(page, "button", "Continue to payment");
    await page.getByText("Our payment provider isn't answering.", { exact: false }).waitFor(SOON);
    await press(page, "button", "Continue to payment");
    await pay();
    await page.getByText("Thank you. Kettles has 1,000 more credits.").waitFor(SOON);

    await press(page, "link", "Go to the team");
    await press(page, "button", "Cancel plan");
    const question = page.getByRole("alertdialog", { name: "Cancel plan" });
    await question.getByRole("button", { name: "Cancel plan" }).press("Enter");
    await page.getByText(/^Ends on /).waitFor(SOON);
    await press(page, "button", "Resume plan");
    await page.getByRole("button", { name: "Cancel plan" }).waitFor(SOON);
    expect(await violationsOf(page)).toEqual([]);
  });
});

import type { BrowserContext, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findChromium } from "#tests/support/chromium.ts";
import { crowdAccount } from "#tests/support/crowded-account.ts";
import { startWebProduct } from "#tests/support/web-product.ts";
import type { WebProduct } from "#tests/support/web-product.ts";
import { makeInhabitant, signIn } from "./inhabitant.ts";
import { goInApp, settle } from "./look.ts";
import { startOwnSite } from "./own-site.ts";
import { heldBy, visitEveryPage } from "./visits.ts";

/** What everything that stands on a page may come to: a table of 200 rows has some 5,000 elements. */
const MAX_ELEMENTS = 8_000;
/** For hangs alone. */
const SOON = { timeout: 30_000 };

/** How fast it is stands in docs/figures/console.md; here is what makes it so. */
describe.skipIf(findChromium() === null)("the console of somebody who has much", () => {
  let product: WebProduct;
  let context: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    product = await startWebProduct("crowded");
    const inhabitant = await makeInhabitant(product, "ada@example.com");
    context = await product.browser.newContext({ baseURL: product.server.url });
    await signIn(product, context, inhabitant);
    const site = await startOwnSite(product, context, "field-guide");
    await site.over();
    await site.close();
    crowdAccount(product.server, inhabitant.email, site.runId);
    page = await context.newPage();
    await page.goto("/dashboard");
    await settle(page);
  }, 300_000);

  afterAll(() => product?.close());

  test.each([
    ["/activity", "tbody > tr", 200],
    ["/keys", "tbody > tr", 50],
    ["/resources?tab=sites", "tbody > tr", 50],
    ["/resources?tab=jobs", "tbody > tr:not(.hidden)", 100],
  ])("%s draws a part of it", { timeout: 90_000 }, async (path, rows, count) => {
    await goInApp(page, path);
    await expect.poll(() => page.locator(rows).count(), SOON).toBe(count);
    expect(await page.locator("*").count()).toBeLessThan(MAX_ELEMENTS);
  });

  test(
    "the head of a long table stays in sight, and its order in the address",
    { timeout: 90_000 },
    async () => {
      await goInApp(page, "/activity?sort=details&columns=timestamp,details");
      await settle(page);
      const heads = page.getByRole("columnheader");
      await expect.poll(() => heads.count(), SOON).toBe(3);
      const head = page.getByRole("columnheader", { name: "Details" });
      expect(await head.getAttribute("aria-sort")).toBe("ascending");
      await page.evaluate(() => scrollTo(0, 3_000));
      await expect.poll(async () => (await head.boundingBox())?.y, SOON).toBe(0);
    },
  );

  test("the crawl doctor draws a hundred lines of three thousand", { timeout: 90_000 }, async () => {
    await goInApp(page, "/resources?tab=jobs");
    await settle(page);
    await page.getByRole("button", { name: "Details of field-guide" }).click();
    await page.getByText(/Page 1 of 31, 3,\d+ URLs/).waitFor();
    expect(await page.locator("[data-lines] > li").count()).toBe(100);
    await page.keyboard.press("Escape");
  });

  test("what is left leaves nothing behind", { timeout: 180_000 }, async () => {
    await visitEveryPage(page);
    await visitEveryPage(page);
    const before = await heldBy(page);
    for (let visit = 0; visit < 4; visit += 1) await visitEveryPage(page);
    const after = await heldBy(page);
    // A page that stayed would hold thousands of nodes, and its listeners, four times.
    expect(after.nodes - before.nodes).toBeLessThan(1_000);
    expect(after.listeners - before.listeners).toBeLessThan(50);
  });
});

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findChromium } from "#tests/support/chromium.ts";
import { indexPackageDocs, startWebProduct } from "#tests/support/web-product.ts";
import type { WebProduct } from "#tests/support/web-product.ts";
import { complaintsOf, LOOKS, overflowOf, settle, violationsOf } from "./look.ts";

describe.skipIf(findChromium() === null)("asking on the home page without an account", () => {
  let product: WebProduct;

  beforeAll(async () => {
    product = await startWebProduct("try-search");
    for (const name of ["zod", "undici"]) await indexPackageDocs(product.server, name);
  }, 240_000);

  afterAll(async () => {
    await product?.close();
  });

  async function visit(look: keyof typeof LOOKS) {
    const context = await product.browser.newContext({ baseURL: product.server.url, ...LOOKS[look] });
    const page = await context.newPage();
    const complaints = complaintsOf(page);
    await page.goto("/");
    await settle(page);
    return { context, page, complaints };
  }

  test.each(["light", "narrow"] as const)(
    "one click gives the answer with its receipt (%s)",
    async (look) => {
      const { context, page, complaints } = await visit(look);
      await page.getByRole("button", { name: /mock a request in a test/ }).click();
      const answer = page.getByRole("region", { name: "Answer" });
      await answer.getByRole("region", { name: "Best passage" }).getByText("MockAgent").first().waitFor();
      expect(await answer.locator("figcaption").textContent()).toMatch(/\d+ tokens read[\d,]+ on the page/);
      expect(await violationsOf(page)).toEqual([]);
      expect(await overflowOf(page)).toBe(0);
      expect(complaints).toEqual([]);
      await context.close();
    },
  );

  test("only questions that this copy can answer are offered, and one's own works by keyboard", async () => {
    const { context, page } = await visit("dark");
    const offered = page.getByRole("list", { name: "Try one of these" }).getByRole("button");
    await expect
      .poll(async () => (await offered.allTextContents()).map((text) => text.split(" ")[0]))
      .toEqual(["zod", "undici"]);
    await page.getByRole("searchbox", { name: "Ask the documentation" }).focus();
    await page.keyboard.type("undici MockAgent intercept a request");
    await page.keyboard.press("Enter");
    await page.getByRole("region", { name: "Best passage" }).getByText("MockAgent").first().waitFor();
    await context.close();
  });

  test("a library has a page of its own, with the same search over its docs alone", async () => {
    const response = await fetch(`${product.server.url}/catalog/zod`);
    const html = await response.text();
    expect([response.status, response.headers.get("x-robots-tag")]).toEqual([200, null]);
    expect(html).toContain("<title>Docenda - Catalog - Zod</title>");
    expect(html).toContain(`<link rel="canonical" href="${product.server.url}/catalog/zod">`);
    const missing = await fetch(`${product.server.url}/catalog/no-such-library`);
    expect(missing.status).toBe(404);
    const sitemap = await (await fetch(`${product.server.url}/catalog/sitemap.xml`)).text();
    expect(sitemap).toContain("/catalog/zod<");

    const context = await product.browser.newContext({ baseURL: product.server.url, ...LOOKS.phone });
    const page = await context.newPage();
    const complaints = complaintsOf(page);
    await page.goto("/catalog/zod");
    await settle(page);
    await page.getByRole("button", { name: /infer the type/ }).click();
    await page.getByRole("region", { name: "Best passage" }).getByText("z.infer").first().waitFor();
    expect(await violationsOf(page)).toEqual([]);
    expect(await overflowOf(page)).toBe(0);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test("what nothing is about says so and costs nothing", async () => {
    const { context, page } = await visit("light");
    await page.getByRole("searchbox", { name: "Ask the documentation" }).fill("photosynthesis of ferns");
    await page.getByRole("button", { name: "Ask", exact: true }).click();
    const said = page.getByRole("status").filter({ hasText: "Nothing in the public docs answers this" });
    await expect.poll(() => said.count()).toBe(1);
    await context.close();
  });
});

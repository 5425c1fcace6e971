import { readFileSync } from "node:fs";
import type { Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findChromium } from "#tests/support/chromium.ts";
import { indexPackageDocs, startWebProduct } from "#tests/support/web-product.ts";
import type { WebProduct } from "#tests/support/web-product.ts";
import { askAsAgent, makeInhabitant, signIn } from "./inhabitant.ts";
import type { Inhabitant } from "./inhabitant.ts";
import { focusedName, press, reach } from "./keyboard.ts";
import { settle } from "./look.ts";

/** For hangs alone. */
const SOON = { timeout: 15_000 };
const QUESTION = "How does a schema parse untrusted input?";

/** What people do in the console, by keyboard alone; what has the focus can be seen to have it. */
describe.skipIf(findChromium() === null)("the console, by keyboard alone", () => {
  let product: WebProduct;
  let inhabitant: Inhabitant;

  beforeAll(async () => {
    product = await startWebProduct("keyboard");
    await indexPackageDocs(product.server, "zod");
    inhabitant = await makeInhabitant(product, "ada@example.com");
    await askAsAgent(product, inhabitant, [QUESTION, "z.infer of a schema"]);
  }, 300_000);

  afterAll(() => product?.close());

  async function open(path: string): Promise<Page> {
    const context = await product.browser.newContext({
      baseURL: product.server.url,
      permissions: ["clipboard-read", "clipboard-write"],
    });
    await signIn(product, context, inhabitant);
    const page = await context.newPage();
    await page.goto(path);
    await settle(page);
    return page;
  }

  test("a key is made, its configuration copied, and it is revoked", { timeout: 120_000 }, async () => {
    const page = await open("/keys");
    await press(page, "button", "+ New API Key");
    await page.keyboard.type("workstation");
    await page.keyboard.press("Enter");
    await page.getByRole("cell", { name: "workstation", exact: true }).waitFor();
    // The form is gone; what comes next has the focus.
    await expect.poll(() => focusedName(page), SOON).toBe("Copy: the key workstation");

    await press(page, "tab", "Claude Code", "");
    await page.keyboard.press("ArrowRight");
    await press(page, "button", "Copy: Cursor configuration");
    await page.getByText("Copied to clipboard").waitFor();
    const copied = JSON.parse(await page.evaluate(() => navigator.clipboard.readText()));
    const { url, headers } = copied.mcpServers.docenda;
    expect(url).toBe(`${product.server.url}/mcp`);
    expect(headers.Authorization).toMatch(/^Bearer doc_/);

    await press(page, "button", "Revoke workstation");
    const question = page.getByRole("alertdialog", { name: "Revoke workstation" });
    await question.waitFor();
    // Who changes their mind is back where they were.
    await page.keyboard.press("Escape");
    await question.waitFor({ state: "detached" });
    await expect.poll(() => focusedName(page), SOON).toBe("Revoke workstation");
    await page.keyboard.press("Enter");
    await press(page, "button", "Revoke");
    await page
      .getByRole("row", { name: /workstation/ })
      .getByText("Revoked")
      .waitFor();
    const refused = await fetch(`${product.server.url}/api/sources`, {
      headers: { authorization: headers.Authorization },
    });
    expect(refused.status).toBe(401);
    await page.context().close();
  });

  test("activity is filtered, sorted, opened and exported", { timeout: 120_000 }, async () => {
    const page = await open("/activity");
    const rows = page.getByRole("region", { name: "Recent activity" }).locator("tbody tr");
    const all = await rows.count();

    await reach(page, "combobox", "Type");
    await page.keyboard.press("Enter");
    await page.getByRole("option", { name: "Usage" }).waitFor();
    await page.keyboard.press("u");
    await page.keyboard.press("Enter");
    await expect.poll(() => rows.count(), SOON).toBe(2);
    expect(all).toBeGreaterThan(2);
    await reach(page, "searchbox", "Contains");
    await page.keyboard.type("untrusted");
    await expect.poll(() => rows.count(), SOON).toBe(1);
    expect(new URL(page.url()).search).toBe("?type=usage&text=untrusted");

    for (const sorted of ["ascending", "descending", "none"] as const) {
      await press(page, "button", "When");
      const header = page.getByRole("columnheader", { name: "When" });
      await expect.poll(() => header.getAttribute("aria-sort"), SOON).toBe(sorted);
      const order = { ascending: "&sort=timestamp", descending: "&sort=timestamp&order=desc", none: "" }[
        sorted
      ];
      expect(new URL(page.url()).search).toBe(`?type=usage&text=untrusted${order}`);
    }
    await press(page, "button", `Arguments of ${QUESTION}`);
    await page.getByText(`"query": "${QUESTION}"`).waitFor();
    const again = page.getByRole("link", { name: "Ask again" });
    expect(await again.getAttribute("href")).toBe(`/search?${new URLSearchParams({ q: QUESTION })}`);

    // The exports stand before the table: backwards.
    const csv = await exported(page, "Export CSV");
    expect(csv.split("\r\n").filter(Boolean)).toHaveLength(2);
    expect(csv).toContain(QUESTION);
    const json = JSON.parse(await exported(page, "Export JSON"));
    expect(json).toMatchObject([{ source: "usage" }]);

    await press(page, "button", "Clear filters");
    await expect.poll(() => rows.count(), SOON).toBeGreaterThanOrEqual(all);
    await page.context().close();
  });
});

async function exported(page: Page, name: string): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent("download"), press(page, "button", name)]);
  return readFileSync(await download.path(), "utf8");
}

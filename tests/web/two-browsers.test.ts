import type { BrowserContext, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findChromium } from "#tests/support/chromium.ts";
import { indexPackageDocs, mailedLink, startWebProduct } from "#tests/support/web-product.ts";
import type { WebProduct } from "#tests/support/web-product.ts";
import { startOwnSite } from "./own-site.ts";

/** For so long the network is away. */
const CUT_OFF_MS = 10_000;
const ACCOUNT = { email: "two@example.com", password: "correct horse battery" };

/** What one browser does shows in another that is signed in to the same account, without a reload. */
describe.skipIf(findChromium() === null)("two browsers of one account", () => {
  let product: WebProduct;
  let first: BrowserContext;
  let second: BrowserContext;

  beforeAll(async () => {
    product = await startWebProduct("two");
    await indexPackageDocs(product.server, "zod");
    first = await open("sign-up");
    const code = new URL(await mailedLink(product.server, ACCOUNT.email, "verifyEmail")).searchParams.get(
      "oobCode",
    );
    await post(first, "/api/auth/verify-email", { oobCode: code });
    second = await open("sign-in");
  }, 300_000);

  afterAll(() => product?.close());

  async function open(way: "sign-up" | "sign-in"): Promise<BrowserContext> {
    const context = await product.browser.newContext({ baseURL: product.server.url });
    await post(context, `/api/auth/${way}`, ACCOUNT);
    return context;
  }

  async function post(context: BrowserContext, path: string, data: unknown): Promise<any> {
    const answer = await context.request.post(path, { data, headers: { origin: product.server.url } });
    if (!answer.ok()) throw new Error(`${path} answers ${answer.status()}: ${await answer.text()}`);
    return answer.json();
  }

  test("a key, its use by an agent, and what that cost", { timeout: 120_000 }, async () => {
    const [keys, activity] = [await look(second, "/keys"), await look(second, "/activity")];
    const { result } = await post(first, "/api/functions/createApiKeyCallableV2", {
      data: { name: "from the first" },
    });
    await keys.getByRole("cell", { name: "from the first", exact: true }).waitFor();

    const query = "parse an object schema strictly";
    const answer = await fetch(`${product.server.url}/mcp`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${result.key}`,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
      },
      body: JSON.stringify({
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params: { name: "docenda_search_documentation", arguments: { query } },
      }),
    });
    expect(await answer.text()).toContain("zod");
    await activity.getByRole("cell", { name: query }).first().waitFor();
    await keys
      .getByText(/second|now/)
      .first()
      .waitFor();
    await Promise.all([keys.close(), activity.close()]);
  });

  test("a job, from its start to its end", { timeout: 120_000 }, async () => {
    const jobs = await look(second, "/resources?tab=jobs");
    const site = await startOwnSite(product, first, "field-guide");
    const row = jobs.getByRole("row", { name: /field-guide/ });
    await row.waitFor();
    expect(await row.textContent()).toContain("You");
    await row.getByText("Complete").waitFor();
    await jobs.getByText("field-guide is indexed", { exact: false }).waitFor();
    await site.close();
    await jobs.close();
  });

  test("what happens while one is cut off is there when it is back", { timeout: 120_000 }, async () => {
    const [keys, jobs] = [await look(second, "/keys"), await look(second, "/resources?tab=jobs")];
    await second.setOffline(true);
    await keys.getByText("Failed to get document because the client is offline.").waitFor();
    await post(first, "/api/functions/createApiKeyCallableV2", { data: { name: "made meanwhile" } });
    const site = await startOwnSite(product, first, "indexed meanwhile");
    await site.over();
    await site.close();
    await keys.waitForTimeout(CUT_OFF_MS);
    expect(await keys.getByRole("cell", { name: "made meanwhile", exact: true }).count()).toBe(0);
    await second.setOffline(false);
    await keys.getByRole("cell", { name: "made meanwhile", exact: true }).waitFor();
    await jobs
      .getByRole("row", { name: /indexed meanwhile/ })
      .getByText("Complete")
      .waitFor();
    // What comes later comes as before.
    await post(first, "/api/functions/createApiKeyCallableV2", { data: { name: "made afterwards" } });
    await keys.getByRole("cell", { name: "made afterwards", exact: true }).waitFor();
    await Promise.all([keys.close(), jobs.close()]);
  });

  test("a session that is ended elsewhere ends here (fault 47)", { timeout: 120_000 }, async () => {
    const account = await look(second, "/account");
    await post(first, "/api/auth/sign-out-everywhere", {});
    await account.waitForURL(/\/login/);
    expect(new URL(account.url()).searchParams.get("cont")).toBe("/account");
  });
});

async function look(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(path);
  await page.getByRole("heading", { level: 1 }).waitFor();
  // The socket is open when the page is live; what happened before it is read with the page.
  await page.waitForLoadState("networkidle");
  return page;
}

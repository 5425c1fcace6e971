import type { BrowserContext, Page, Route } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findChromium } from "#tests/support/chromium.ts";
import { startWebProduct } from "#tests/support/web-product.ts";
import type { WebProduct } from "#tests/support/web-product.ts";
import { makeInhabitant, signIn } from "./inhabitant.ts";
import type { Inhabitant } from "./inhabitant.ts";
import { settle } from "./look.ts";

const NETWORK = "Network error. Please check your connection";
const UNREADABLE = "The answer of the server could not be read.";
const SLOW_MS = 3_000;

const abort = (route: Route) => route.abort();
const garbage = (route: Route) => route.fulfill({ body: "<html>", contentType: "text/html" });
const slow = async (route: Route) => {
  await new Promise((settled) => setTimeout(settled, SLOW_MS));
  await route.continue().catch(() => {});
};

/** Pages of the console, and what each asks for before it can show anything. */
const CONSOLE = [
  ["/dashboard", "/api/credits"],
  ["/keys", "/api/api-keys"],
  ["/activity", "/api/credits/transactions"],
  ["/account", "/api/auth/sessions"],
  ["/resources", "/api/sources"],
] as const;

/** What a page says when the server is gone, slow, or says something else; and that it comes back. */
describe.skipIf(findChromium() === null)("a server that fails", () => {
  let product: WebProduct;
  let inhabitant: Inhabitant;

  beforeAll(async () => {
    product = await startWebProduct("failures");
    inhabitant = await makeInhabitant(product, "ada@example.com");
  }, 240_000);

  afterAll(() => product?.close());

  async function context(isSignedIn: boolean): Promise<BrowserContext> {
    const made = await product.browser.newContext({ baseURL: product.server.url });
    if (isSignedIn) await signIn(product, made, inhabitant);
    return made;
  }

  test.each([
    ["/login", "/api/auth/sign-in", "Sign in", "Signing in..."],
    ["/signup", "/api/auth/sign-up", "Create account", "Creating your account..."],
  ] as const)(
    "%s keeps what was typed, and goes on",
    { timeout: 120_000 },
    async (path, call, name, busy) => {
      const visitor = await context(false);
      const page = await visitor.newPage();
      await page.goto(path);
      await settle(page);
      const email = path === "/login" ? inhabitant.email : "grace@example.com";
      await page.getByLabel("Email").fill(email);
      await page.getByLabel("Password", { exact: true }).fill(inhabitant.password);
      const confirmation = page.getByLabel("Confirm password");
      if (await confirmation.count()) await confirmation.fill(inhabitant.password);
      const button = page.locator("main form").getByRole("button", { name, exact: true });
      for (const [failure, words] of [
        [abort, NETWORK],
        [
          garbage,
          path === "/login"
            ? "An error occurred. Please try again"
            : "Failed to create account. Please try again.",
        ],
      ] as const) {
        await visitor.route(`**${call}`, failure);
        await button.click();
        await page.getByRole("alert").filter({ hasText: words }).waitFor();
        await visitor.unroute(`**${call}`);
        expect(await page.getByLabel("Email").inputValue()).toBe(email);
        expect(await page.getByLabel("Password", { exact: true }).inputValue()).toBe(inhabitant.password);
      }
      await visitor.route(`**${call}`, slow);
      await button.click();
      const waiting = page.getByRole("button", { name: busy });
      await waiting.waitFor();
      expect(await page.getByLabel("Email").isDisabled()).toBe(true);
      expect(await page.getByRole("alert").filter({ hasText: /./ }).count()).toBe(0);
      await page.waitForURL("**/dashboard");
      await visitor.close();
    },
  );

  test.each(CONSOLE)("%s says what failed and tries again", { timeout: 120_000 }, async (path, call) => {
    const visitor = await context(true);
    for (const [failure, words] of [
      [abort, NETWORK],
      [garbage, UNREADABLE],
    ] as const) {
      const page = await visitor.newPage();
      await visitor.route((url) => url.pathname === call, failure);
      await page.goto(path);
      const alert = page.getByRole("alert").filter({ hasText: words }).first();
      await alert.waitFor();
      // The frame is there: every other page is a way on.
      expect(await page.getByRole("link", { name: "Activity", exact: true }).first().isVisible()).toBe(true);
      await visitor.unrouteAll();
      await alert.getByRole("button", { name: "Try again" }).click();
      await alert.waitFor({ state: "detached" });
      await settle(page);
      await page.close();
    }
    await visitor.close();
  });

  test.each(CONSOLE)(
    "%s says that it is loading, and nothing moves",
    { timeout: 60_000 },
    async (path, call) => {
      const visitor = await context(true);
      const page = await visitor.newPage();
      await visitor.route((url) => url.pathname === call, slow);
      await page.goto(path);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.locator("main [role=status][aria-busy=true]").first().waitFor();
      await settle(page);
      expect(await page.getByRole("alert").filter({ hasText: /./ }).count()).toBe(0);
      await visitor.close();
    },
  );

  test(
    "a key that could not be made keeps its name, and is made at the second try",
    { timeout: 60_000 },
    async () => {
      const visitor = await context(true);
      const page = await visitor.newPage();
      await page.goto("/keys");
      await settle(page);
      await page.getByRole("button", { name: "+ New API Key" }).click();
      const name = page.getByLabel("Name");
      await name.fill("second try");
      for (const failure of [abort, garbage]) {
        await visitor.route("**/api/functions/createApiKeyCallableV2", failure);
        await page.getByRole("button", { name: "Create" }).click();
        await said(page, failure === abort ? NETWORK : /not valid JSON/);
        await visitor.unrouteAll();
        expect(await name.inputValue()).toBe("second try");
      }
      await page.getByRole("button", { name: "Create" }).click();
      await page.getByRole("cell", { name: "second try", exact: true }).waitFor();
      await visitor.close();
    },
  );

  test("a name that could not be saved stays in its field", { timeout: 60_000 }, async () => {
    const visitor = await context(true);
    const page = await visitor.newPage();
    await page.goto("/account");
    await settle(page);
    await visitor.route("**/api/profile", (route) =>
      route.request().method() === "PATCH" ? route.abort() : route.continue(),
    );
    const name = page.getByLabel("Name");
    await name.fill("Countess of Lovelace");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await said(page, NETWORK);
    expect(await name.inputValue()).toBe("Countess of Lovelace");
    await visitor.close();
  });
});

async function said(page: Page, words: string | RegExp): Promise<void> {
  await page.getByText(words).first().waitFor();
}

import type { BrowserContext, Page, Route } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findChromium } from "#tests/support/chromium.ts";
import { mailedLink, startWebProduct } from "#tests/support/web-product.ts";
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
  ["/install", "/api/api-keys"],
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

  test(
    "a reset mail that could not be asked for keeps its address, and goes on",
    { timeout: 120_000 },
    async () => {
      const visitor = await context(false);
      const page = await visitor.newPage();
      const call = "**/api/auth/request-password-reset";
      await page.goto("/auth/reset-password?cont=%2Fkeys");
      await settle(page);
      const email = page.getByLabel("Email");
      await email.fill(inhabitant.email);
      const send = page.getByRole("button", { name: "Send reset link" });
      for (const [failure, words] of [
        [abort, NETWORK],
        [garbage, "Failed to send reset email"],
      ] as const) {
        await visitor.route(call, failure);
        await send.click();
        await page.getByRole("alert").filter({ hasText: words }).waitFor();
        await visitor.unroute(call);
        expect(await email.inputValue()).toBe(inhabitant.email);
      }
      await visitor.route(call, slow);
      await send.click();
      await page.locator("form [aria-busy=true]").waitFor();
      expect(await email.isDisabled()).toBe(true);
      await page.getByRole("heading", { name: "Check your email" }).waitFor();
      await visitor.close();
    },
  );

  test(
    "links of mails say what failed, and their codes are not lost by it",
    { timeout: 120_000 },
    async () => {
      const visitor = await context(false);
      const email = "mary@example.com";
      const headers = { origin: product.server.url };
      const account = { email, password: inhabitant.password };
      await visitor.request.post("/api/auth/sign-up", { data: account, headers });
      const page = await visitor.newPage();
      for (const failure of [abort, garbage]) {
        await visitor.route("**/api/auth/verify-email", failure);
        await page.goto(await mailedLink(product.server, email, "verifyEmail"));
        await said(page, "An error occurred during verification.");
        await visitor.unrouteAll();
      }
      await visitor.route("**/api/auth/verify-email", slow);
      await page.getByRole("button", { name: "Try again" }).click();
      await said(page, "Verifying your email...");
      await said(page, "Your email has been verified successfully!");

      await visitor.request.post("/api/auth/request-password-reset", { data: { email }, headers });
      const reset = await mailedLink(product.server, email, "resetPassword");
      for (const [failure, words] of [
        [abort, NETWORK],
        [garbage, "Failed to reset password"],
      ] as const) {
        await visitor.route("**/api/auth/check-reset-code", failure);
        await page.goto(reset);
        await page.getByRole("alert").filter({ hasText: words }).waitFor();
        await visitor.unrouteAll();
      }
      await visitor.route("**/api/auth/check-reset-code", slow);
      await page.getByRole("button", { name: "Try again" }).click();
      await page.locator("main [role=status][aria-busy=true]").waitFor();
      const password = page.getByLabel("New password", { exact: true });
      await password.fill("quite another phrase");
      await page.getByLabel("Confirm new password").fill("quite another phrase");
      for (const [failure, words] of [
        [abort, NETWORK],
        [garbage, "Failed to reset password"],
      ] as const) {
        await visitor.route("**/api/auth/reset-password", failure);
        await page.getByRole("button", { name: "Save password" }).click();
        await page.getByRole("alert").filter({ hasText: words }).waitFor();
        await visitor.unrouteAll();
        expect(await password.inputValue()).toBe("quite another phrase");
      }
      await page.getByRole("button", { name: "Save password" }).click();
      await said(page, "Your password is changed");
      await visitor.close();
    },
  );

  test(
    "who is asked to let a program in is told what failed, with a way on",
    { timeout: 120_000 },
    async () => {
      const visitor = await context(true);
      const page = await visitor.newPage();
      for (const call of ["/api/session", "/api/oauth/requests/made-up"]) {
        for (const [failure, words] of [
          [abort, NETWORK],
          [garbage, UNREADABLE],
        ] as const) {
          await visitor.route((url) => url.pathname === call, failure);
          await page.goto("/oauth/consent?request=made-up");
          await page.getByRole("alert").filter({ hasText: words }).waitFor();
          expect([await page.locator("main").count(), await page.locator("h1").count()]).toEqual([1, 1]);
          await visitor.unrouteAll();
        }
        await visitor.route((url) => url.pathname === call, slow);
        await page.getByRole("button", { name: "Try again" }).click();
        await page.getByRole("alert").filter({ hasText: UNREADABLE }).waitFor({ state: "detached" });
        await visitor.unrouteAll();
      }
      // Nobody asked for this one: the server says so.
      await page.getByRole("link", { name: "How to connect a program" }).waitFor();
      await visitor.close();
    },
  );

  test("the status page says that nobody answers, and comes back", { timeout: 120_000 }, async () => {
    const visitor = await context(false);
    const page = await visitor.newPage();
    for (const failure of [abort, garbage]) {
      await visitor.route("**/api/status", failure);
      await page.goto("/status");
      await said(page, /^Status unknown/);
      expect(await page.getByRole("alert").filter({ hasText: /./ }).count()).toBe(1);
      await visitor.unrouteAll();
    }
    await visitor.route("**/api/status", slow);
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("button", { name: "Try again" }).waitFor({ state: "detached" });
    await visitor.close();
  });

  test("pages that anybody may read are whole while the server is down", { timeout: 60_000 }, async () => {
    const visitor = await context(false);
    const page = await visitor.newPage();
    for (const failure of [abort, garbage]) {
      await visitor.route("**/api/**", failure);
      for (const path of ["/", "/mcp", "/docs/tools", "/blog", "/subscribe?tier=basic", "/nothing"]) {
        await page.goto(path);
        await settle(page);
        expect(await page.locator("main h1").count()).toBe(1);
        expect(await page.getByRole("alert").filter({ hasText: /./ }).count()).toBe(0);
        expect(await page.locator("main a:visible").count()).toBeGreaterThan(0);
      }
      await visitor.unrouteAll();
    }
    await visitor.close();
  });

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
        await page.getByRole("button", { name: "Create", exact: true }).click();
        await said(page, failure === abort ? NETWORK : /not valid JSON/);
        await visitor.unrouteAll();
        expect(await name.inputValue()).toBe("second try");
      }
      await page.getByRole("button", { name: "Create", exact: true }).click();
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

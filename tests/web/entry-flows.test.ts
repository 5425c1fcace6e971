import type { Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findChromium } from "#tests/support/chromium.ts";
import { mailedLink, startWebProduct } from "#tests/support/web-product.ts";
import type { WebProduct } from "#tests/support/web-product.ts";
import { holdScripts } from "./hold-scripts.ts";
import { complaintsOf, settle } from "./look.ts";

const PASSWORD = "correct horse battery";

/** The ways in, each by keyboard alone: what has the focus is pressed, nothing is clicked. */
describe.skipIf(findChromium() === null)("the way in, by keyboard alone", () => {
  let product: WebProduct;

  beforeAll(async () => {
    product = await startWebProduct("entry");
  }, 240_000);

  afterAll(() => product?.close());

  async function open(path: string): Promise<Page> {
    const context = await product.browser.newContext({ baseURL: product.server.url });
    const page = await context.newPage();
    await page.goto(path);
    await settle(page);
    return page;
  }

  test(
    "sign up, verify by the mail, sign out, reset the password by mail, sign in with the new one",
    { timeout: 240_000 },
    async () => {
      const email = "keyboard@example.com";
      const page = await open("/signup?cont=%2Fkeys");
      await fill(page, { Email: email, Password: PASSWORD, "Confirm password": "something else" });
      await page.keyboard.press("Enter");
      await says(page, "Passwords do not match");
      await fill(page, { "Confirm password": PASSWORD });
      await page.keyboard.press("Enter");
      await page.waitForURL("**/keys");

      // Without a verified address the form for a key does not open.
      await press(page, "+ New API Key");
      await page.getByText("Verify your email", { exact: true }).waitFor();
      expect(await page.getByRole("form", { name: "New API key" }).count()).toBe(0);

      const link = await mailedLink(product.server, email, "verifyEmail");
      const mail = await page.context().newPage();
      await mail.goto(link);
      await mail.getByText("Your email has been verified successfully!").waitFor();
      expect(new URL(mail.url()).search).toBe("");
      await mail.goto(link);
      await mail.getByText("Your email is already verified.").waitFor();
      await mail.close();

      // The page that is open hears of it.
      await page.getByText("Verify your email to create API keys.").waitFor({ state: "detached" });
      await press(page, "+ New API Key");
      await page.keyboard.press("Enter");
      await page.getByText("API key name is required").waitFor();
      await page.keyboard.type("by keyboard");
      await page.keyboard.press("Enter");
      await page.getByRole("cell", { name: "by keyboard", exact: true }).waitFor();

      await press(page, "Sign out");
      await page.waitForURL((url) => url.pathname !== "/keys");
      await page.goto("/keys");
      await page.waitForURL("**/login?cont=%2Fkeys");

      await press(page, "Forgot Password?", "link");
      await page.getByRole("heading", { name: "Reset your password" }).waitFor();
      await fill(page, { Email: email });
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: "Check your email" }).waitFor();

      const reset = await mailedLink(product.server, email, "resetPassword");
      await page.goto(reset);
      const renewed = "quite another phrase";
      await fill(page, { "New password": renewed, "Confirm new password": renewed });
      await page.keyboard.press("Enter");
      await page.getByText("Your password is changed").waitFor();
      await page.waitForURL("**/login", { timeout: 10_000 });
      await page.goto(reset);
      await page.getByText("This password reset link is invalid or has expired.").waitFor();

      await page.goto("/login?cont=%2Factivity");
      await settle(page);
      await fill(page, { Email: email, Password: PASSWORD });
      await page.keyboard.press("Enter");
      await says(page, "Invalid email or password");
      await fill(page, { Password: renewed });
      await page.keyboard.press("Enter");
      await page.waitForURL("**/activity");
      await page.context().close();
    },
  );

  test.each([
    ["GitHub", "Ada"],
    ["Google", "Demo"],
  ])(
    "sign up with %s in a window of its own, and sign in again",
    { timeout: 120_000 },
    async (provider, person) => {
      for (const [path, verb] of [
        ["/signup", "Sign up"],
        ["/login", "Continue"],
      ] as const) {
        const page = await open(path);
        const opened = page.waitForEvent("popup");
        await press(page, `${verb} with ${provider}`);
        const popup = await opened;
        await press(popup, new RegExp(person));
        await page.waitForURL("**/dashboard");
        await page.getByRole("heading", { name: "Dashboard" }).waitFor();
        await expect.poll(() => page.title()).toBe("Docenda - Dashboard");
        // Who comes back is reminded of the way that was taken.
        await press(page, "Sign out");
        await page.getByRole("link", { name: "Sign up" }).waitFor();
        await page.goto("/login");
        const used = page.getByRole("button", {
          name: `Continue with ${provider}`,
          description: "Last used",
        });
        await used.waitFor();
        expect(await page.getByText("Last used").count()).toBe(1);
        await page.context().close();
      }
    },
  );

  test(
    "an address that has an account with a password is not another's to take over, and the page says so",
    { timeout: 60_000 },
    async () => {
      const page = await open("/login");
      const account = { email: "ben@example.com", password: PASSWORD };
      const origin = product.server.url;
      await page.request.post("/api/auth/sign-up", { data: account, headers: { origin } });
      await page.context().clearCookies();
      const opened = page.waitForEvent("popup");
      await press(page, "Continue with GitHub");
      await press(await opened, /Ben/);
      await says(page, "An account already exists with this email");
      expect((await (await page.request.get("/api/session")).json()).user).toBeNull();
      await page.context().close();
    },
  );

  test("a closed window is a sign-in that was cancelled; an empty field gets the focus and nothing is sent", async () => {
    const page = await open("/login");
    const sent: string[] = [];
    page.on("request", (request) => sent.push(new URL(request.url()).pathname));
    await press(page, "Sign in");
    expect(await page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("email");
    await page.keyboard.type("someone@example.com");
    await page.keyboard.press("Enter");
    expect(await page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("password");
    expect(sent).toEqual([]);

    const opened = page.waitForEvent("popup");
    await press(page, "Continue with GitHub");
    await (await opened).close();
    await says(page, "Sign-in was cancelled");
    await page.context().close();
  });

  test(
    "a form is there before the scripts are: what was typed by then stays, and no password gets into an address",
    { timeout: 120_000 },
    async () => {
      const email = "early@example.com";
      const context = await product.browser.newContext({ baseURL: product.server.url });
      const page = await context.newPage();
      const complaints = complaintsOf(page);
      const addresses: string[] = [];
      page.on("request", (request) => addresses.push(request.url()));
      let letScriptsCome = await holdScripts(page);
      await page.goto("/signup?tier=basic&cont=%2Fkeys", { waitUntil: "commit" });
      await fill(page, { Email: email, Password: PASSWORD, "Confirm password": PASSWORD });
      await page.getByRole("checkbox").focus();
      await page.keyboard.press("Space");
      letScriptsCome();
      await settle(page);
      await page.getByText("$9/month").waitFor();
      // Taken over as it was rendered, not drawn anew.
      expect(complaints).toEqual([]);
      expect(await page.getByRole("checkbox").isChecked()).toBe(false);
      const asked = page.waitForRequest("**/api/auth/sign-up");
      await press(page, "Create account");
      expect((await asked).postDataJSON()).toEqual({
        email,
        password: PASSWORD,
        marketingConsent: false,
        isConsentDefaulted: false,
      });
      await page.waitForURL("**/subscribe?tier=basic&cont=%2Fkeys");
      await page.getByRole("link", { name: "Not now" }).click();
      await page.waitForURL("**/keys");

      await context.clearCookies();
      letScriptsCome = await holdScripts(page);
      await page.goto("/login?cont=%2Factivity", { waitUntil: "commit" });
      await fill(page, { Email: email, Password: PASSWORD });
      await page.keyboard.press("Enter");
      expect(await page.getByRole("button").and(page.locator(":enabled")).count()).toBe(0);
      letScriptsCome();
      await settle(page);
      expect(new URL(page.url()).pathname).toBe("/login");
      expect(await page.getByRole("link", { name: "Create an Account" }).getAttribute("href")).toBe(
        "/signup?cont=%2Factivity",
      );
      await page.getByLabel("Password", { exact: true }).focus();
      await page.keyboard.press("Enter");
      await page.waitForURL("**/activity");
      expect(addresses.filter((address) => address.includes("password="))).toEqual([]);
      await context.close();
    },
  );

  test("without scripts the way in says that it needs them", async () => {
    for (const path of ["/login", "/signup", "/auth/reset-password"]) {
      const context = await product.browser.newContext({
        baseURL: product.server.url,
        javaScriptEnabled: false,
      });
      const page = await context.newPage();
      await page.goto(path);
      expect(await page.locator("noscript").textContent()).toContain("needs JavaScript");
      expect(await page.getByRole("button").filter({ visible: true }).count()).toBeGreaterThan(0);
      await context.close();
    }
  });

  test("a link that is not one says so and leads home", async () => {
    const page = await open("/auth/action?mode=somethingElse&oobCode=x");
    await page.getByRole("heading", { name: "We couldn't process this link" }).waitFor();
    await page.getByText("Unsupported action for this link.").waitFor();
    await page.goto("/auth/action");
    await page.getByText("This link is invalid. Please request a new one.").waitFor();
    await page.goto("/auth/action?mode=verifyEmail&oobCode=madeup");
    await page.getByText("Failed to verify email. The link may have expired.").waitFor();
    // A code that did not work stays in the address, for a second try.
    expect(new URL(page.url()).searchParams.get("oobCode")).toBe("madeup");
    await page.context().close();
  });
});

/** Types into fields by their labels, in place of what is there. */
async function fill(page: Page, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) {
    await page.getByLabel(label, { exact: true }).focus();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type(value);
  }
}

/** Walks to a button or link with Tab, and presses it. */
async function press(page: Page, name: string | RegExp, role: "button" | "link" = "button"): Promise<void> {
  const target = page.getByRole(role, { name }).first();
  await target.waitFor();
  // Before the scripts are there a button may be passed over.
  await page.waitForFunction((element) => !element?.matches(":disabled"), await target.elementHandle());
  for (let steps = 0; steps < 60; steps += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) {
      await page.keyboard.press("Enter");
      return;
    }
    await page.keyboard.press("Tab");
  }
  throw new Error(`${name} is not reached by Tab`);
}

async function says(page: Page, text: string): Promise<void> {
  await page.getByRole("alert").filter({ hasText: text }).waitFor();
}

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright";
import type { Browser, BrowserContext, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startServer } from "#local/server.ts";
import type { LocalServer } from "#local/server.ts";
import { GITHUB_NOT_CONFIGURED, SIGN_IN_ERRORS, UNKNOWN_SIGN_IN_ERROR } from "#schema/sign-in-errors.ts";
import type { SignInErrorReason } from "#schema/sign-in-errors.ts";
import { CHROMIUM_ARGS, findChromium } from "#tests/support/chromium.ts";
import { settle } from "./look.ts";

const EXECUTABLE = findChromium();
const STATE_DIR = mkdtempSync(join(tmpdir(), "docenda-sign-in-errors-"));
const EMAIL = "ada@example.com";
const PASSWORD = "correct horse battery";

/** Makes the call fail that the row is about. */
type Failure = (page: Page) => Promise<void>;

const ROWS: Partial<Record<SignInErrorReason, Failure>> = {
  "weak-password": async (page) => {
    // The form counts letters too, in words of its own: what is sent is shortened on its way.
    await page.route("**/api/auth/sign-up", async (route) => {
      const postData = { ...route.request().postDataJSON(), password: "12345" };
      await route.continue({ postData });
    });
    await signUp(page, "grace@example.com");
  },
  "invalid-email": (page) => signIn(page, "no address", PASSWORD),
  "email-already-in-use": (page) => signUp(page, EMAIL),
  "invalid-credential": (page) => signIn(page, EMAIL, "not the password"),
  "missing-email": async (page) => {
    await page.goto("/auth/reset-password");
    await settle(page);
    await page.getByRole("button", { name: "Send reset link" }).click();
  },
  "missing-password": async (page) => {
    await page.route("**/api/auth/sign-in", async (route) => {
      await route.continue({ postData: { ...route.request().postDataJSON(), password: "" } });
    });
    await signIn(page, EMAIL, PASSWORD);
  },
  "too-many-requests": async (page) => {
    for (let times = 0; times < 10; times += 1)
      await page.request.post("/api/auth/sign-in", { data: { email: "eve@example.com", password: "guess" } });
    await signIn(page, "eve@example.com", "guess");
  },
  "unauthorized-domain": async (page) => {
    // As at a second address of the app, which is not where its cookie belongs.
    await page.route("**/api/auth/sign-in", async (route) => {
      const headers = { ...route.request().headers(), origin: "https://docenda.workers.test" };
      await route.fulfill({ response: await route.fetch({ headers }) });
    });
    await signIn(page, EMAIL, PASSWORD);
  },
  "network-request-failed": async (page) => {
    await page.goto("/login");
    await settle(page);
    await page.context().setOffline(true);
    await fillIn(page, EMAIL, PASSWORD);
  },
  "popup-blocked": async (page) => {
    // What a browser that blocks them answers.
    await page.addInitScript(() => {
      window.open = () => null;
    });
    await continueWith(page, "GitHub");
  },
  "operation-not-allowed": (page) => continueWith(page, "Google"),
  "wrong-password": async (page) => {
    const headers = { origin: new URL(page.url()).origin };
    await page.request.post("/api/auth/sign-in", { data: { email: EMAIL, password: PASSWORD }, headers });
    await page.goto("/account");
    await settle(page);
    await page.getByRole("button", { name: "Change password" }).click();
    await page.getByLabel("Current password").fill("not the password");
    await page.getByLabel("New password").fill("quite another phrase");
    await page.getByRole("button", { name: "Save password" }).click();
  },
};

/** Shown by a flow of its own, or by none: who has an account is told to nobody (`user-not-found`). */
const ELSEWHERE: readonly SignInErrorReason[] = [
  "user-not-found",
  "account-exists-with-different-credential",
  "popup-closed-by-user",
];

/** A copy without GitHub and Google: what a call that fails says is read out on the page that made it. */
describe.skipIf(EXECUTABLE === null)("the catalog of sign-in errors", () => {
  let server: LocalServer;
  let browser: Browser;

  beforeAll(async () => {
    server = await startServer({ port: 0, stateDir: STATE_DIR, quiet: true });
    browser = await chromium.launch({ executablePath: EXECUTABLE!, args: CHROMIUM_ARGS });
    const context = await newContext();
    const made = await context.request.post("/api/auth/sign-up", {
      data: { email: EMAIL, password: PASSWORD },
      headers: { origin: server.url },
    });
    if (!made.ok()) throw new Error(`there is no account: ${await made.text()}`);
    await context.close();
  }, 180_000);

  afterAll(async () => {
    await Promise.all([server?.close(), browser?.close()]);
    rmSync(STATE_DIR, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
  });

  function newContext(): Promise<BrowserContext> {
    return browser.newContext({ baseURL: server.url });
  }

  /** The words that are read out when it has failed, or what is there instead. */
  async function heardAfter(failure: Failure): Promise<string> {
    const context = await newContext();
    const page = await context.newPage();
    await page.goto("/conf");
    await failure(page);
    const words = await page.getByRole("alert").filter({ hasText: /./ }).first().textContent();
    await context.close();
    return words ?? "";
  }

  test.each(Object.entries(ROWS))("%s", { timeout: 60_000 }, async (reason, failure) => {
    expect(await heardAfter(failure)).toBe(SIGN_IN_ERRORS[reason as SignInErrorReason]);
  });

  test("GitHub that is not set up says so, and what nobody foresaw has general words", async () => {
    expect(await heardAfter((page) => continueWith(page, "GitHub"))).toBe(GITHUB_NOT_CONFIGURED);
    expect(await heardAfter(unforeseen)).toBe(UNKNOWN_SIGN_IN_ERROR);
  });

  test("an address without an account is refused as a wrong password is", async () => {
    const words = await heardAfter((page) => signIn(page, "nobody@example.com", PASSWORD));
    expect(words).toBe(SIGN_IN_ERRORS["invalid-credential"]);
  });

  test("no row is missing", () => {
    expect([...Object.keys(ROWS), ...ELSEWHERE].toSorted()).toEqual(Object.keys(SIGN_IN_ERRORS).toSorted());
  });
});

async function unforeseen(page: Page): Promise<void> {
  await page.route("**/api/auth/sign-in", (route) => route.continue({ postData: "[]" }));
  await signIn(page, EMAIL, PASSWORD);
}

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.goto("/login");
  await settle(page);
  await fillIn(page, email, password);
}

async function fillIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.keyboard.press("Enter");
}

async function signUp(page: Page, email: string): Promise<void> {
  await page.goto("/signup");
  await settle(page);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Confirm password").fill(PASSWORD);
  await page.keyboard.press("Enter");
}

async function continueWith(page: Page, provider: string): Promise<void> {
  await page.goto("/login");
  await settle(page);
  await page.getByRole("button", { name: `Continue with ${provider}` }).click();
}

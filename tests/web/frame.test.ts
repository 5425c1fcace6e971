import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AxeBuilder } from "@axe-core/playwright";
import { chromium } from "playwright";
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startServer } from "#local/server.ts";
import type { LocalServer } from "#local/server.ts";
import { CHROMIUM_ARGS, findChromium } from "#tests/support/chromium.ts";
import { holdScripts } from "./hold-scripts.ts";

const STATE_DIR = mkdtempSync(join(tmpdir(), "docenda-frame-"));
const EXECUTABLE = findChromium();
const ACCESSIBILITY = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const OFFLINE = "Failed to get document because the client is offline.";

describe.skipIf(EXECUTABLE === null)("the frame of the web app", () => {
  let server: LocalServer;
  let browser: Browser;

  beforeAll(async () => {
    server = await startServer({ port: 0, stateDir: STATE_DIR, quiet: true });
    browser = await chromium.launch({ executablePath: EXECUTABLE!, args: CHROMIUM_ARGS });
  }, 180_000);

  afterAll(async () => {
    await Promise.all([server?.close(), browser?.close()]);
    rmSync(STATE_DIR, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
  });

  /** A page of a new visitor. What its console complains of fails the test. */
  async function visit(path: string, options: BrowserContextOptions = {}) {
    const context = await browser.newContext({ baseURL: server.url, ...options });
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
    });
    page.on("pageerror", (error) => complaints.push(error.message));
    await page.goto(path);
    if (options.javaScriptEnabled !== false) await takenOver(page);
    return { context, page, complaints };
  }

  async function signUp(context: BrowserContext, email: string): Promise<void> {
    const answer = await context.request.post("/api/auth/sign-up", {
      data: { email, password: "correct horse battery", marketingConsent: false },
      headers: { origin: server.url },
    });
    expect(answer.status()).toBe(200);
  }

  test("a rendered page is taken over without a word of complaint, and its tabs then work", async () => {
    const { page, complaints, context } = await visit("/");
    await page.getByRole("tab", { name: "Cursor" }).click();
    const panel = page.getByRole("tabpanel", { name: "Cursor" });
    expect(await panel.textContent()).toContain(`${server.url}/mcp`);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test("without scripts the page is whole", async () => {
    const { page, context } = await visit("/", { javaScriptEnabled: false });
    expect(await page.getByRole("tabpanel").filter({ visible: true }).count()).toBeGreaterThan(3);
    expect(await page.getByRole("button", { name: /Copy/ }).filter({ visible: true }).count()).toBe(0);
    await context.close();
  });

  test("going from page to page: title, announcement, focus on the heading, scrolled to the top and back", async () => {
    const { page, complaints, context } = await visit("/");
    await page.evaluate(() => scrollTo(0, 600));
    await follow(page, "More than 30 other clients");
    await page.waitForURL("**/mcp");
    await expect.poll(() => page.title()).toBe("Docenda - MCP");
    await expect.poll(() => focusedText(page)).toBe("MCP");
    await expect
      .poll(() => page.locator("p[role=status].sr-only").last().textContent())
      .toBe("Docenda - MCP");
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await page.goBack();
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(600);
    expect(await page.title()).toBe("Docenda - Context for your agent");
    expect(complaints).toEqual([]);
    await context.close();
  });

  test("a title with a detail comes and goes with it", async () => {
    const { page, context } = await visit("/mcp?client=cursor");
    await expect.poll(() => page.title()).toBe("Docenda - MCP - Cursor");
    await page.getByRole("link", { name: "Docenda", exact: true }).click();
    await page.waitForURL(server.url + "/");
    await expect.poll(() => page.title()).toBe("Docenda - Context for your agent");
    await page.goBack();
    await expect.poll(() => page.title()).toBe("Docenda - MCP - Cursor");
    await context.close();
  });

  test("a person may keep the scroll position from path to path", async () => {
    const { page, context } = await visit("/");
    await page.evaluate(() => localStorage.setItem("disableScrollToTop", "true"));
    await page.reload();
    await page.evaluate(() => scrollTo(0, 300));
    await follow(page, "More than 30 other clients");
    await page.waitForURL("**/mcp");
    expect(await page.evaluate(() => scrollY)).toBe(300);
    await context.close();
  });

  test("a visitor of a protected page is sent to sign in, with the way back", async () => {
    const { page, context } = await visit("/activity?type=usage#latest");
    await page.waitForURL("**/login?**");
    expect(new URL(page.url()).searchParams.get("cont")).toBe("/activity?type=usage#latest");
    const state = await page.evaluate(() => history.state.usr);
    expect(state.from).toMatchObject({ pathname: "/activity", search: "?type=usage", hash: "#latest" });
    await context.close();
  });

  test("the console by keyboard: letters, palette, list of shortcuts, signing out", async () => {
    const { page, context } = await visit("/");
    await signUp(context, "keyboard@docenda.test");
    await page.goto("/console?from=mail");
    await page.waitForURL("**/dashboard?from=mail");
    await page.getByRole("heading", { level: 1, name: "Dashboard" }).waitFor();
    await page.getByText("Verify your email to create API keys.").waitFor();

    await page.keyboard.press("g");
    await page.keyboard.press("k");
    await page.waitForURL("**/keys");
    await expect.poll(() => page.title()).toBe("Docenda - API Keys");
    await expect.poll(() => focusedText(page)).toBe("API Keys");

    await page.keyboard.press("ControlOrMeta+k");
    const input = page.getByRole("combobox", { name: /^Find a page, an action/ });
    await input.waitFor();
    await page.keyboard.type("actvty");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/activity");
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);

    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
    await page.getByRole("checkbox", { name: "Shortcuts of single letters" }).uncheck();
    await page.keyboard.press("Escape");
    await page.keyboard.press("g");
    await page.keyboard.press("d");
    await page.waitForTimeout(300);
    expect(new URL(page.url()).pathname).toBe("/activity");

    // Both show the choice: the one in the rail and the one of the page.
    await page.goto("/account");
    await page.getByRole("heading", { level: 1, name: "Account" }).waitFor();
    // One in the rail, one on the page.
    await page.getByRole("radio", { name: "System", checked: true }).nth(1).waitFor();

    await page.getByRole("button", { name: "Sign out", exact: true }).press("Enter");
    await page.getByRole("link", { name: "Sign up" }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/");
    await page.goto("/keys");
    await page.waitForURL("**/login?**");
    await context.close();
  });

  test("a button of the console that is tapped before the scripts are there is pressed when they are", async () => {
    const { page, context } = await visit("/", { viewport: { width: 390, height: 800 } });
    await signUp(context, "early@docenda.test");
    const letScriptsCome = await holdScripts(page);
    await page.goto("/keys", { waitUntil: "commit" });
    await page.getByRole("button", { name: "More" }).click();
    letScriptsCome();
    await page.getByRole("dialog").getByRole("link", { name: "Resources" }).click();
    await page.getByRole("heading", { level: 1, name: "Resources" }).waitFor();
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
    // Once: it does not open again where one goes next.
    await page.reload();
    await page.getByText("Personal").first().waitFor({ state: "attached" });
    await page.getByRole("tab", { name: "Sites" }).waitFor();
    expect(await page.getByRole("dialog").count()).toBe(0);
    await context.close();
  });

  test("on a phone the console's pages are in a bar and behind More", async () => {
    const { page, context } = await visit("/", { viewport: { width: 390, height: 800 } });
    await signUp(context, "phone@docenda.test");
    await page.goto("/dashboard?teamId=team_of_somebody");
    await page.getByRole("button", { name: "More" }).click();
    await page.getByRole("dialog").getByRole("link", { name: "Resources" }).click();
    await page.getByRole("heading", { level: 1, name: "Resources" }).waitFor();
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    // Without a keyboard too.
    await page.getByRole("button", { name: "More" }).click();
    await page.getByRole("button", { name: "Find…" }).click();
    await page.getByRole("combobox", { name: /^Find a page, an action/ }).fill("instal");
    await page.getByRole("option", { name: /^Install/ }).click();
    await page.getByRole("heading", { level: 1, name: "Install" }).waitFor();
    const cursor = page.getByRole("link", { name: "Cursor", exact: true });
    expect(await cursor.isVisible()).toBe(false);
    await page.getByRole("button", { name: "Claude Code: choose another client" }).click();
    await cursor.click();
    await page.getByRole("heading", { name: "Cursor", exact: true }).waitFor();
    expect(await cursor.isVisible()).toBe(false);
    await page.goBack();
    await page.getByRole("heading", { level: 1, name: "Resources" }).waitFor();
    await page.goBack();
    expect(new URL(page.url()).search).toBe("");
    await context.close();
  });

  test("no network is said at the top, and the rest goes on when it is back", async () => {
    const { page, context } = await visit("/");
    await context.setOffline(true);
    await page.getByText(OFFLINE).waitFor();
    await context.setOffline(false);
    await expect.poll(() => page.getByText(OFFLINE).count()).toBe(0);
    await context.close();
  });

  test("a chosen theme is there before the first paint, and the system's comes back", async () => {
    const { page, context } = await visit("/", { colorScheme: "light" });
    await chooseTheme(page, "Dark");
    await page.goto("/mcp", { waitUntil: "commit" });
    await expect.poll(() => page.locator("html").getAttribute("data-theme")).toBe("dark");
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)).toBe(
      "rgb(18, 19, 17)",
    );
    await chooseTheme(page, "System");
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)).toBe(
      "rgb(251, 250, 247)",
    );
    await context.close();
  });

  test("an API that is down, or answers garbage, is said in the place of the page, with a way on", async () => {
    const { page, context } = await visit("/");
    await context.route("**/api/session", (route) => route.fulfill({ body: "<html>" }));
    await page.goto("/keys");
    await page.getByRole("alert").getByText("The answer of the server could not be read.").waitFor();
    await context.unroute("**/api/session");
    await context.route("**/api/session", (route) => route.abort());
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByText("Network error. Please check your connection").waitFor();
    await context.unroute("**/api/session");
    await page.getByRole("button", { name: "Try again" }).click();
    await page.waitForURL("**/login?**");
    expect(new URL(page.url()).searchParams.get("cont")).toBe("/keys");
    await context.close();
  });

  test.each([
    ["light, wide", "light", 1200, ["/", "/docs/tools", "/nothing"]],
    ["dark, on a phone, signed in", "dark", 390, ["/mcp", "/blog", "/dashboard"]],
  ] as const)("no rule of accessibility is broken: %s", async (name, colorScheme, width, paths) => {
    const { page, context } = await visit("/", { colorScheme, viewport: { width, height: 800 } });
    if (name.endsWith("signed in")) await signUp(context, "axe@docenda.test");
    for (const path of paths) {
      await page.goto(path);
      await takenOver(page);
      await page.locator("h1").waitFor();
      const { violations } = await new AxeBuilder({ page }).withTags(ACCESSIBILITY).analyze();
      expect([path, violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])]).toEqual([
        path,
        [],
      ]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
    await context.close();
  });

  test("an address that is nearly right leads to the page that was meant", async () => {
    const { page, context } = await visit("/dashbord");
    expect(await page.getByRole("link", { name: "Did you mean /dashboard?" }).getAttribute("href")).toBe(
      "/dashboard",
    );
    await context.close();
  });
});

/** Until then a click on a link loads a document. */
async function takenOver(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    Object.keys(document.querySelector("#root")!).some((name) => name.startsWith("__reactContainer")),
  );
}

/** Clicks without scrolling to the link, as the mouse would. */
async function follow(page: Page, name: string): Promise<void> {
  await page.getByRole("link", { name }).evaluate((link: HTMLElement) => link.click());
}

async function chooseTheme(page: Page, name: string): Promise<void> {
  // Nobody listens to the first click when it comes before the page was taken over.
  const label = page.getByTitle(name, { exact: true });
  const theme = name === "System" ? "" : name.toLowerCase();
  await expect
    .poll(async () => {
      await label.click();
      return page.locator("html").getAttribute("data-theme");
    })
    .toBe(theme);
}

async function focusedText(page: Page): Promise<string | undefined> {
  return page.evaluate(() => document.activeElement?.textContent ?? undefined);
}

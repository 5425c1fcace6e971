import { AxeBuilder } from "@axe-core/playwright";
import type { BrowserContextOptions, Page } from "playwright";
import { ROUTES } from "#schema/routes.ts";
import type { RouteInfo, RoutePath } from "#schema/routes.ts";

/** How a page is looked at. The narrow one is the width at which WCAG 1.4.10 allows no scrolling to the side. */
export const LOOKS = {
  light: { colorScheme: "light", viewport: { width: 1280, height: 800 } },
  dark: { colorScheme: "dark", viewport: { width: 1280, height: 800 } },
  phone: { colorScheme: "light", viewport: { width: 390, height: 844 }, hasTouch: true },
  narrow: { colorScheme: "dark", viewport: { width: 320, height: 640 }, hasTouch: true },
} as const satisfies Record<string, BrowserContextOptions>;

export type LookName = keyof typeof LOOKS;

const ACCESSIBILITY = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

export const PAGES: readonly RouteInfo[] = ROUTES;

/** An address at which a page can be seen; nobody has the invitation in it. */
export function addressOf({ path }: RouteInfo): string {
  if (path === "/catalog/:name") return "/catalog/zod";
  return path.replaceAll(/:\w+/g, "0123456789abcdef");
}

/** Pages of what `addressOf` names and nobody has: they say so, and the browser writes down the 404 that told them. */
const OF_NOBODY: ReadonlySet<string> = new Set<RoutePath>(["/chat/:moduleId", "/chat/shared/:token"]);
const NOT_FOUND = "Failed to load resource: the server responded with a status of 404 (Not Found)";

export function expectedComplaintsOf({ path }: RouteInfo): string[] {
  return OF_NOBODY.has(path) ? [NOT_FOUND] : [];
}

/** Who sees a page as it is meant: behind sign-in, and where a person who is signed in is asked something. */
const FOR_INHABITANTS: ReadonlySet<string> = new Set<RoutePath>(["/oauth/consent"]);

export function isForInhabitants({ path, kind }: RouteInfo): boolean {
  return kind === "protected" || FOR_INHABITANTS.has(path);
}

/** What the console of a page complains of, from now on. */
export function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  return complaints;
}

/** Waits until the app has the page, its heading is there, nothing is loading, the fonts have come, and no color is on its way to another. */
export async function settle(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      Object.keys(document.querySelector("#root")!).some((name) => name.startsWith("__reactContainer")) &&
      document.querySelector("h1") !== null &&
      document.querySelector("[aria-busy=true]") === null,
  );
  await page.waitForLoadState("networkidle");
  await page.waitForFunction(() => document.querySelector("[aria-busy=true]") === null);
  await page.waitForFunction(() => document.fonts.status === "loaded");
  await page.waitForFunction(
    () => !document.getAnimations().some((animation) => animation instanceof CSSTransition),
  );
}

/** The rules of accessibility that a page breaks, each with where. */
export async function violationsOf(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).withTags(ACCESSIBILITY).analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

/** By how many pixels a page is wider than its window. */
export async function overflowOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
}

/** A finger needs this much, in pixels; links in a line of text are as tall as the line. */
const FINGER = 44;

/** The controls of a page that are too small for a finger, or lower than `atLeast` pixels, each with its size. */
export async function smallTargetsOf(page: Page, atLeast = FINGER): Promise<string[]> {
  return page.evaluate((least) => {
    const controls = document.querySelectorAll<HTMLElement>(
      "a[href], button, input, select, textarea, summary, label:has(input)",
    );
    return [...controls].flatMap((control) => {
      const { width, height, bottom } = control.getBoundingClientRect();
      const isSeen = control.checkVisibility({ visibilityProperty: true }) && width > 1 && bottom > 0;
      const isInText = getComputedStyle(control).display === "inline";
      // The label is the target of what it holds. Half a pixel is a matter of rounding.
      const isInLabel = control.matches("input") && control.closest("label") !== null;
      if (!isSeen || isInText || isInLabel || height > least - 0.5) return [];
      const name = control.getAttribute("aria-label") ?? control.textContent;
      return [`${control.tagName} ${name.trim()}: ${Math.round(width)} x ${Math.round(height)}`];
    });
  }, atLeast);
}

/** Goes to another page of the app, as a link does. */
export async function goInApp(page: Page, path: string): Promise<void> {
  await page.evaluate((target) => {
    history.pushState(null, "", target);
    dispatchEvent(new PopStateEvent("popstate", { state: null }));
  }, path);
}

import type { Browser, BrowserContext, Page } from "playwright";
import { LOOKS, overflowOf, settle, violationsOf } from "#tests/web/look.ts";
import type { LookName } from "#tests/web/look.ts";

/** How a page is met: by who has nothing yet, by who has much, and while its API is down. */
export const STATES = ["empty", "loaded", "error"] as const;
type State = (typeof STATES)[number];
const LOOK_NAMES = Object.keys(LOOKS) as LookName[];
/** WCAG 2.5.8; twice that for fingers, which the design asks for. */
const MIN_TARGET_PX = { mouse: 24, finger: 44 };

/** Pages looked at in a state and a look, with everything that is wrong with them. */
export type Looked = { state: State; look: LookName; pages: number } & Record<
  "violations" | "wide" | "smallTargets",
  string[]
>;

type StorageState = Awaited<ReturnType<BrowserContext["storageState"]>>;

/** Looks at each page in every state and look. `newcomer` has nothing, `inhabitant` has much. */
export async function lookAtStates(
  browser: Browser,
  baseURL: string,
  who: { newcomer: StorageState; inhabitant: StorageState },
  paths: readonly string[],
): Promise<Looked[]> {
  const looked: Looked[] = [];
  for (const state of STATES) {
    for (const look of LOOK_NAMES) {
      const storageState = state === "empty" ? who.newcomer : who.inhabitant;
      const context = await browser.newContext({ baseURL, storageState, ...LOOKS[look] });
      if (state === "error") await context.route(/\/api\/(?!session|live)/, fail);
      const seen: Looked = { state, look, pages: paths.length, violations: [], wide: [], smallTargets: [] };
      for (const path of paths) {
        const page = await context.newPage();
        await page.goto(path);
        await settle(page);
        const at = (fault: string) => `${path}: ${fault}`;
        seen.violations.push(...(await violationsOf(page)).map(at));
        const overflow = await overflowOf(page);
        if (overflow > 0) seen.wide.push(at(`${overflow} px`));
        const minPx = "hasTouch" in LOOKS[look] ? MIN_TARGET_PX.finger : MIN_TARGET_PX.mouse;
        seen.smallTargets.push(...(await smallTargetsOf(page, minPx)).map(at));
        await page.close();
      }
      await context.close();
      console.log(seen);
      looked.push(seen);
    }
  }
  return looked;
}

type Route = Parameters<Parameters<BrowserContext["route"]>[1]>[0];

function fail(route: Route): Promise<void> {
  const error = { code: "internal", message: "Something went wrong on our side.", requestId: "req_0" };
  return route.fulfill({ status: 500, json: { error } });
}

/** Controls that are lower than a finger or a pointer needs. Links in a line of text are as high as the line. */
async function smallTargetsOf(page: Page, minPx: number): Promise<string[]> {
  return page.evaluate((atLeast) => {
    const controls = [
      ...document.querySelectorAll<HTMLElement>("a[href], button, input, select, textarea, summary"),
    ];
    return (
      controls
        .filter((control) => control.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
        .filter((control) => getComputedStyle(control).display !== "inline")
        // What only screen readers and the Tab key reach is not aimed at.
        .filter((control) => control.getBoundingClientRect().bottom > 0)
        .filter((control) => {
          for (let around: Element | null = control; around; around = around.parentElement)
            if (getComputedStyle(around).clipPath === "inset(50%)") return control.closest("label") !== null;
          return true;
        })
        .map((control) => ({ control, area: control.closest("label") ?? control }))
        .filter(({ area }) => {
          const { width, height } = area.getBoundingClientRect();
          // Half a pixel is rounding.
          return width > 1 && (height < atLeast - 0.5 || width < 23.5);
        })
        .map(({ control, area }) => {
          const { width, height } = area.getBoundingClientRect();
          const name = control.ariaLabel ?? area.textContent.trim().slice(0, 40);
          return `${control.localName} “${name}” ${Math.round(width)} × ${Math.round(height)}`;
        })
    );
  }, minPx);
}

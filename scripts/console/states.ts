import type { Browser, BrowserContext } from "playwright";
import { LOOKS, overflowOf, settle, smallTargetsOf, violationsOf } from "#tests/web/look.ts";
import type { LookName } from "#tests/web/look.ts";

/** States of the console: of a person who has nothing yet, of one who has much, and while its API is down. */
export const STATES = ["empty", "loaded", "error"] as const;
type State = (typeof STATES)[number];
const LOOK_NAMES = Object.keys(LOOKS) as LookName[];
/** Least size of a target for a mouse, in pixels (WCAG 2.5.8). */
const MOUSE_PX = 24;

/** Number of pages looked at in a state and a look, with everything that is wrong with them. */
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
        const small = await ("hasTouch" in LOOKS[look]
          ? smallTargetsOf(page)
          : smallTargetsOf(page, MOUSE_PX));
        seen.smallTargets.push(...small.map(at));
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

import { dirname, join } from "node:path";
import type { Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RouteInfo, RouteKind } from "#schema/routes.ts";
import { findChromium } from "#tests/support/chromium.ts";
import { indexPackageDocs, startWebProduct } from "#tests/support/web-product.ts";
import type { WebProduct } from "#tests/support/web-product.ts";
import { firstLoads } from "../../scripts/first-load.ts";
import { askAsAgent, makeInhabitant, signIn } from "./inhabitant.ts";
import type { Inhabitant } from "./inhabitant.ts";
import {
  addressOf,
  complaintsOf,
  expectedComplaintsOf,
  goInApp,
  isForInhabitants,
  LOOKS,
  overflowOf,
  PAGES,
  settle,
  smallTargetsOf,
  violationsOf,
} from "./look.ts";
import type { LookName } from "./look.ts";

/** `npm run e2e` looks at every page in every look, `npm test` at each in one, by turns. */
const IS_ALL = process.env.WEB_ALL === "1";
const NAMES = Object.keys(LOOKS) as LookName[];

/** For hangs alone: a page may have to be loaded first. */
const ARRIVAL = { timeout: 30_000 };

/** A page of the same frame, to come from. */
const BEFORE: Record<RouteKind, [path: string, instead: string]> = {
  public: ["/conf", "/privacy"],
  entry: ["/auth/action", "/auth/reset-password"],
  "guest-only": ["/login", "/signup"],
  protected: ["/account", "/install"],
};

type Visitor = { page: Page; complaints: string[] };

describe.skipIf(findChromium() === null)("every page", () => {
  let product: WebProduct;
  let inhabitant: Inhabitant;
  const visitors = new Map<string, Promise<Visitor>>();

  beforeAll(async () => {
    product = await startWebProduct("all-routes");
    await indexPackageDocs(product.server, "zod");
    inhabitant = await makeInhabitant(product, "ada@example.com");
    await askAsAgent(product, inhabitant, ["How does a schema parse untrusted input?"]);
  }, 300_000);

  afterAll(() => product?.close());

  test("loads no more script before it is drawn than the design allows", () => {
    const loads = firstLoads(join(dirname(dirname(product.server.logFile)), "build/client"));
    expect(loads.filter(({ kib, maxKib }) => kib > maxKib)).toEqual([]);
  });

  /** A page that is used again: what it shows is left by a link, as people leave it. */
  async function visitor(look: LookName, isSignedIn: boolean): Promise<Visitor> {
    const key = `${look} ${isSignedIn}`;
    const made = visitors.get(key) ?? makeVisitor(look, isSignedIn);
    visitors.set(key, made);
    return made;
  }

  async function makeVisitor(look: LookName, isSignedIn: boolean): Promise<Visitor> {
    const context = await product.browser.newContext({ baseURL: product.server.url, ...LOOKS[look] });
    if (isSignedIn) await signIn(product, context, inhabitant);
    const page = await context.newPage();
    await page.goto("/subscribe");
    await settle(page);
    return { page, complaints: complaintsOf(page) };
  }

  const cases = PAGES.flatMap((info, index) =>
    (IS_ALL ? NAMES : [NAMES[index % NAMES.length]!]).map((look) => [info.path, look, info] as const),
  );

  test.each(cases)("%s, %s", { timeout: 90_000 }, async (path, look, info) => {
    const { page, complaints } = await visitor(look, isForInhabitants(info));
    complaints.splice(0);
    const title = titleOf(info);
    const address = addressOf(info);
    const headers = { accept: "text/html" };
    // By its address, by a link from another page, or both.
    const arrived = IS_ALL ? await page.goto(address) : await page.request.get(address, { headers });
    expect(arrived?.status()).toBe(200);
    if (IS_ALL) await settle(page);
    expect(IS_ALL ? await page.title() : title).toBe(title);
    const [before, instead] = BEFORE[info.kind];
    await goInApp(page, before === path ? instead : before);
    await expect.poll(() => page.title(), ARRIVAL).not.toBe(title);
    await goInApp(page, address);
    await expect.poll(() => page.title(), ARRIVAL).toBe(title);
    await settle(page);
    const focused = page.locator("main :focus").first();
    expect(await focused.evaluate(({ tagName }) => tagName)).toMatch(/^(H1|INPUT|TEXTAREA)$/);
    expect(await page.locator("h1").count()).toBe(1);
    expect(await violationsOf(page)).toEqual([]);
    expect(await overflowOf(page)).toBe(0);
    expect("hasTouch" in LOOKS[look] ? await smallTargetsOf(page) : []).toEqual([]);
    expect([...new Set(complaints)]).toEqual(expectedComplaintsOf(info));
  });

  test("an address without a page is not found, and the page says so", { timeout: 60_000 }, async () => {
    for (const look of IS_ALL ? NAMES : (["narrow"] as const)) {
      const { page } = await visitor(look, false);
      const answer = await page.goto("/no-such-page");
      expect(answer?.status()).toBe(404);
      await settle(page);
      expect(await page.title()).toBe("Docenda - Page not found");
      expect(await page.locator("h1").textContent()).toBe("Page not found");
      expect(await violationsOf(page)).toEqual([]);
      expect(await overflowOf(page)).toBe(0);
    }
  });
});

function titleOf({ title }: RouteInfo): string {
  return `Docenda - ${title ?? "Context for your agent"}`;
}

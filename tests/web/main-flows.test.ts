import { readFileSync } from "node:fs";
import type { BrowserContext, BrowserContextOptions, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { seedRepositories } from "#local/stand-ins/seed-repositories.ts";
import { listInstalledDocs } from "#local/installed-docs.ts";
import { findChromium } from "#tests/support/chromium.ts";
import { makePdf } from "#tests/support/make-pdf.workers.ts";
import { indexPackageDocs, startWebProduct } from "#tests/support/web-product.ts";
import type { WebProduct } from "#tests/support/web-product.ts";
import { askAsAgent, makeInhabitant, signIn } from "./inhabitant.ts";
import type { Inhabitant } from "./inhabitant.ts";
import { press, reach } from "./keyboard.ts";
import { complaintsOf, overflowOf, settle } from "./look.ts";
import { serveSite } from "./own-site.ts";

/** `npm run e2e` does everything in every way, `npm test` each thing in one, by turns. */
const IS_ALL = process.env.WEB_ALL === "1";

/** How people who do not use a mouse, a large screen or the usual colours see the console. */
const WAYS = {
  keyboard: { viewport: { width: 1280, height: 800 } },
  "320 px": { viewport: { width: 320, height: 640 } },
  // What a window of 1280 by 800 is at 200 percent.
  zoomed: { viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 },
  "forced colours": { viewport: { width: 1280, height: 800 }, forcedColors: "active", colorScheme: "dark" },
  "without motion": { viewport: { width: 1280, height: 800 }, reducedMotion: "reduce" },
} as const satisfies Record<string, BrowserContextOptions>;
type Way = keyof typeof WAYS;
const WAY_NAMES = Object.keys(WAYS) as Way[];

/** For hangs alone. */
const SOON = { timeout: 15_000 };
const QUESTION = "How does a schema parse untrusted input?";

type Flow = {
  name: string;
  path: string;
  /** Done by keyboard alone; `look` is called wherever there is something new to see. */
  act: (page: Page, look: () => Promise<void>, way: Way, complaints: string[]) => Promise<void>;
};

describe.skipIf(findChromium() === null)("what people do in the console", () => {
  let product: WebProduct;
  let inhabitant: Inhabitant;
  let site: Awaited<ReturnType<typeof serveSite>>;
  let storageState: Awaited<ReturnType<BrowserContext["storageState"]>>;

  beforeAll(async () => {
    product = await startWebProduct("main-flows");
    await seedRepositories(product.standIns.github, listInstalledDocs());
    await indexPackageDocs(product.server, "zod");
    site = await serveSite();
    inhabitant = await makeInhabitant(product, "ada@example.com");
    await askAsAgent(product, inhabitant, [QUESTION]);
    const context = await product.browser.newContext({ baseURL: product.server.url });
    await signIn(product, context, inhabitant);
    storageState = await context.storageState();
    await context.close();
  }, 300_000);

  afterAll(async () => {
    await site?.close();
    await product?.close();
  });

  const flows: Flow[] = [
    {
      name: "a key is made and revoked",
      path: "/keys",
      act: async (page, look, way) => {
        await press(page, "button", "+ New API Key");
        await look();
        await page.keyboard.type(`key ${way}`);
        await page.keyboard.press("Enter");
        await page.getByText(`key ${way}`, { exact: true }).first().waitFor();
        await look();
        // The plan has room for three, and each way makes one.
        await press(page, "button", `Revoke key ${way}`);
        await page.getByRole("alertdialog", { name: `Revoke key ${way}` }).waitFor();
        await look();
        await press(page, "button", "Revoke");
        await page
          .getByRole("row", { name: new RegExp(`key ${way}`) })
          .getByText("Revoked")
          .waitFor();
      },
    },
    {
      name: "a site is indexed",
      path: "/resources",
      act: async (page, look, way) => {
        await press(page, "button", "Add a site");
        await page.getByRole("textbox", { name: "Address" }).waitFor();
        await page.keyboard.type(`${site.url}?${way.replaceAll(" ", "-")}`);
        await reach(page, "textbox", "Name");
        await page.keyboard.type(`guide ${way}`);
        await look();
        await page.keyboard.press("Enter");
        await page.getByText(`guide ${way}`, { exact: true }).first().waitFor();
        await reach(page, "tab", "Sites");
        for (const _ of ["Repositories", "Packages", "PDFs", "Jobs"]) await page.keyboard.press("ArrowRight");
        await page.getByRole("button", { name: `Details of guide ${way}` }).waitFor();
        await look();
        await page.getByText("Complete", { exact: true }).first().waitFor();
        await press(page, "button", `Details of guide ${way}`);
        await page.getByText(/searchable/).waitFor();
        await look();
      },
    },
    {
      name: "a repository is added",
      path: "/resources?tab=repositories",
      act: async (page, look, way, complaints) => {
        const connect = page.getByRole("button", { name: "Connect GitHub" });
        if (await connect.count()) {
          await look();
          await press(page, "button", "Connect GitHub");
          // GitHub's own page, which is no concern of ours, nor what its console complains of.
          await page.getByRole("button", { name: /demo/i }).first().click();
          await page.getByText(/Connected to GitHub as/).waitFor();
          complaints.splice(0);
        }
        await press(page, "button", "Add a repository");
        await page.getByRole("searchbox", { name: "Find a repository" }).waitFor();
        await page.keyboard.type("undici");
        const repository = page.getByRole("radio", { name: /undici-docs/ });
        await repository.waitFor();
        await page.keyboard.press("Tab");
        await expect
          .poll(() => repository.evaluate((one) => one === document.activeElement), SOON)
          .toBe(true);
        await page.keyboard.press("Space");
        await page.getByRole("combobox", { name: "Branch" }).waitFor();
        await look();
        if (way !== WAY_NAMES[2]) return;
        await press(page, "button", "Index");
        await page.getByRole("button", { name: /^Remove demo\/undici-docs/ }).waitFor();
        await look();
      },
    },
    {
      name: "a PDF is uploaded",
      path: "/resources?tab=pdfs",
      act: async (page, look, way) => {
        // The browser is told long before to leave the dialog to us: until it has heard that, it closes dialogs itself.
        const chooser = page.waitForEvent("filechooser");
        await press(page, "button", "Add PDFs");
        const input = page.getByLabel("Choose PDF files, or drop them here");
        await input.waitFor({ state: "attached" });
        // The dialog begins with what it is about.
        await expect.poll(() => input.evaluate((one) => one === document.activeElement), SOON).toBe(true);
        await page.keyboard.press("Enter");
        const text = `The pump of ${way} is primed before it is started.`;
        const buffer = Buffer.from(makePdf([[{ text, y: 700 }]], { title: `Pump ${way}` }));
        await (await chooser).setFiles({ name: `pump ${way}.pdf`, mimeType: "application/pdf", buffer });
        await look();
        await press(page, "button", "Upload and index");
        const card = page.getByRole("region", { name: `pump ${way}` });
        await card.getByText("indexed", { exact: false }).first().waitFor();
        await look();
      },
    },
    {
      name: "a question is asked",
      path: "/search",
      act: async (page, look) => {
        await page.keyboard.type(QUESTION);
        await page.keyboard.press("Control+Enter");
        const read = page.getByRole("button", { name: /^Read/ }).first();
        await read.waitFor();
        await look();
      },
    },
    {
      name: "activity is read",
      path: "/activity",
      act: async (page, look) => {
        await reach(page, "searchbox", "Contains");
        await page.keyboard.type("untrusted");
        await press(page, "button", `Arguments of ${QUESTION}`);
        await page.getByText(`"query": "${QUESTION}"`).waitFor();
        await look();
        const [download] = await Promise.all([
          page.waitForEvent("download"),
          press(page, "button", "Export CSV"),
        ]);
        expect(readFileSync(await download.path(), "utf8")).toContain(QUESTION);
      },
    },
    {
      name: "one signs out",
      path: "/account",
      act: async (page, look, _way, complaints) => {
        for (const menu of ["More", "Menu"]) {
          if (!(await page.getByRole("button", { name: menu, exact: true }).isVisible())) continue;
          await press(page, "button", menu);
          await page.getByRole("dialog", { name: "Menu" }).waitFor();
        }
        await look();
        await reach(page, "button", "Sign out", page.locator("aside, [role=dialog]"));
        await page.keyboard.press("Enter");
        const signUp = page.getByRole("link", { name: "Sign up" }).first();
        await signUp.waitFor().catch(async (cause: unknown) => {
          const seen = (await page.locator("body").innerText()).slice(0, 300);
          throw new Error(`still at ${page.url()}, saying ${complaints.join()}: ${seen}`, { cause });
        });
      },
    },
  ];

  const cases = flows.flatMap((flow, index) =>
    (IS_ALL ? WAY_NAMES : [WAY_NAMES[index % WAY_NAMES.length]!]).map(
      (way) => [flow.name, way, flow] as const,
    ),
  );

  test.each(cases)("%s: %s", { timeout: 180_000 }, async (_name, way, flow) => {
    // Who signs out ends a session of their own; more sign-ins than that in a few minutes would be too many.
    const isLeaving = flow.path === "/account";
    const context = await product.browser.newContext({
      baseURL: product.server.url,
      ...(isLeaving ? {} : { storageState }),
      ...WAYS[way],
    });
    if (isLeaving) await signIn(product, context, inhabitant);
    const page = await context.newPage();
    const complaints = complaintsOf(page);
    await page.goto(flow.path);
    await settle(page);
    const look = async () => expect(await faultsOf(page, way)).toEqual([]);
    await look();
    await flow.act(page, look, way, complaints);
    await look();
    expect(complaints).toEqual([]);
    await context.close();
  });
});

/** What somebody who sees the page in this way would stumble over. */
async function faultsOf(page: Page, way: Way): Promise<string[]> {
  const faults: string[] = [];
  const overflow = await overflowOf(page);
  if (overflow > 0) faults.push(`the page is ${overflow} px wider than the window`);
  if (way === "without motion") faults.push(...(await motionsOf(page)));
  if (way === "forced colours") faults.push(...(await invisibleControlsOf(page)));
  return faults;
}

async function motionsOf(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ playState }) => playState === "running")
      .map(({ effect }) => {
        const target = (effect as KeyframeEffect).target;
        return `something moves: ${target?.outerHTML.slice(0, 200)}`;
      }),
  );
}

/** Controls, and shapes that say something, in the colour of what is behind them. */
async function invisibleControlsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const suspects = (
      [
        ["button, a, input, textarea, summary, h1, h2, td, p", "color", 2],
        ["main svg rect", "fill", 1],
      ] as const
    ).flatMap(([selector, property, minPx]) =>
      [...document.querySelectorAll(selector)]
        .filter((element) => element.checkVisibility() && element.getBoundingClientRect().width >= minPx)
        .map((element) => ({ element, colour: getComputedStyle(element)[property] })),
    );
    const faults: string[] = [];
    for (const { element, colour } of suspects) {
      let behind: Element = element;
      while (
        behind.parentElement &&
        /^(rgba\(.*, 0\)|transparent)$/.test(getComputedStyle(behind).backgroundColor)
      )
        behind = behind.parentElement;
      if (getComputedStyle(behind).backgroundColor === colour)
        faults.push(`not seen: ${element.outerHTML.slice(0, 200)}`);
    }
    return faults;
  });
}

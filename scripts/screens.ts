/**
 * `npm run screens [path…]`: pictures of every page and of all parts, light, dark and on a phone, in docs/figures/screens/, and
 * the page docs/figures/screens.md that shows them. With paths only those are taken again. `npm run screens -- --compare [path…]` keeps the pictures,
 * says which pages do not look like theirs any more, and leaves the new ones of these in .cache/screens/ to be looked at.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { BrowserContext, Page } from "playwright";
import { ROOT } from "#local/root.ts";
import { indexPackageDocs, startWebProduct } from "#tests/support/web-product.ts";
import { askAsAgent, makeInhabitant, signIn } from "#tests/web/inhabitant.ts";
import { pictureDifference } from "./picture-difference.ts";
import { addressOf, isForInhabitants, LOOKS, PAGES, settle } from "#tests/web/look.ts";
import { PARTS_PATH, startPartsServer } from "./parts-server.ts";

const FOLDER = join(ROOT, "docs/figures/screens");
const SHOWN_LOOKS = ["light", "dark", "phone"] as const;
const MAX_BYTES = 80_000;
/** Height at which a picture is cut off, so that the text of a long page can still be read. */
const MAX_HEIGHT = { light: 1_280, dark: 1_280, phone: 1_690 };
const QUESTIONS = [
  "How does a schema parse untrusted input?",
  "zod strict object unknown keys",
  "z.infer of a schema",
];

/** Share of a picture that may differ: names of keys, times and dates change each time. */
const MAX_DIFFERENCE = 0.02;
const CHANGED_FOLDER = join(ROOT, ".cache/screens");

const { values, positionals: only } = parseArgs({
  allowPositionals: true,
  options: { compare: { type: "boolean", default: false } },
});
const isWanted = (path: string) => only.length === 0 || only.includes(path);
const pages = PAGES.filter(({ path }) => isWanted(path));
if (only.length === 0 && !values.compare) rmSync(FOLDER, { recursive: true, force: true });
rmSync(CHANGED_FOLDER, { recursive: true, force: true });
for (const folder of [FOLDER, CHANGED_FOLDER]) mkdirSync(folder, { recursive: true });
const changed: string[] = [];
let largestOfOthers = 0;

const product = await startWebProduct("screens");
const parts = isWanted(PARTS_PATH) ? await startPartsServer() : null;
try {
  await indexPackageDocs(product.server, "zod");
  const inhabitant = await makeInhabitant(product, "ada@example.com");
  await askAsAgent(product, inhabitant, QUESTIONS);
  await Promise.all(
    SHOWN_LOOKS.map(async (look) => {
      const options = { baseURL: product.server.url, ...LOOKS[look] };
      const guest = await product.browser.newContext(options);
      const member = await product.browser.newContext(options);
      await Promise.all([guest, member].map(withItsFont));
      const canvas = await product.browser.newPage();
      await signIn(product, member, inhabitant);
      for (const info of pages) {
        const page = await (isForInhabitants(info) ? member : guest).newPage();
        await page.goto(addressOf(info));
        await settle(page);
        await keep(canvas, fileOf(info.path, look), await picture(page, MAX_HEIGHT[look]));
        await page.close();
      }
      if (parts) {
        const page = await guest.newPage();
        await page.goto(parts.url + PARTS_PATH);
        await page.getByRole("heading", { level: 1 }).waitFor();
        await page.waitForLoadState("networkidle");
        await page.waitForFunction(() => document.fonts.status === "loaded");
        // The whole page: the parts further down matter as well.
        await keep(canvas, fileOf(PARTS_PATH, look), await picture(page, Number.POSITIVE_INFINITY));
      }
      await Promise.all([guest.close(), member.close()]);
    }),
  );
} finally {
  await Promise.all([product.close(), parts?.close()]);
}
if (values.compare) report();
else writeFileSync(join(ROOT, "docs/figures/screens.md"), indexPage());

function report(): void {
  if (changed.length === 0) console.log("Every page looks as it does in docs/figures/screens/.");
  else {
    const list = changed.toSorted().join("\n");
    console.log(`These look different; the new pictures are in .cache/screens/:\n${list}`);
    process.exitCode = 1;
  }
  console.log(`Of the others none differs by more than ${percent(largestOfOthers)}.`);
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)}%`;
}

async function keep(canvas: Page, file: string, bytes: Buffer): Promise<void> {
  if (values.compare) await compare(canvas, file, bytes);
  else writeFileSync(join(FOLDER, file), bytes);
}

/** Keeps a picture that differs from the old one, for somebody to judge. */
async function compare(canvas: Page, file: string, bytes: Buffer): Promise<void> {
  const kept = join(FOLDER, file);
  const difference = existsSync(kept) ? await pictureDifference(canvas, readFileSync(kept), bytes) : 1;
  if (difference <= MAX_DIFFERENCE) {
    largestOfOthers = Math.max(largestOfOthers, difference);
    return;
  }
  changed.push(`${file}: ${percent(difference)}`);
  writeFileSync(join(CHANGED_FOLDER, file), bytes);
}

/** Waits for the font before a picture: on a busy machine a page that is drawn late goes without its font rather than change it. */
async function withItsFont(context: BrowserContext): Promise<void> {
  await context.route("**/*.css", async (route) => {
    const response = await route.fetch({ maxRetries: 3 });
    const styles = (await response.text()).replaceAll(/font-display:\s*optional/g, "font-display:block");
    await route.fulfill({ response, body: styles });
  });
}

/** The top of the page as JPEG, as good as the size allows. */
async function picture(page: Page, maxHeight: number): Promise<Buffer> {
  const width = page.viewportSize()!.width;
  const full = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width, height: Math.min(full, maxHeight) });
  for (const quality of [80, 65, 50, 35]) {
    const bytes = await page.screenshot({ type: "jpeg", quality, animations: "disabled" });
    if (bytes.length <= MAX_BYTES) return bytes;
  }
  return page.screenshot({ type: "jpeg", quality: 20 });
}

function fileOf(path: string, look: string): string {
  const name = path === "/" ? "home" : path.slice(1).replaceAll(/[:_]/g, "").replaceAll("/", "-");
  return `${name}.${look}.jpg`;
}

function indexPage(): string {
  const sections = [...PAGES.map(({ path }) => path), PARTS_PATH].map((path) =>
    [
      `## ${path}`,
      "",
      SHOWN_LOOKS.map(
        (look) => `<img src="screens/${fileOf(path, look)}" alt="${path}, ${look}" height="420">`,
      ).join("\n"),
    ].join("\n"),
  );
  const intro = [
    "# Every page and every part, light, dark and on a phone",
    "",
    "Made by `npm run screens` with an account that has one key and a few searches. Long pages are cut off. The last are the parts that pages are made of, each in every state.",
  ].join("\n");
  return `${[intro, ...sections].join("\n\n")}\n`;
}

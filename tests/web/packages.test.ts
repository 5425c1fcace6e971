import type { Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { PackageSeed } from "#local/stand-ins/registries.ts";
import { findChromium } from "#tests/support/chromium.ts";
import { makeTarGz } from "#tests/support/make-tar.workers.ts";
import { startWebProduct } from "#tests/support/web-product.ts";
import type { WebProduct } from "#tests/support/web-product.ts";
import { makeInhabitant, signIn } from "./inhabitant.ts";
import { complaintsOf, overflowOf, settle } from "./look.ts";

const PACKAGES = "/resources?tab=packages";
const QUESTION = "How is a zorbulator kettle descaled with vinegar?";
/** The same call again within a minute would get its answer again. */
const QUESTION_AFTERWARDS = "What descales a zorbulator kettle?";
const ARCHIVE = {
  "kettle/README.md": "# Kettles\n\nA kit for zorbulator kettles.",
  "kettle/docs/descaling.md":
    "# Descaling\n\nA zorbulator kettle is descaled with vinegar: call `descale({ with: vinegar })` twice.",
};

describe.skipIf(findChromium() === null)("the packages of an account", () => {
  let product: WebProduct;

  beforeAll(async () => {
    product = await startWebProduct("packages");
  }, 300_000);

  afterAll(() => product?.close());

  /** The packages of somebody who has none. */
  async function open(): Promise<Page> {
    const inhabitant = await makeInhabitant(product, `${crypto.randomUUID()}@example.com`);
    const context = await product.browser.newContext({ baseURL: product.server.url });
    await signIn(product, context, inhabitant);
    const page = await context.newPage();
    await page.goto(PACKAGES);
    await settle(page);
    await page.getByText("No packages yet.").waitFor();
    return page;
  }

  test("one that is installed is added, once however often", { timeout: 180_000 }, async () => {
    const page = await open();
    const complaints = complaintsOf(page);
    for (const _ of [1, 2]) {
      await add(page, "zod");
      await rowOf(page, "zod").getByText("Complete", { exact: true }).waitFor();
      await page.getByRole("button", { name: /^Refresh zod / }).waitFor();
    }
    expect(await rowOf(page, "zod").count()).toBe(1);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test.each([
    ["npm", "kettle-kit", "kettle-kit@1.2.0", "1.2.0"],
    ["PyPI", "Kettle.Kit", "kettle_kit==0.3", "0.3"],
  ])(
    "one of %s is added, watched, searched and removed",
    { timeout: 180_000 },
    async (registry, name, typed, version) => {
      const held = Promise.withResolvers<void>();
      const ecosystem = registry === "npm" ? "npm" : "pypi";
      const archive = () => held.promise.then(() => makeTarGz(ARCHIVE));
      publish({ ecosystem, name, version, description: "Kettles", archive });
      const fullName = `${name} ${version}`;

      const page = await open();
      const complaints = complaintsOf(page);
      await add(page, typed, registry);
      const row = rowOf(page, fullName);
      await row.getByText("Crawling", { exact: true }).waitFor();
      await row.getByRole("button", { name: `Cancel ${name}` }).waitFor();
      expect(await overflowOf(page)).toBe(0);
      held.resolve();
      await row.getByText("Complete", { exact: true }).waitFor();
      await row.getByRole("cell", { name: "2", exact: true }).first().waitFor();
      if (registry === "PyPI") await row.getByText("PyPI", { exact: true }).waitFor();

      await ask(page, QUESTION);
      const passage = page.getByRole("listitem").filter({ hasText: "descale({ with: vinegar })" });
      await passage.getByText(fullName, { exact: true }).waitFor();

      await page.goto(PACKAGES);
      await page.getByRole("button", { name: `Remove ${fullName}` }).click();
      const question = page.getByRole("alertdialog", { name: `Remove ${fullName}` });
      await question.getByText("Its 2 pages are not searchable any more", { exact: false }).waitFor();
      await question.getByRole("button", { name: "Remove", exact: true }).click();
      await question.waitFor({ state: "detached" });
      await page.getByText("No packages yet.").waitFor();
      expect(complaints).toEqual([]);
      await ask(page, QUESTION_AFTERWARDS);
      await page.getByText(`No results for '${QUESTION_AFTERWARDS}'`).waitFor();
      expect(await passage.count()).toBe(0);
      await page.context().close();
    },
  );

  test(
    "why one is not there: nobody has it, or its archive does not come",
    { timeout: 180_000 },
    async () => {
      const page = await open();
      await fill(page, "zod@0.0.0-nobody");
      const dialog = page.getByRole("dialog", { name: "Add a package" });
      await dialog.getByText("The registry has no such version", { exact: false }).waitFor();
      await dialog.getByRole("button", { name: "Cancel" }).click();
      publish({ ecosystem: "npm", name: "broken-kit", version: "1.0.0", archive: noArchive });
      await add(page, "broken-kit");
      const row = rowOf(page, "broken-kit 1.0.0");
      await row.getByText("Failed", { exact: true }).waitFor();
      expect(await rowOf(page, "zod 0.0.0").count()).toBe(0);
      await page.context().close();
    },
  );

  function publish(seed: PackageSeed): void {
    product.standIns.registries.addPackage(seed);
  }
});

function noArchive(): Promise<never> {
  return Promise.reject(new Error("gone"));
}

function rowOf(page: Page, name: string) {
  return page.getByRole("row").filter({ hasText: name });
}

async function add(page: Page, typed: string, registry = "npm"): Promise<void> {
  await fill(page, typed, registry);
  await page.getByRole("dialog", { name: "Add a package" }).waitFor({ state: "detached" });
}

async function fill(page: Page, typed: string, registry = "npm"): Promise<void> {
  await page.getByRole("button", { name: "Add a package" }).click();
  if (registry !== "npm") {
    await page.getByRole("combobox", { name: "Registry" }).click();
    await page.getByRole("option", { name: registry }).click();
  }
  await page.getByRole("textbox", { name: "Name" }).fill(typed);
  await page.getByRole("button", { name: "Index", exact: true }).click();
}

async function ask(page: Page, question: string): Promise<void> {
  await page.goto("/search");
  await settle(page);
  await page.getByRole("textbox", { name: "Question" }).fill(question);
  await page.keyboard.press("Enter");
}

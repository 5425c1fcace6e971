import { mkdirSync } from "node:fs";
import type { BrowserContext, Page } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { indexPackageDocs, startWebProduct } from "#tests/support/web-product.ts";
import type { WebProduct } from "#tests/support/web-product.ts";
import { makeInhabitant, signIn } from "./inhabitant.ts";

const QUESTION = "How do I handle errors with safeParse?";
/** With `CHAT_PICTURES=folder` the pages are pictured there, to be looked at. */
const PICTURES = process.env.CHAT_PICTURES;

let product: WebProduct;

beforeAll(async () => {
  product = await startWebProduct("chat", { isModelSet: true });
  await indexPackageDocs(product.server, "zod");
  if (PICTURES) mkdirSync(PICTURES, { recursive: true });
}, 300_000);
afterAll(() => product?.close());

async function picture(page: Page, name: string): Promise<void> {
  if (PICTURES) await page.screenshot({ path: `${PICTURES}/${name}.png` });
}

async function inhabited(options: Parameters<WebProduct["browser"]["newContext"]>[0] = {}) {
  const inhabitant = await makeInhabitant(
    product,
    `chat-${Math.random().toString(36).slice(2)}@example.test`,
  );
  const context = await product.browser.newContext(options);
  await signIn(product, context, inhabitant);
  return context;
}

async function openChat(context: BrowserContext, path = "/chat"): Promise<Page> {
  const page = await context.newPage();
  await page.goto(product.server.url + path);
  await page.getByRole("textbox", { name: "Question" }).waitFor();
  return page;
}

async function ask(page: Page, question = QUESTION): Promise<void> {
  await page.getByRole("textbox", { name: "Question" }).fill(question);
  await page.keyboard.press("Enter");
}

function passageOf(page: Page) {
  return page.getByRole("button", { name: /^Passage \d+:/ }).first();
}

it("answers a visitor of the demo after one click, with passages behind the sentences", async () => {
  const context = await product.browser.newContext();
  const page = await context.newPage();
  await page.goto(`${product.server.url}/demo`);
  await page
    .getByRole("button", { name: "What is the difference between parse and safeParse in Zod?" })
    .click();
  await passageOf(page).click();
  const passage = page.getByRole("dialog");
  await passage.waitFor();
  const marked = await passage.locator("mark").textContent();
  expect(marked).not.toBe("");
  await picture(page, "demo-passage");
  await page.keyboard.press("Escape");
  await page.getByText("9 questions left this hour.").waitFor();
  await picture(page, "demo");
  await context.close();
});

it("is used by keyboard, found again after a reload and in a second tab, and read by a link", async () => {
  const context = await inhabited({ viewport: { width: 1280, height: 900 } });
  const page = await openChat(context);
  await picture(page, "chat-empty");
  await ask(page);
  await passageOf(page).waitFor();
  await page.getByRole("button", { name: /Copy as Markdown: How/ }).waitFor();
  await picture(page, "chat-light");
  await page.emulateMedia({ colorScheme: "dark" });
  await picture(page, "chat-dark");

  await page.reload();
  await page.getByRole("heading", { name: QUESTION }).waitFor();
  await passageOf(page).waitFor();
  const second = await openChat(context);
  await second.getByRole("link", { name: QUESTION }).click();
  await second.getByRole("heading", { name: QUESTION }).waitFor();
  // What is asked in one tab is in the other.
  await ask(second, "And what does it return?");
  await page.getByRole("heading", { name: "And what does it return?" }).waitFor();

  await second.getByRole("button", { name: "Edit: And what does it return?" }).click();
  await ask(second, "What does z.strictObject do?");
  await page.getByRole("heading", { name: "What does z.strictObject do?" }).waitFor();
  await expect.poll(() => page.getByRole("heading", { name: "And what does it return?" }).count()).toBe(0);
  await page.getByRole("button", { name: "Copy as Markdown: What does z.strictObject do?" }).waitFor();

  await page.getByRole("button", { name: "Share" }).click();
  await page.getByRole("button", { name: "Create link" }).click();
  const link = await page.getByRole("textbox", { name: "Link" }).inputValue();
  const visitor = await (await product.browser.newContext()).newPage();
  await visitor.goto(link);
  await visitor.getByRole("heading", { name: "What does z.strictObject do?" }).waitFor();
  await picture(visitor, "shared");
  await page.getByRole("button", { name: "Stop sharing" }).click();
  // The dialog closes when the link is gone.
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await visitor.goto(link);
  await visitor.getByText("This link doesn't work.").waitFor();
});

it("goes on with an answer after a reload in its middle, and stops", async () => {
  const context = await inhabited();
  const url = product.standIns.modelUrl;
  const saved = await context.request.put(`${product.server.url}/api/chat/model`, {
    data: { url, model: "hangs", apiKey: "sk" },
    headers: { origin: product.server.url },
  });
  expect(saved.status()).toBe(200);
  const page = await openChat(context);
  await ask(page);
  await page.getByText("Answering…").waitFor();
  await passageOf(page).waitFor();
  await page.reload();
  await passageOf(page).waitFor();
  await page.getByText("Answering…").waitFor();
  await page.getByRole("button", { name: "Stop" }).click();
  await page.getByText("Stopped.").waitFor();
  await page.getByRole("button", { name: "Try again" }).waitFor();
});

it("fits a phone, for one source too, and says where there is none", async () => {
  const context = await inhabited({ viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true });
  const { sources } = await (await context.request.get(`${product.server.url}/api/sources`)).json();
  const page = await openChat(context, `/chat/${sources[0].id}`);
  await page.getByRole("heading", { name: "Chat: zod" }).waitFor();
  await ask(page);
  await passageOf(page).waitFor();
  await page.getByRole("button", { name: /Copy as Markdown: How/ }).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await picture(page, "chat-phone");
  await page.goto(`${product.server.url}/chat/src_nothing`);
  await page.getByText("Module not found").waitFor();
});

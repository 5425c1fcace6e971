import type { Page } from "playwright";
import { goInApp, settle } from "#tests/web/look.ts";

export type KeyPage = { clicks: number; isMasked: boolean; isWholeCopied: boolean };

/** Makes a key on the page of keys and copies it. Returns the number of clicks, and whether the key was ever in sight. */
export async function copyNewKey(page: Page): Promise<KeyPage> {
  await goInApp(page, "/keys");
  await settle(page);
  let clicks = 0;
  const click = async (name: string) => {
    await page.getByRole("button", { name, exact: true }).click();
    clicks += 1;
  };
  await click("+ New API Key");
  await page.getByRole("textbox", { name: "Name" }).fill("figures");
  await click("Create");
  const shown = page.getByLabel("The key, masked");
  await page.getByRole("heading", { name: "figures" }).waitFor();
  const isMasked = !/^doc_[A-Za-z0-9]{20,}/.test((await shown.textContent()) ?? "");
  await click("Copy: the key figures");
  await page.getByText("Copied to clipboard").waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  return { clicks, isMasked, isWholeCopied: /^doc_[A-Za-z0-9]{20,}$/.test(copied) };
}

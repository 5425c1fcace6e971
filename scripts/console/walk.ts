import type { Page } from "playwright";
import { goInApp, settle } from "#tests/web/look.ts";
import { visitEveryPage } from "#tests/web/visits.ts";
import { answering } from "./responsiveness.ts";
import type { Answered } from "./responsiveness.ts";

/** Walks through the pages of a person who has much, and measures how fast each interaction is answered. */
export async function workThroughMuch(page: Page, runName: string): Promise<Answered[]> {
  const answers: Answered[] = [];
  const at = async (path: string) => {
    await goInApp(page, path);
    await settle(page);
  };
  const measured = async (what: string, act: () => Promise<number>) => {
    answers.push(await answering(page, what, act));
  };
  const typed = async (name: string, text: string) => {
    await page.getByRole("searchbox", { name }).pressSequentially(text, { delay: 60 });
    return text.length;
  };
  const clicked = async (...names: string[]) => {
    for (const name of names) await page.getByRole("button", { name, exact: true }).first().click();
    return names.length;
  };

  await measured("from page to page", () => visitEveryPage(page));
  await at("/activity");
  await measured("activity: words typed into the filter", () => typed("Contains", "part 17 network"));
  await page.getByRole("searchbox", { name: "Contains" }).fill("");
  await measured("activity: sorted by four columns", () => clicked("When", "Type", "Details", "Amount"));
  await clicked("Show 500");
  await page.getByText(/Page 1 of 3/).waitFor();
  await measured("activity: 500 rows turned and sorted", () => clicked("Next", "Next", "Back", "Key"));
  await at("/resources?tab=sites");
  await measured("resources: words typed into the filter", () => typed("Find a site", "handbook 17"));
  await at("/resources?tab=jobs");
  await measured("jobs: errors opened", () => clicked("Error of handbook-8", "Error of handbook-17"));
  await measured("jobs: a run explained", () => clicked(`Details of ${runName}`));
  await page.getByText(/Page 1 of \d+/).waitFor();
  await measured("crawl doctor: words typed into the filter", () => typed("Contains", "chapter-17"));
  await page.getByRole("searchbox", { name: "Contains" }).fill("");
  await measured("crawl doctor: pages turned", () => clicked("Next", "Next", "Back"));
  await page.keyboard.press("Escape");
  await at("/keys");
  await measured("keys: words typed into the filter", () => typed("Find a key", "runner 17"));
  await page.getByRole("searchbox", { name: "Find a key" }).fill("");
  await measured("keys: pages turned, a key chosen", () => clicked("Next", "Back", "Use runner 5"));
  await measured("keys: asked whether to revoke", async () => {
    const opened = await clicked("Revoke runner 5");
    await page.keyboard.press("Escape");
    return opened + 1;
  });
  await measured("palette: opened, a key found", async () => {
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox").waitFor();
    await page.keyboard.type("runner 170", { delay: 60 });
    await page.keyboard.press("Escape");
    return 12;
  });
  return answers;
}

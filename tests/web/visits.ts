import type { Page } from "playwright";

const PAGES = ["Dashboard", "Search", "Install", "Resources", "API Keys", "Activity", "Account"];

/** Goes once to every page of the rail, as people do. Returns how many clicks that took. */
export async function visitEveryPage(page: Page): Promise<number> {
  for (const name of PAGES) {
    await page.getByRole("navigation", { name: "Console" }).getByRole("link", { name, exact: true }).click();
    await page
      .getByRole("heading", { level: 1, name: name === "Activity" ? "Recent Activity" : name })
      .waitFor();
    await page.waitForFunction(() => document.querySelector("main [aria-busy=true]") === null);
  }
  return PAGES.length;
}

/** What the page holds after its garbage is collected. */
export type Held = { heapMib: number; nodes: number; listeners: number };

export async function heldBy(page: Page): Promise<Held> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("HeapProfiler.enable");
  for (let times = 0; times < 3; times += 1) await cdp.send("HeapProfiler.collectGarbage");
  const { usedSize } = await cdp.send("Runtime.getHeapUsage");
  const { nodes, jsEventListeners } = await cdp.send("Memory.getDOMCounters");
  await cdp.detach();
  return { heapMib: usedSize / 2 ** 20, nodes, listeners: jsEventListeners };
}

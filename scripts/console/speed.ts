import type { Page } from "playwright";
import { goInApp, settle } from "#tests/web/look.ts";

/** Keys that nearly all change the results; a key after which the results stay the same tells nothing and is left out. */
const FINDING = ["r", "u", "1", "7", "0"];
const MIN_FOUND = 3;
const FILTERING = ["1", "7", "8", "Backspace", "Backspace"];
const RUNS = FINDING.length;
const HANG_MS = 5000;

/** Median times in milliseconds, measured in the page. */
export type Speed = {
  paletteFirstMs: number;
  paletteMs: number;
  paletteFoundMs: number;
  filterMs: number;
  /** Number of commands offered before anything is typed. */
  paletteActions: number;
};

export async function measureSpeed(page: Page): Promise<Speed> {
  await goInApp(page, "/activity");
  await settle(page);
  const [paletteFirstMs = 0, ...later] = await repeat(RUNS + 1, async () => {
    const took = await untilChanged(page, "body", () => page.keyboard.press("Control+k"));
    await page.getByRole("combobox", { name: /^Find a page/ }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    return took;
  });
  await page.keyboard.press("Control+k");
  const finding = page.getByRole("combobox", { name: /^Find a page/ });
  await finding.waitFor();
  const paletteActions = await page.getByRole("option", { name: /Actions$/ }).count();
  const found = await repeat(RUNS, async (run) => {
    const took = await untilChanged(page, "[role=listbox]", () => page.keyboard.press(FINDING[run]!)).catch(
      () => NaN,
    );
    await finding.waitFor();
    return took;
  });
  const changes = found.filter((took) => !Number.isNaN(took));
  if (changes.length < MIN_FOUND)
    throw new Error(`only ${changes.length} keys changed what the palette finds`);
  await page.keyboard.press("Escape");
  await page.getByRole("searchbox", { name: "Contains" }).focus();
  const filtered = await repeat(RUNS, async (run) =>
    untilChanged(page, "tbody", () => page.keyboard.press(FILTERING[run]!)),
  );
  return {
    paletteFirstMs,
    paletteMs: median(later),
    paletteFoundMs: median(changes),
    filterMs: median(filtered),
    paletteActions,
  };
}

/** Milliseconds from a key to the change that it makes in a part of the page. */
async function untilChanged(page: Page, selector: string, press: () => Promise<void>): Promise<number> {
  await page.evaluate(
    ([where, hangMs]) => {
      let pressedAt = 0;
      const listen = { once: true, capture: true };
      addEventListener("keydown", ({ timeStamp }) => (pressedAt = timeStamp), listen);
      const changed = new Promise<number>((settled, failed) => {
        setTimeout(() => failed(new Error(`nothing changes in ${where}`)), hangMs);
        const watch = new MutationObserver(() => {
          if (pressedAt === 0) return;
          watch.disconnect();
          settled(performance.now() - pressedAt);
        });
        watch.observe(document.querySelector(where)!, { childList: true, subtree: true });
      });
      Object.assign(globalThis, { changed });
    },
    [selector, HANG_MS] as const,
  );
  await press();
  return page.evaluate(() => (globalThis as unknown as { changed: Promise<number> }).changed);
}

async function repeat(times: number, act: (run: number) => Promise<number>): Promise<number[]> {
  const taken: number[] = [];
  for (let run = 0; run < times; run += 1) taken.push(await act(run));
  return taken;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}

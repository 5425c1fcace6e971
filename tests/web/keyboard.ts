import type { Locator, Page } from "playwright";

type Role = "button" | "combobox" | "searchbox" | "tab" | "textbox" | "radio" | "link";

/** Walks to a control with Tab and presses it. */
export async function press(page: Page, role: Role, name: string, key = "Enter"): Promise<void> {
  await reach(page, role, name);
  if (key) await page.keyboard.press(key);
}

/** Walks to a control with Tab; on the way and there, what has the focus shows it. */
export async function reach(
  page: Page,
  role: Role,
  name: string,
  within: Locator = page.locator("body"),
): Promise<void> {
  const target = within.getByRole(role, { name, exact: true }).first();
  await target.waitFor();
  // Before the scripts are there a button may be passed over.
  await page.waitForFunction((element) => !element?.matches(":disabled"), await target.elementHandle());
  for (let steps = 0; steps < 80; steps += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) {
      if (!(await isFocusSeen(page))) throw new Error(`the focus on ${name} is not seen`);
      return;
    }
    await page.keyboard.press("Tab");
  }
  throw new Error(`${name} is not reached by Tab`);
}

/** A file is chosen through its label, which shows the focus for it. */
async function isFocusSeen(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const focused = document.activeElement!;
    return [focused, focused.closest("label")].some((element) => {
      if (element === null) return false;
      const style = getComputedStyle(element);
      return (style.outlineStyle !== "none" && style.outlineWidth !== "0px") || style.boxShadow !== "none";
    });
  });
}

/** The name of what has the focus. */
export async function focusedName(page: Page): Promise<string | null | undefined> {
  return page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
}

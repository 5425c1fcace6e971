import axe from "axe-core";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { render } from "#web/test/render.tsx";
import PartsPage from "./parts-page.tsx";

const STANDARDS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

test.each([
  ["light", 1200],
  ["dark", 1200],
  ["light", 390],
  ["dark", 320],
])("no part breaks a rule of accessibility: %s, %i px", async (theme, width) => {
  document.documentElement.dataset.theme = theme;
  document.documentElement.lang = "en";
  document.title = "Parts";
  await page.viewport(width, 900);
  render(<PartsPage />);
  await expect.element(page.getByRole("heading", { name: "Parts", exact: true })).toBeVisible();
  const { violations } = await axe.run(document.body, { runOnly: STANDARDS });
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join("\n")}`);
  expect(found).toEqual([]);
  expect(document.documentElement.scrollWidth).toBe(width);
});

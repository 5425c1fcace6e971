import { createRoot } from "react-dom/client";
import type { Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { SetupPage } from "./setup-page.tsx";
import "#web/styles/tokens.css";
import "#web/styles/site.css";

const ORIGIN = "http://docenda.test";

let root: Root;

beforeEach(() => {
  const container = document.createElement("div");
  document.body.replaceChildren(container);
  root = createRoot(container);
  root.render(<SetupPage origin={ORIGIN} />);
});

afterEach(() => root.unmount());

test("the lines to paste hold this server's address and a placeholder for the key", async () => {
  await expect
    .element(page.getByLabelText("MCP address", { exact: true }))
    .toHaveTextContent(`${ORIGIN}/mcp`);
  await expect
    .element(page.getByLabelText("Claude Code setup", { exact: true }))
    .toHaveTextContent(`${ORIGIN}/mcp --header "Authorization: Bearer <your key>"`);
});

test("the clients are reached by keyboard alone", async () => {
  await tab("Claude Code").click();
  await userEvent.keyboard("{ArrowRight}");
  await expect.element(tab("Cursor")).toHaveFocus();
  await expect.element(tab("Cursor")).toHaveAttribute("aria-selected", "true");
  await expect.element(page.getByRole("tabpanel", { name: "Cursor" })).toBeVisible();
  await userEvent.keyboard("{End}{ArrowRight}");
  await expect.element(tab("Claude Code")).toHaveFocus();
  await userEvent.keyboard("{Tab}");
  await expect.element(page.getByRole("button", { name: "Copy: Claude Code setup" })).toHaveFocus();
});

test("a server that does not answer is not called running", async () => {
  await expect.element(page.getByText("This server does not answer.")).toBeVisible();
});

test("nothing is wider than a phone", async () => {
  await page.viewport(390, 800);
  await expect.element(page.getByRole("heading", { name: "Connect your agent" })).toBeVisible();
  expect(document.documentElement.scrollWidth).toBe(390);
});

function tab(name: string) {
  return page.getByRole("tab", { name });
}

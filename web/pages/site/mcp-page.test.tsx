import axe from "axe-core";
import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "#web/test/render.tsx";
import McpPage from "./mcp-page.tsx";

const KEY = "doc_0123456789abcdefghijABCDEFGHIJ01abcdef";
const STANDARDS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

test("another client is found by its name and shows its own file", async () => {
  localStorage.removeItem("lastClient");
  await page.viewport(1200, 900);
  render(<McpPage />);
  await expect.element(page.getByRole("heading", { name: "Claude Code" })).toBeVisible();
  await page.getByRole("searchbox", { name: "Find a client" }).fill("zed");
  await page.getByRole("link", { name: "Zed" }).click();
  await expect.element(page.getByRole("heading", { name: "Zed" })).toBeVisible();
  await expect
    .element(page.getByRole("group", { name: "Zed configuration" }))
    .toHaveTextContent("context_servers");
  // Kept after the page is painted.
  await expect.poll(() => localStorage.getItem("lastClient")).toBe("zed");
});

test("a client that was looked at last is there the next time, and Windows has its own paths", async () => {
  localStorage.setItem("lastClient", "cursor");
  render(<McpPage />);
  await expect.element(page.getByRole("heading", { name: "Cursor" })).toBeVisible();
  await page.getByText("Windows", { exact: true }).click();
  await expect.element(page.getByText("%USERPROFILE%\\.cursor\\mcp.json")).toBeVisible();
});

test("a key is seen masked, copied whole, and stands in no link of the page", async () => {
  localStorage.setItem("lastClient", "kiro");
  const copied = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  const opened = vi.spyOn(window, "open").mockReturnValue(null);
  render(<McpPage />);
  const install = page.getByRole("button", { name: "Install in Kiro" });
  await expect.element(install).toBeDisabled();

  await page.getByLabelText("Your API key").fill(KEY);
  await expect
    .element(page.getByRole("group", { name: "Kiro configuration" }))
    .toHaveTextContent("Bearer doc_0123...cdef");
  await page.getByRole("button", { name: "Copy: Kiro configuration" }).click();
  expect(copied).toHaveBeenCalledWith(expect.stringContaining(`Bearer ${KEY}`));
  await expect.element(page.getByText("Copied to clipboard")).toBeVisible();

  const links = [...document.querySelectorAll("a")].map(({ href }) => href);
  expect([document.body.innerText, ...links].filter((text) => text.includes(KEY))).toEqual([]);
  await install.click();
  expect(decodeURIComponent(String(opened.mock.calls[0]![0]))).toContain(KEY);
  await expect.element(page.getByText("Nothing happened? Copy the text below.")).toBeVisible();
  vi.restoreAllMocks();
});

test("all of it can be reached by keyboard alone", async () => {
  localStorage.clear();
  render(<McpPage />);
  const search = page.getByRole("searchbox", { name: "Find a client" });
  for (let tabs = 0; tabs < 10 && document.activeElement !== search.element(); tabs += 1)
    await userEvent.tab();
  await userEvent.keyboard("codex");
  await userEvent.tab();
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByRole("heading", { name: "Codex" })).toBeVisible();
});

test.each([
  ["light", 1200],
  ["dark", 1200],
  ["light", 390],
  ["dark", 320],
])("no rule of accessibility is broken: %s, %i px", async (theme, width) => {
  localStorage.setItem("lastClient", "vscode");
  document.documentElement.dataset.theme = theme;
  document.documentElement.lang = "en";
  document.title = "MCP";
  await page.viewport(width, 900);
  render(<McpPage />);
  await expect.element(page.getByRole("heading", { name: "VS Code", exact: true })).toBeVisible();
  const { violations } = await axe.run(document.body, { runOnly: STANDARDS });
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join("\n")}`)).toEqual([]);
  expect(document.documentElement.scrollWidth).toBe(width);
});

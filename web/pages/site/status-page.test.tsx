import axe from "axe-core";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { queryClient } from "#web/api/query-client.ts";
import { render } from "#web/test/render.tsx";
import { NO_CHECKS } from "#web/features/status/copy.ts";
import StatusPage from "./status-page.tsx";

const STANDARDS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const CHECKED_AT = "2026-11-21T10:40:00.000Z";
const NAMES = ["MCP endpoint", "Search", "Crawler", "Web app", "Sign-in"];

/** An answer of the server, with one day on which search failed once in four times. */
function answer(state: "operational" | "trouble" | "unknown" = "operational") {
  const today = new Date().toISOString().slice(0, 10);
  return {
    state,
    summary: "",
    checkedAt: CHECKED_AT,
    components: NAMES.map((name, index) => ({
      id: ["mcp", "search", "crawler", "web", "sign-in"][index],
      name,
      state: name === "Search" ? state : "operational",
      checkedAt: CHECKED_AT,
      uptime: name === "Search" ? 0.75 : 1,
      meanMs: 12,
      maxMs: 80,
      days: [{ day: today, checks: 4, failures: name === "Search" ? 1 : 0, meanMs: 12, maxMs: 80 }],
    })),
  };
}

const fetched = vi.spyOn(window, "fetch");

function serverSays(body: unknown, status = 200) {
  fetched.mockImplementation(async () => Response.json(body, { status }));
}

beforeEach(() => {
  queryClient.clear();
  localStorage.clear();
  fetched.mockReset();
});

afterEach(() => queryClient.clear());

test("all is well: the line, each component with its latency, and the days as a table", async () => {
  serverSays(answer());
  render(<StatusPage />);
  await expect.element(page.getByText("All systems operational")).toBeVisible();
  await expect.element(page.getByText(/^Last check Nov 21, 2026/)).toBeVisible();
  for (const name of NAMES) await expect.element(page.getByRole("heading", { name })).toBeVisible();
  const search = page.getByRole("region", { name: "Search" });
  await expect.element(search).toHaveTextContent("75.00% of the checks in 90 days went well");
  await expect.element(search).toHaveTextContent("12 ms on average, 80 ms at most");
  await search.getByText("As a table").click();
  await expect.element(search.getByRole("row").nth(1)).toHaveTextContent(/4\s*1\s*12 ms$/);
  expect(search.element().querySelectorAll("svg[viewBox='0 0 900 40'] title")).toHaveLength(90);
  expect(page.getByRole("link", { name: "JSON" }).element().getAttribute("href")).toBe("/api/status");
});

test("trouble is said in the line and at the component", async () => {
  serverSays(answer("trouble"));
  render(<StatusPage />);
  await expect.element(page.getByText("Some systems have trouble")).toBeVisible();
  const search = page.getByRole("region", { name: "Search" });
  await expect.element(search.getByText("Trouble", { exact: true })).toBeVisible();
});

test.each([1200, 390])("while it is asked, the page has its final shape: %i px", async (width) => {
  await page.viewport(width, 900);
  const { promise, resolve } = Promise.withResolvers<Response>();
  fetched.mockReturnValue(promise);
  render(<StatusPage />);
  await expect.element(page.getByText("Loading status...")).toBeInTheDocument();
  await expect.element(page.getByRole("heading", { name: "Status" })).toBeVisible();
  const before = document.body.scrollHeight;
  resolve(Response.json(answer()));
  await expect.element(page.getByText("All systems operational")).toBeVisible();
  expect(document.body.scrollHeight).toBe(before);
});

test("a server that has just begun says that it is early", async () => {
  const { components } = answer("unknown");
  const none = { state: "unknown", checkedAt: null, uptime: null, meanMs: null, maxMs: null, days: [] };
  serverSays({
    state: "unknown",
    summary: "",
    checkedAt: null,
    components: components.map((component) => ({ ...component, ...none })),
  });
  render(<StatusPage />);
  await expect.element(page.getByText(NO_CHECKS)).toBeVisible();
  await expect.element(page.getByText(/unknown, last check/)).not.toBeInTheDocument();
});

test("checks that stopped are not taken for good news", async () => {
  serverSays(answer("unknown"));
  render(<StatusPage />);
  await expect.element(page.getByText(/^Status unknown, last check Nov 21, 2026/)).toBeVisible();
});

test.each([
  ["down", async () => Promise.reject(new TypeError("no route to host"))],
  ["answering garbage", async () => new Response("<html>", { status: 200 })],
  ["refusing", async () => Response.json({ error: { message: "Out of order." } }, { status: 403 })],
])("an API that is %s: unknown, what failed, and another try", async (_, reply) => {
  localStorage.setItem("statusCheckedAt", CHECKED_AT);
  queryClient.setDefaultOptions({ queries: { ...queryClient.getDefaultOptions().queries, retry: false } });
  fetched.mockImplementation(reply);
  render(<StatusPage />);
  await expect.element(page.getByText(/^Status unknown, last check Nov 21, 2026/)).toBeVisible();
  await expect.element(page.getByRole("alert")).toBeVisible();
  serverSays(answer());
  const again = page.getByRole("button", { name: "Try again" });
  for (let tabs = 0; tabs < 12 && document.activeElement !== again.element(); tabs += 1)
    await userEvent.tab();
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByText("All systems operational")).toBeVisible();
});

test.each([
  ["light", 1200, 200],
  ["dark", 390, 200],
  ["dark", 320, 500],
])("no rule of accessibility is broken: %s, %i px, answer %i", async (theme, width, status) => {
  document.documentElement.dataset.theme = theme;
  document.documentElement.lang = "en";
  document.title = "Status";
  await page.viewport(width, 900);
  serverSays(status === 200 ? answer("trouble") : { error: { message: "Out of order." } }, status);
  render(<StatusPage />);
  await expect
    .element(page.getByText(status === 200 ? "Some systems have trouble" : /^Status unknown/))
    .toBeVisible();
  for (const summary of document.querySelectorAll("summary")) summary.click();
  const { violations } = await axe.run(document.body, { runOnly: STANDARDS });
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join("\n")}`)).toEqual([]);
  expect(document.documentElement.scrollWidth).toBe(width);
});

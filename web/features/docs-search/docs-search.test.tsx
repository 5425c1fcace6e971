import axe from "axe-core";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { Route, Routes, useLocation } from "react-router";
import { queryClient } from "#web/api/query-client.ts";
import { render } from "#web/test/render.tsx";
import { NOTHING_FOUND, SEARCH_DOCS, SEARCH_FAILED } from "./copy.ts";
import { DocsSearch } from "./docs-search.tsx";

const RESULTS = [
  {
    path: "/docs/credits#what-a-call-costs",
    title: "Credits and limits",
    sections: ["What a call costs"],
    snippet: "A search costs one credit.",
  },
  { path: "/docs/tools", title: "Tools", sections: [], snippet: "The two tools." },
];

const fetched = vi.spyOn(window, "fetch");

function Place() {
  const { pathname, hash } = useLocation();
  return <p>{`at ${pathname}${hash}`}</p>;
}

function show() {
  render(
    <main>
      <h1>Docs</h1>
      <DocsSearch />
      <Routes>
        <Route path="*" element={<Place />} />
      </Routes>
    </main>,
    "/docs",
  );
}

/** The address of the last request: slow typing asks for a beginning of the question first. */
function lastAsked(): string {
  const [asked] = fetched.mock.lastCall!;
  return String(asked instanceof Request ? asked.url : asked);
}

beforeEach(() => {
  queryClient.clear();
  fetched.mockReset();
});

afterEach(() => queryClient.clear());

test("Ctrl K, a question, arrow and Enter lead to a section, without a mouse", async () => {
  fetched.mockImplementation(async () => Response.json({ results: RESULTS, isAnswered: true }));
  show();
  await userEvent.keyboard("{Control>}k{/Control}");
  await expect.element(page.getByRole("combobox", { name: SEARCH_DOCS })).toHaveFocus();
  await userEvent.keyboard("search costs");
  await expect.element(page.getByText("2 sections")).toBeVisible();
  await expect.poll(lastAsked).toMatch(/\/api\/site-search\?q=search(?:\+|%20)costs$/);
  const first = page.getByRole("option").first();
  await expect.element(first).toHaveTextContent("Credits and limits › What a call costs");
  await expect
    .poll(() => [...first.element().querySelectorAll("mark")].map((mark) => mark.textContent))
    .toEqual(["search", "costs"]);
  const { violations } = await axe.run(document.body, { runOnly: ["wcag2a", "wcag2aa", "wcag22aa"] });
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join("\n")}`)).toEqual([]);
  await userEvent.keyboard("{ArrowDown}{Enter}");
  await expect.element(page.getByText("at /docs/tools")).toBeVisible();
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
});

test("what is only near is called that, and Escape goes back to the button", async () => {
  fetched.mockImplementation(async () => Response.json({ results: RESULTS, isAnswered: false }));
  show();
  await page.getByRole("button", { name: SEARCH_DOCS }).click();
  await userEvent.keyboard("banana");
  await expect.element(page.getByText(NOTHING_FOUND)).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
});

test("a search that fails says so, and can be asked again with what was typed", async () => {
  fetched.mockImplementation(async () => new Response("no", { status: 500 }));
  show();
  await page.getByRole("button", { name: SEARCH_DOCS }).click();
  await userEvent.keyboard("credits");
  await expect.element(page.getByText(SEARCH_FAILED)).toBeVisible();
  fetched.mockImplementation(async () => Response.json({ results: RESULTS, isAnswered: true }));
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.element(page.getByRole("option").first()).toBeVisible();
  await expect.element(page.getByRole("combobox")).toHaveValue("credits");
});

import axe from "axe-core";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { CatalogAnswer, CatalogItem } from "#schema/api/catalog.ts";
import { queryClient } from "#web/api/query-client.ts";
import { refreshSession } from "#web/api/session.ts";
import { COPY } from "#web/features/catalog/copy.ts";
import { refusal, USER } from "#web/test/console-page.tsx";
import { render } from "#web/test/render.tsx";
import CatalogPage from "./catalog-page.tsx";

const STANDARDS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

function item(name: string, fields: Partial<CatalogItem> = {}): CatalogItem {
  return {
    name,
    aliases: [],
    packages: [],
    home: `https://${name.toLowerCase()}.test/docs`,
    repository: null,
    description: `What ${name} is for.`,
    license: "unknown",
    versions: { rule: "rolling" },
    indexed: null,
    ...fields,
  };
}

const ENTRIES = [
  item("Django", {
    versions: { rule: "path", current: "5.2" },
    indexed: { pages: 1234, lastIndexedAt: new Date().toISOString() },
    license: "BSD-3-Clause",
  }),
  item("React", { aliases: ["reactjs"], packages: ["npm:react", "npm:react-dom"] }),
  ...Array.from({ length: 318 }, (_, n) => item(`Tool-${n}`)),
];
const CATALOG: CatalogAnswer = { total: ENTRIES.length, totalIndexed: 1, entries: ENTRIES };

const fetched = vi.spyOn(window, "fetch");
const sent: unknown[] = [];

type Server = { catalog?: () => Promise<Response>; user?: typeof USER | null; suggestion?: Response };

/** A server that gives these answers; suggestions that it gets are in `sent`. */
async function serverIs({ catalog, user = null, suggestion }: Server) {
  fetched.mockImplementation(async (input, init) => {
    const request = new Request(input, init);
    const { pathname } = new URL(request.url);
    if (pathname === "/api/session") return Response.json({ user, flags: {} });
    if (pathname === "/api/catalog") return catalog ? catalog() : Response.json(CATALOG);
    sent.push(await request.json());
    return suggestion?.clone() ?? refusal(500, "Out of order.");
  });
  await refreshSession();
}

beforeEach(() => {
  queryClient.clear();
  queryClient.setDefaultOptions({ queries: { ...queryClient.getDefaultOptions().queries, retry: false } });
  sent.length = 0;
});

afterEach(() => queryClient.clear());

test("each entry says what it is, where it is read and how much of it is searchable; a few are drawn", async () => {
  await serverIs({});
  render(<CatalogPage />);
  const list = page.getByRole("list");
  await expect.element(list).toBeVisible();
  expect(list.getByRole("listitem").elements()).toHaveLength(40);
  // Libraries that can be searched now come first.
  const django = list.getByRole("listitem").first();
  await expect.element(django).toHaveTextContent("5.2");
  await expect.element(django).toHaveTextContent("1,234 pages");
  await expect.element(django).toHaveTextContent("License: BSD-3-Clause");
  const link = django.getByRole("link", { name: "Django" }).element();
  expect(link.getAttribute("href")).toBe("/catalog/django");
  await expect.element(list.getByRole("listitem").nth(1)).toHaveTextContent("Not indexed yet");
  await expect.element(page.getByText("320 entries, 1 indexed so far")).toBeVisible();
  await page.getByRole("button", { name: "Next" }).click();
  await expect.element(page.getByText("Page 2 of 8, 320 entries")).toBeVisible();
});

test("is searched by name, alias, package and topic, by keyboard", async () => {
  await serverIs({});
  render(<CatalogPage />, "/catalog?find=reactjs");
  const field = page.getByRole("searchbox", { name: COPY.find });
  await expect.element(field).toHaveValue("reactjs");
  await expect.element(page.getByText("1 of 320 entries, 1 indexed so far")).toBeVisible();
  await expect.element(page.getByRole("link", { name: "React" })).toBeVisible();
  field.element().focus();
  await userEvent.keyboard("{Control>}a{/Control}DOM react");
  await expect.element(page.getByRole("link", { name: "React" })).toBeVisible();
  await userEvent.keyboard("{Control>}a{/Control}nothing like it");
  await expect.element(page.getByText(COPY.nothing)).toBeVisible();
  expect(field.element()).toBe(document.activeElement);
  await userEvent.clear(field);
  await expect.element(page.getByText("320 entries, 1 indexed so far")).toBeVisible();
});

test("who is not signed in is led to signing in, and back to the form", async () => {
  await serverIs({});
  render(<CatalogPage />);
  const form = page.getByRole("region", { name: COPY.suggest });
  await expect.element(form.getByText(COPY.signInFirst)).toBeVisible();
  for (const [name, path] of [
    ["Sign in", "/login"],
    ["Create an account", "/signup"],
  ] as const)
    await expect
      .element(form.getByRole("link", { name }))
      .toHaveAttribute("href", `${path}?cont=%2Fcatalog%23suggest`);
  await expect.element(form.getByRole("textbox")).not.toBeInTheDocument();
});

test("a suggestion is sent, and what became of it is said", async () => {
  await serverIs({
    user: USER,
    suggestion: Response.json({ status: "noted", url: "https://x.test/", people: 3 }),
  });
  render(<CatalogPage />);
  const send = page.getByRole("button", { name: COPY.send });
  await send.click();
  await expect.element(page.getByText(COPY.noUrl)).toBeVisible();
  const address = page.getByRole("textbox", { name: "Address" });
  await expect.element(address).toBeInvalid();
  expect(sent).toEqual([]);
  await address.fill("x.test/docs");
  await page.getByRole("textbox", { name: "Note" }).fill("The guide.");
  await userEvent.keyboard("{Tab}{Enter}");
  await expect.element(page.getByText("Thank you. 2 others have suggested it too.")).toBeVisible();
  expect(sent).toEqual([{ url: "x.test/docs", name: "", note: "The guide." }]);
  await expect.element(address).toHaveValue("");

  await serverIs({
    user: USER,
    suggestion: Response.json({ status: "known", entry: { name: "React", home: "https://react.dev" } }),
  });
  await address.fill("https://react.dev/learn");
  await send.click();
  await expect.element(page.getByText("The catalog already has it, as React.")).toBeVisible();

  await serverIs({ user: USER, suggestion: refusal(400, "This address cannot be indexed: no.") });
  await address.fill("http://127.0.0.1/");
  await send.click();
  await expect.element(page.getByRole("alert")).toHaveTextContent("This address cannot be indexed: no.");
  await expect.element(address).toHaveValue("http://127.0.0.1/");
});

test.each([
  ["down", async () => Promise.reject(new TypeError("no route to host"))],
  ["answering garbage", async () => new Response("<html>", { status: 200 })],
  ["refusing", async () => refusal(403, "Out of order.")],
])("a server that is %s: what failed, and another try", async (_, catalog) => {
  await serverIs({ catalog });
  render(<CatalogPage />);
  await expect.element(page.getByRole("alert")).toBeVisible();
  await expect.element(page.getByRole("heading", { name: COPY.suggest })).toBeVisible();
  await serverIs({});
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.element(page.getByRole("link", { name: "Django" })).toBeVisible();
});

test("a server that is slow: the frame is there, and the list has its place", async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  await serverIs({ catalog: () => promise });
  await page.viewport(1200, 900);
  render(<CatalogPage />);
  await expect.element(page.getByText(COPY.loading)).toBeInTheDocument();
  await expect.element(page.getByRole("heading", { level: 1, name: "Catalog" })).toBeVisible();
  // The part below the list is out of sight, so that nothing in sight moves when the list comes.
  expect(document.querySelector("#suggest")!.getBoundingClientRect().top).toBeGreaterThan(900);
  resolve(Response.json(CATALOG));
  await expect.element(page.getByRole("link", { name: "Django" })).toBeVisible();
});

test.each([
  ["light", 1200, USER],
  ["dark", 390, null],
  ["dark", 320, USER],
] as const)("no rule of accessibility is broken: %s, %i px", async (theme, width, user) => {
  document.documentElement.dataset.theme = theme;
  document.documentElement.lang = "en";
  document.title = "Catalog";
  await page.viewport(width, 900);
  await serverIs({ user });
  render(<CatalogPage />);
  await expect.element(page.getByRole("link", { name: "Django" })).toBeVisible();
  const { violations } = await axe.run(document.body, { runOnly: STANDARDS });
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join("\n")}`)).toEqual([]);
  expect(document.documentElement.scrollWidth).toBe(width);
});

import axe from "axe-core";
import { beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { refusal, renderConsole } from "#web/test/console-page.tsx";
import type { Call } from "#web/test/console-page.tsx";
import GapsPage from "./gaps-page.tsx";

const source = (name: string, isPublic = false) => ({ id: `src_${name}`, name, isPublic });
const SOURCES = { sources: [source("kettles"), source("pots"), source("react", true)] };
const GAP = {
  question: "descale <b>without</b> vinegar",
  terms: ["descale", "vinegar"],
  times: 3,
  askers: 2,
  absent: 1,
  nearest: { url: "https://kettles.test/descaling", title: "Descaling" },
  lastAskedAt: "2026-11-20T00:00:00.000Z",
  issue: { title: "Docs: descale", body: "Coding agents asked about this." },
};

beforeEach(() => history.replaceState(null, "", "/gaps"));

test("shows the questions of a source with what came closest, and those of another when it is chosen", async () => {
  const calls = renderConsole(GapsPage, {
    "GET /api/sources": SOURCES,
    "GET /api/documentation-gaps": ({ query }: Call) => ({
      gaps: query.get("source") === "kettles" ? [GAP] : [],
    }),
  });
  await expect.element(page.getByRole("heading", { name: GAP.question })).toBeVisible();
  await expect
    .element(page.getByRole("link", { name: "Descaling" }))
    .toHaveAttribute("href", GAP.nearest.url);
  await expect.element(page.getByText(/^3 times, last .*; nothing came close once$/)).toBeVisible();
  expect((await axe.run(document.body, { rules: { region: { enabled: false } } })).violations).toEqual([]);

  await page.getByRole("combobox", { name: "Source" }).click();
  expect(page.getByRole("option", { name: "react" }).elements()).toHaveLength(0);
  await page.getByRole("option", { name: "pots" }).click();
  await expect
    .element(page.getByText("Every question about pots in the last 30 days was answered."))
    .toBeVisible();
  expect(calls.filter(({ path }) => path.endsWith("-gaps")).map(({ query }) => query.get("source"))).toEqual([
    "kettles",
    "pots",
  ]);
});

test("says that there is no documentation, or that the questions could not be loaded, and what to do", async () => {
  renderConsole(GapsPage, { "GET /api/sources": { sources: [source("react", true)] } });
  await expect
    .element(page.getByRole("link", { name: "Add documentation" }))
    .toHaveAttribute("href", "/resources");

  let isDown = true;
  renderConsole(GapsPage, {
    "GET /api/sources": SOURCES,
    "GET /api/documentation-gaps": () =>
      isDown ? refusal(503, "We're busy at the moment. Try again in a few seconds.") : { gaps: [GAP] },
  });
  await expect.element(page.getByRole("alert")).toHaveTextContent("We're busy at the moment.");
  isDown = false;
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.element(page.getByRole("heading", { name: GAP.question })).toBeVisible();
});

import axe from "axe-core";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import type { SiteGradeAnswer } from "#schema/api/site-grades.ts";
import { queryClient } from "#web/api/query-client.ts";
import { render } from "#web/test/render.tsx";
import GradePage from "./grade-page.tsx";

const SITE = "https://kettles.test/docs/";
const STARTED = { site: SITE, startedAt: "2026-11-21T10:40:00.000Z" };
const DONE: SiteGradeAnswer = {
  ...STARTED,
  status: "done",
  grade: "C",
  score: 74,
  pagesRead: 12,
  finishedAt: "2026-11-21T10:41:00.000Z",
  checks: [
    { id: "text", passed: 12, total: 13, pages: [`${SITE}drawn`] },
    { id: "llms-txt", passed: 1, total: 1, pages: [] },
    { id: "tables", passed: 0, total: 0, pages: [] },
  ],
  unread: [{ url: `${SITE}drawn`, reason: "It has no text.", fix: "Serve its text as HTML." }],
};

const fetched = vi.spyOn(window, "fetch");

beforeEach(() => {
  queryClient.clear();
  fetched.mockReset();
});
afterEach(() => queryClient.clear());

test("starts a grade, follows it, and shows what to fix and how to share it", async () => {
  let looks = 0;
  fetched.mockImplementation(async (_, init) => {
    if (init?.method === "POST") return Response.json({ ...STARTED, status: "reading", pagesRead: 0 });
    looks += 1;
    return Response.json(looks < 2 ? { ...STARTED, status: "reading", pagesRead: 7 } : DONE);
  });
  render(<GradePage />, "/grade");
  await page.getByRole("button", { name: "Grade these docs" }).click();
  await expect.element(page.getByRole("alert")).toBeVisible();
  await page.getByLabelText("Address of the docs").fill("kettles.test/docs/");
  await page.getByRole("button", { name: "Grade these docs" }).click();
  await expect.element(page.getByRole("region", { name: "Grade C" })).toHaveTextContent("74 of 100");
  await expect
    .element(page.getByRole("region", { name: "Pages have text without scripts" }))
    .toHaveTextContent("12 of 13 pages");
  await expect.element(page.getByText("Serve its text as HTML.")).toBeVisible();
  // A check with nothing to look at isn't shown beside the checks that were made.
  await expect
    .element(page.getByRole("region", { name: "Tables name their columns" }))
    .not.toBeInTheDocument();
  await expect
    .element(page.getByRole("group", { name: "Badge in Markdown" }))
    .toHaveTextContent(`/grade?site=${encodeURIComponent(SITE)}`);
});

test.each([
  ["light", 1200],
  ["dark", 320],
])("a shared grade breaks no rule of accessibility: %s, %i px", async (theme, width) => {
  document.documentElement.dataset.theme = theme;
  document.documentElement.lang = "en";
  document.title = "Docs grade";
  await page.viewport(width, 900);
  fetched.mockImplementation(async () => Response.json(DONE));
  render(<GradePage />, `/grade?site=${encodeURIComponent(SITE)}`);
  await expect.element(page.getByRole("region", { name: "Grade C" })).toBeVisible();
  const { violations } = await axe.run(document.body);
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join("\n")}`)).toEqual([]);
  expect(document.documentElement.scrollWidth).toBe(width);
});

test("says why a site has no grade, and what to do when it was never asked for", async () => {
  fetched.mockImplementation(async () =>
    Response.json({ ...STARTED, status: "failed", reason: "The site answered with status 403." }),
  );
  render(<GradePage />, `/grade?site=${encodeURIComponent(SITE)}`);
  await expect.element(page.getByText("The site answered with status 403.")).toBeVisible();
  queryClient.clear();
  fetched.mockImplementation(async () =>
    Response.json({ error: { code: "not-found", message: "No grade." } }, { status: 404 }),
  );
  render(<GradePage />, "/grade?site=https%3A%2F%2Furns.test%2F");
  await expect.element(page.getByText("This site has no grade yet.")).toBeVisible();
});

import axe from "axe-core";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { refusal, renderConsole, USER } from "#web/test/console-page.tsx";
import ResourcesPage from "./resources-page.tsx";

const PACKAGE = {
  id: "src_zod4",
  kind: "package",
  name: "zod",
  description: "Schemas",
  url: "https://www.npmjs.com/package/zod/v/4.1.0",
  version: "4.1.0",
  totalPages: 1,
  totalChunks: 310,
  lastIndexedAt: "2026-11-20T00:00:00.000Z",
  isPublic: false,
  hasHeaders: false,
  refreshDueAt: null,
  problem: null,
  indexing: null,
};
const OLDER = {
  ...PACKAGE,
  id: "src_zod3",
  url: "https://www.npmjs.com/package/zod/v/3.25.0",
  version: "3.25.0",
};
const REQUESTS = {
  ...PACKAGE,
  id: "src_requests",
  name: "requests",
  url: "https://pypi.org/project/requests/2.32.3/",
  version: "2.32.3",
};
const SITE = { ...PACKAGE, id: "src_site", kind: "site", name: "handbook", version: null };
const RUN = {
  executionId: "run_1",
  moduleId: OLDER.id,
  status: "INDEXING",
  url: OLDER.url,
  displayName: "zod",
  error: null,
  docsCount: 0,
  startedByUserId: USER.uid,
  startTime: "2026-11-21T10:00:00.000Z",
  endTime: null,
};
const CRAWL = { discovered: 40, pending: 22, leased: 6, outcomes: {} };
const PINS = [
  { ecosystem: "npm", name: "hono", version: "4.13.19" },
  { ecosystem: "npm", name: "zod", version: "3.25.0" },
  { ecosystem: "pypi", name: "requests", version: "2.32.3" },
];
const SERVER = {
  "GET /api/private-index": { privateIndex: null },
  "GET /api/sources": { sources: [REQUESTS, PACKAGE, OLDER, SITE] },
  "GET /api/job-runs": { jobRuns: [RUN] },
  "GET /api/job-runs/run_1": { ...RUN, crawl: CRAWL, verdict: null },
  "GET /api/version-pins": { pins: PINS },
};

async function open(answers: Parameters<typeof renderConsole>[1] = {}) {
  const calls = renderConsole(ResourcesPage, { ...SERVER, ...answers });
  await page.getByRole("tab", { name: "Packages" }).click();
  return calls;
}

const posted = (calls: Awaited<ReturnType<typeof open>>) =>
  calls.filter(({ method }) => method !== "GET").map(({ method, path, body }) => [`${method} ${path}`, body]);

test("packages: versions apart, progress, and each is refreshed, stopped or removed by itself", async () => {
  await page.viewport(1200, 900);
  const calls = await open({
    "POST /api/sources/src_zod4/refresh": { executionId: "run_2", moduleId: PACKAGE.id },
    "POST /api/job-runs/run_1/cancel": { executionId: "run_1", status: "FAILED" },
    "POST /api/functions/removeModuleCallable": { result: { removed: true } },
  });
  await expect.poll(() => document.querySelectorAll("tbody > tr").length).toBe(3);
  await expect.element(page.getByText("handbook")).not.toBeInTheDocument();
  await expect.element(page.getByText("PyPI", { exact: true })).toBeVisible();
  expect(document.querySelector("[data-kind=running]")?.textContent).toBe("Indexing");
  await expect.element(page.getByText("12 of 40")).toBeVisible();

  await page.getByRole("button", { name: "Refresh zod 4.1.0" }).click();
  await page.getByRole("button", { name: "Cancel zod" }).click();
  await page.getByRole("button", { name: "Remove zod 4.1.0" }).click();
  const question = page.getByRole("alertdialog", { name: "Remove zod 4.1.0" });
  await expect.element(question).toHaveTextContent("Its 1 page is not searchable any more");
  await question.getByRole("button", { name: "Remove", exact: true }).click();
  await expect.element(question).not.toBeInTheDocument();
  expect(posted(calls)).toEqual([
    ["POST /api/sources/src_zod4/refresh", null],
    ["POST /api/job-runs/run_1/cancel", null],
    ["POST /api/functions/removeModuleCallable", { data: { moduleId: PACKAGE.id } }],
  ]);
});

test("packages: adding one by name and version, and why one is refused", async () => {
  const calls = await open({
    "GET /api/sources": { sources: [] },
    "POST /api/packages": refusal(404, "The registry has no such version of a package of this name."),
  });
  await expect.element(page.getByText("No packages yet.")).toBeVisible();
  await page.getByRole("button", { name: "Add a package" }).click();
  await page.getByRole("button", { name: "Index", exact: true }).click();
  await expect.element(page.getByText("Enter the name of a package")).toBeVisible();
  await page.getByRole("combobox", { name: "Registry" }).click();
  await page.getByRole("option", { name: "PyPI" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill(" requests==2.32.3 ");
  await page.getByRole("button", { name: "Index", exact: true }).click();
  await expect.element(page.getByText("The registry has no such version", { exact: false })).toBeVisible();
  expect(posted(calls)).toEqual([
    ["POST /api/packages", { ecosystem: "pypi", name: "requests", version: "2.32.3" }],
  ]);
});

test("lockfiles: one is chosen, counted and forgotten; another file is refused with the names of those that are read", async () => {
  let pins: typeof PINS = [];
  const calls = await open({
    "GET /api/version-pins": () => ({ pins }),
    "PUT /api/version-pins": () => {
      pins = PINS;
      return { pinned: PINS.length };
    },
    "DELETE /api/version-pins": () => {
      pins = [];
      return { removed: true };
    },
  });
  await expect.element(page.getByText("No lockfile yet.")).toBeVisible();
  const input = page.getByLabelText("Lockfile", { exact: true });
  await userEvent.upload(input, new File(["{}"], "package.json"));
  await expect.element(page.getByText("package.json is not read.", { exact: false })).toBeVisible();
  await userEvent.upload(input, new File(["the whole lockfile"], "uv.lock"));
  await page.getByText("3 versions: 2 of npm and 1 of PyPI").click();
  await expect.element(page.getByText("4.13.19")).toBeVisible();
  await expect.element(page.getByText("is not read", { exact: false })).not.toBeInTheDocument();
  await page.getByRole("button", { name: "Forget the versions" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Forget" }).click();
  await expect.element(page.getByText("No lockfile yet.")).toBeVisible();
  expect(posted(calls)).toEqual([
    ["PUT /api/version-pins", { fileName: "uv.lock", text: "the whole lockfile" }],
    ["DELETE /api/version-pins", null],
  ]);
});

test("packages: what cannot be read says so, each part by itself", async () => {
  await open({
    "GET /api/sources": refusal(500, ""),
    "GET /api/version-pins": refusal(503, "Try again in a minute."),
  });
  await expect.element(page.getByText("Failed to load private index").first()).toBeVisible();
  await expect.element(page.getByText("Try again in a minute.")).toBeVisible();
});

test.each([
  ["light", 1200],
  ["dark", 390],
  ["light", 320],
])("no rule of accessibility is broken: %s, %i px", async (theme, width) => {
  document.documentElement.dataset.theme = theme;
  document.documentElement.lang = "en";
  document.title = "Resources";
  await page.viewport(width, 900);
  await open();
  await page.getByText("3 versions: 2 of npm and 1 of PyPI").click();
  await expect.poll(() => document.querySelector("[aria-busy=true]")).toBeNull();
  const { violations } = await axe.run(document.body, {
    runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
  });
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join("\n")}`)).toEqual([]);
  expect(document.documentElement.scrollWidth).toBe(width);
});

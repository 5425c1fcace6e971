import axe from "axe-core";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { resetSelectedTeam, selectTeam } from "#web/api/selected-team.ts";
import { refusal, renderConsole, USER } from "#web/test/console-page.tsx";
import ResourcesPage from "./resources-page.tsx";

const SITE = {
  id: "src_1",
  kind: "site",
  name: "handbook",
  description: null,
  url: "https://handbook.test/",
  version: null,
  totalPages: 409,
  totalChunks: 3120,
  lastIndexedAt: "2026-11-20T00:00:00.000Z",
  isPublic: false,
  refreshDueAt: null,
  problem: "Indexing failed 3 times in a row, so it is no longer refreshed automatically.",
  indexing: null,
};
const RUN = {
  executionId: "run_1",
  moduleId: "src_1",
  status: "FAILED",
  url: "https://handbook.test/",
  displayName: "handbook",
  error: "The site did not answer.",
  docsCount: 0,
  startedByUserId: USER.uid,
  startTime: "2026-11-21T10:00:00.000Z",
  endTime: "2026-11-21T10:01:05.000Z",
};
const CRAWL = {
  phase: "failed",
  startUrl: "https://handbook.test/",
  seededFrom: [{ from: "llms.txt", url: "https://handbook.test/llms.txt", pages: 3000 }],
  discovered: 3000,
  pending: 0,
  leased: 0,
  outcomes: { indexed: 2990, "not-found": 10 },
  dropped: 0,
  pageLimit: 20_000,
  error: null,
  startedAt: 0,
  progressAt: 0,
};
const LINES = Array.from({ length: 3000 }, (_, index) => ({
  url: `https://handbook.test/page-${index}`,
  outcome: index % 300 === 0 ? "not-found" : "indexed",
  reason: index % 300 === 0 ? "The site has no such page (404)." : null,
  fix: index % 300 === 0 ? "If the page should be there, fix the link that leads to it." : null,
  target: null,
}));
const SET = {
  setId: "pdf_1",
  moduleId: "src_2",
  indexId: "default",
  displayName: "Pump manuals",
  status: "failed",
  pdfFiles: [
    {
      fileId: "file_1",
      name: "pump.pdf",
      sizeBytes: 2_000_000,
      sha256: null,
      status: "failed",
      pages: null,
      language: null,
      error: "This file needs a password.",
      lastModified: "2026-11-21T10:00:00.000Z",
    },
  ],
  totalFiles: 1,
  totalSizeBytes: 2_000_000,
  totalDocs: 12,
  indexedPages: 0,
  language: "de",
  lastError: "pump.pdf: This file needs a password.",
  errorCount: 1,
  uploadedAt: "2026-11-21T10:00:00.000Z",
  lastIndexedAt: null,
  executionId: null,
};
const SERVER = {
  "GET /api/private-index": {
    privateIndex: {
      indexId: "default",
      createdAt: "2026-11-01T00:00:00.000Z",
      updatedAt: "2026-11-20T00:00:00.000Z",
      totalDocs: 1234,
      modules: [{}, {}],
    },
  },
  "GET /api/quotas": {
    plan: "Basic",
    pages: { used: 409, limit: 20_000 },
    pdfPages: { used: 0, limit: 1_000 },
    fileBytes: { used: 1_572_864, limit: 2_147_483_648 },
    sources: { used: 2, limit: 500 },
  },
  "GET /api/sources": { sources: [SITE, { ...SITE, id: "src_9", name: "everybody's", isPublic: true }] },
  "GET /api/job-runs": { jobRuns: [RUN] },
  "GET /api/job-runs/run_1": {
    ...RUN,
    crawl: CRAWL,
    verdict: {
      text: "llms.txt found: 3000 pages, 2990 searchable, 10 not found.",
      advice: [{ outcome: "not-found", pages: 10, fix: "Mend the links." }],
    },
  },
  "GET /api/job-runs/run_1/pages": { pages: LINES, cursor: null },
  "GET /api/github": { isConfigured: true, connection: null, repositories: [] },
  "GET /api/pdf-sets": { pdfSets: [SET] },
};

test("sites: totals, one's own sites, adding one, removing one by name", async () => {
  await page.viewport(1200, 900);
  const calls = renderConsole(ResourcesPage, {
    ...SERVER,
    "POST /api/functions/startIndexJobCallable": { result: { executionId: "run_2", moduleId: "src_3" } },
    "POST /api/functions/removeModuleCallable": { result: { removed: true } },
  });
  await expect.element(page.getByText("1,234")).toBeVisible();
  const quotas = page.getByRole("region", { name: "Used of the Basic plan" });
  await expect.element(quotas.getByText("409 of 20,000")).toBeVisible();
  await expect.element(quotas.getByText("1.5 MB of 2 GB")).toBeVisible();
  await expect.element(page.getByText("handbook", { exact: true })).toBeVisible();
  await expect.element(page.getByText("3,120")).toBeVisible();
  await expect.element(page.getByText("Indexing failed 3 times", { exact: false })).toBeVisible();
  await expect.element(page.getByText("everybody's")).not.toBeInTheDocument();
  expect(document.querySelector("[data-kind=failed]")?.textContent).toBe("Failed");

  await page.getByRole("button", { name: "Add a site" }).click();
  await page.getByRole("button", { name: "Index", exact: true }).click();
  await expect.element(page.getByText("Enter the address where the documentation begins")).toBeVisible();
  await page.getByRole("textbox", { name: "Address" }).fill("docs.test");
  await page.getByRole("textbox", { name: "Pages at most" }).fill("50");
  await page.getByRole("button", { name: "Index", exact: true }).click();
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  expect(calls.find(({ path }) => path.endsWith("startIndexJobCallable"))?.body).toEqual({
    data: { url: "docs.test", maxPages: 50 },
  });

  await page.getByRole("button", { name: "Remove handbook" }).click();
  await expect.element(page.getByRole("alertdialog", { name: "Remove handbook" })).toBeVisible();
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await expect.element(page.getByRole("alertdialog")).not.toBeInTheDocument();
  // The button may have gone with its row: the list has the focus.
  await expect.poll(() => document.activeElement?.getAttribute("aria-label")).toBe("Sites");
  expect(calls.find(({ path }) => path.endsWith("removeModuleCallable"))?.body).toEqual({
    data: { moduleId: "src_1" },
  });
});

test("jobs: what failed says why and can be tried again; the doctor explains 3,000 lines", async () => {
  await page.viewport(1200, 900);
  const calls = renderConsole(ResourcesPage, {
    ...SERVER,
    "POST /api/job-runs/run_1/retry": { executionId: "run_2", moduleId: "src_1" },
  });
  await page.getByRole("tab", { name: "Jobs" }).click();
  await expect.element(page.getByText("1 min 5 s")).toBeVisible();
  await expect.element(page.getByText("You", { exact: true })).toBeVisible();
  await expect.element(page.getByText("The site did not answer.")).not.toBeVisible();
  await page.getByRole("button", { name: "Error of handbook" }).click();
  await expect.element(page.getByText("The site did not answer.")).toBeVisible();
  await page.getByRole("button", { name: "Retry handbook" }).click();
  await expect.poll(() => calls.some(({ path }) => path === "/api/job-runs/run_1/retry")).toBe(true);

  await page.getByRole("button", { name: "Details of handbook" }).click();
  await expect
    .element(page.getByText("llms.txt found: 3000 pages, 2990 searchable, 10 not found."))
    .toBeVisible();
  await expect
    .element(page.getByRole("region", { name: "What to do" }))
    .toHaveTextContent("10 not found: Mend the links.");
  await expect.element(page.getByText("Page 1 of 30, 3,000 URLs")).toBeVisible();
  expect(document.querySelectorAll("[role=dialog] [data-lines] > li")).toHaveLength(100);
  await page.getByRole("combobox", { name: "Outcome" }).click();
  await page.getByRole("option", { name: "Not found (10)" }).click();
  await expect.poll(() => document.querySelectorAll("[role=dialog] [data-lines] > li").length).toBe(10);
  await expect
    .element(page.getByText("If the page should be there, fix the link that leads to it.").first())
    .toBeVisible();
  await page.getByRole("searchbox", { name: "Contains" }).fill("page-2700");
  await expect.poll(() => document.querySelectorAll("[role=dialog] [data-lines] > li").length).toBe(1);
});

test("repositories: the permissions are explained before GitHub is asked", async () => {
  renderConsole(ResourcesPage, SERVER);
  await page.getByRole("tab", { name: "Repositories" }).click();
  await expect.element(page.getByRole("button", { name: "Connect GitHub" })).toBeVisible();
  await expect
    .element(page.getByText("Nothing is written to your repositories", { exact: false }))
    .toBeVisible();
});

test("repositories: one that is not searchable says why, and what to do", async () => {
  const repository = {
    moduleId: "src_r",
    fullName: "demo/handbook",
    branch: "main",
    isPrivate: true,
    commitSha: null,
    totalPages: 0,
    lastIndexedAt: null,
    problem: "GitHub does not show this repository any more. Check the access, then index it again.",
  };
  const connection = { login: "demo", connectedAt: "2026-11-20T00:00:00.000Z" };
  const healthy = { ...repository, moduleId: "src_h", fullName: "demo/healthy", problem: null };
  renderConsole(ResourcesPage, {
    ...SERVER,
    "GET /api/github": { isConfigured: true, connection, repositories: [repository, healthy] },
  });
  await page.getByRole("tab", { name: "Repositories" }).click();
  const words = page.getByText("Check the access", { exact: false });
  await expect.element(words).toBeVisible();
  expect(words.elements()).toHaveLength(1);
});

test("repositories: a private one shared with a team says who can search it", async () => {
  const connection = { login: "demo", connectedAt: "2026-11-20T00:00:00.000Z" };
  const found = {
    fullName: "demo/vault",
    description: null,
    defaultBranch: "main",
    pushedAt: null,
    indexed: [],
  };
  renderConsole(ResourcesPage, {
    ...SERVER,
    "GET /api/github": { isConfigured: true, connection, repositories: [] },
    "POST /api/functions/getGitHubRepositories": {
      result: { login: "demo", repositories: [{ ...found, isPrivate: true }], nextPage: null },
    },
    "POST /api/functions/getGitHubRepoBranches": { result: { branches: [] } },
  });
  selectTeam("team_1");
  await page.getByRole("tab", { name: "Repositories" }).click();
  await page.getByRole("button", { name: "Add a repository" }).click();
  await page.getByRole("radio", { name: "demo/vault" }).click();
  await expect.element(page.getByText("only while GitHub shows it to them", { exact: false })).toBeVisible();
  resetSelectedTeam();
});

test("PDFs: a set says how it stands, and a file why it was not read", async () => {
  renderConsole(ResourcesPage, SERVER);
  await page.getByRole("tab", { name: "PDFs" }).click();
  await expect.element(page.getByText("1 file · 1.9 MB · 12 pages · German", { exact: false })).toBeVisible();
  await expect.element(page.getByText("pump.pdf: This file needs a password.")).toBeVisible();
  await page.getByText("Files", { exact: true }).click();
  await expect.element(page.getByText("This file needs a password.", { exact: true })).toBeVisible();
});

test("nothing yet and nothing to be had each have words and a way on", async () => {
  renderConsole(ResourcesPage, {
    ...SERVER,
    "GET /api/private-index": refusal(500, ""),
    "GET /api/sources": { sources: [] },
    "GET /api/job-runs": refusal(503, "Try again in a minute."),
  });
  await expect.element(page.getByText("Failed to load private index")).toBeVisible();
  await expect.element(page.getByText("Nothing indexed yet.")).toBeVisible();
  await page.getByRole("link", { name: "PDF files" }).click();
  await expect.element(page.getByRole("tab", { name: "PDFs" })).toHaveAttribute("aria-selected", "true");
  await page.getByRole("tab", { name: "Jobs" }).click();
  await expect.element(page.getByText("Try again in a minute.")).toBeVisible();
});

test.each([
  ["light", 1200, "Sites"],
  ["dark", 390, "Jobs"],
  ["light", 320, "PDFs"],
  ["dark", 1200, "Repositories"],
])("no rule of accessibility is broken: %s, %i px, %s", async (theme, width, tab) => {
  document.documentElement.dataset.theme = theme;
  document.documentElement.lang = "en";
  document.title = "Resources";
  await page.viewport(width, 900);
  renderConsole(ResourcesPage, SERVER);
  await page.getByRole("tab", { name: tab }).click();
  await expect.element(page.getByText("1,234")).toBeVisible();
  await expect.poll(() => document.querySelector("[aria-busy=true]")).toBeNull();
  const { violations } = await axe.run(document.body, {
    runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
  });
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join("\n")}`)).toEqual([]);
  expect(document.documentElement.scrollWidth).toBe(width);
});

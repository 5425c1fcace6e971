import { beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import type { Transaction } from "#web/features/activity/transactions.ts";
import type { Call } from "#web/test/console-page.tsx";
import { renderConsole, USER } from "#web/test/console-page.tsx";
import ActivityPage from "./activity-page.tsx";
import KeysPage from "./keys-page.tsx";
import ResourcesPage from "./resources-page.tsx";

/** Long lists of a person who has much: what is drawn stays bounded, and everything can still be reached. */

/** A timeout for hangs alone: finding an element by its role takes long among so many. */
const TIMEOUT = { timeout: 90_000 };
const SOON = { timeout: 15_000 };
const NOW = Date.UTC(2026, 10, 21, 12);
const HOUR_MS = 3_600_000;

const TRANSACTIONS: Transaction[] = Array.from({ length: 2_000 }, (_, index) => ({
  id: `txn_${index}`,
  userId: USER.uid,
  teamId: null,
  timestamp: new Date(NOW - index * HOUR_MS).toISOString(),
  source: index === 1_999 ? "initial" : "usage",
  amount: index === 1_999 ? 1_000 : -1,
  userAccountAmount: null,
  isFromMonthlyAllowance: false,
  details: null,
  metadata: { args: { query: `question ${index}` }, apiKeyName: `key ${index % 3}` },
}));

const KEYS = Array.from({ length: 200 }, (_, index) => ({
  id: `key_${index}`,
  userId: USER.uid,
  teamId: null,
  name: `runner ${index}`,
  maskedKey: `doc_${String(index).padStart(4, "0")}••••••wxyz`,
  createdAt: new Date(NOW - index * HOUR_MS).toISOString(),
  lastUsed: null,
  lastClient: null,
  isActive: true,
  endsAt: null,
  monthlyCreditLimit: null,
}));

const rows = () => document.querySelectorAll("tbody > tr").length;

beforeEach(async () => {
  history.replaceState(null, "", "/");
  await page.viewport(1200, 900);
});

function runOf(index: number, status: string) {
  return {
    executionId: `run_${index}`,
    moduleId: `src_${index}`,
    status,
    url: "https://handbook.test/",
    displayName: `handbook ${index}`,
    error: null,
    docsCount: 0,
    startedByUserId: USER.uid,
    startTime: new Date(Date.now() - 10_000).toISOString(),
    endTime: status === "COMPLETE" ? new Date().toISOString() : null,
  };
}

function answerTransactions({ query }: Call) {
  const [type, from, to] = ["type", "from", "to"].map((name) => query.get(name));
  const transactions = TRANSACTIONS.filter(
    ({ source, timestamp }) =>
      (type === "all" || source === type) && (!from || timestamp >= from) && (!to || timestamp <= to),
  );
  return { transactions: transactions.slice(0, Number(query.get("limit"))) };
}

test("2,000 transactions: the newest 200, more on request, older ones by kind and day", TIMEOUT, async () => {
  const calls = renderConsole(ActivityPage, { "GET /api/credits/transactions": answerTransactions });
  await expect.poll(rows, SOON).toBe(200);
  await expect.element(page.getByText("200 transactions")).toBeVisible();
  // The words are looked for in the rows that are here: nothing is asked.
  await page.getByRole("searchbox", { name: "Contains" }).fill("question 19");
  await expect.poll(rows, SOON).toBe(12);
  expect(calls.filter(({ path }) => path === "/api/credits/transactions")).toHaveLength(1);
  await page.getByRole("searchbox", { name: "Contains" }).fill("");

  await page.getByRole("button", { name: "Show 500" }).click();
  await expect.element(page.getByText("Page 1 of 3, 500 transactions")).toBeVisible();
  expect(rows()).toBe(200);
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByRole("button", { name: "Next" }).click();
  await expect.poll(rows, SOON).toBe(100);
  await expect.element(page.getByText("question 499", { exact: true })).toBeVisible();
  // Another order begins at the first page.
  await page.getByRole("button", { name: "When" }).click();
  await expect.element(page.getByText("Page 1 of 3, 500 transactions")).toBeVisible();

  // The only transaction of its kind is older than all of these.
  await page.getByRole("combobox", { name: "Type" }).click();
  await page.getByRole("option", { name: "Initial" }).click();
  await expect.poll(rows, SOON).toBe(1);
  await expect.element(page.getByRole("cell", { name: "+1,000" }).first()).toBeVisible();
});

test("200 keys: a page at a time, and each is found by its name", TIMEOUT, async () => {
  const calls = renderConsole(KeysPage, {
    "GET /api/api-keys": { apiKeys: KEYS },
    "POST /api/functions/revokeApiKeyCallableV2": { result: {} },
  });
  await expect.poll(rows, SOON).toBe(50);
  await page.getByRole("button", { name: "Next" }).click();
  await expect.element(page.getByText("Page 2 of 4, 200 keys")).toBeVisible();
  await page.getByRole("searchbox", { name: "Find a key" }).fill("runner 17");
  await expect.poll(rows, SOON).toBe(12);
  await page.getByRole("button", { name: "Revoke runner 170" }).click();
  // One question, about this key: a question that was not asked for is not in the page.
  expect(document.querySelectorAll("[role=alertdialog]")).toHaveLength(1);
  await page.getByRole("alertdialog").getByRole("button", { name: "Revoke" }).click();
  await expect.element(page.getByRole("alertdialog")).not.toBeInTheDocument();
  expect(calls.filter(({ method }) => method === "POST").map(({ body }) => body)).toEqual([
    { data: { keyId: "key_170" } },
  ]);
});

test(
  "a key is rolled: the new one is shown at once, the old one works for a while or until it is revoked",
  TIMEOUT,
  async () => {
    const [old] = KEYS.slice(-1);
    const rolled = {
      ...old!,
      id: "key_new",
      createdAt: new Date(NOW).toISOString(),
      maskedKey: "doc_NEWW...9999",
    };
    const keys: (Omit<typeof rolled, "endsAt"> & { endsAt: string | null })[] = [old!];
    const calls = renderConsole(KeysPage, {
      "GET /api/api-keys": () => ({ apiKeys: keys }),
      [`POST /api/api-keys/${old!.id}/roll`]: () => {
        const endsAt = new Date(Date.now() + HOUR_MS).toISOString();
        keys.splice(0, 1, rolled, { ...old!, endsAt });
        return {
          id: rolled.id,
          name: rolled.name,
          key: "doc_NEWW-the-whole-key-9999",
          oldKeyEndsAt: endsAt,
        };
      },
      "POST /api/functions/revokeApiKeyCallableV2": () => {
        keys.pop();
        return { result: {} };
      },
    });
    await page.getByRole("button", { name: `Roll ${old!.name}` }).click();
    await page.getByRole("combobox", { name: "The old key" }).click();
    await page.getByRole("option", { name: "Works for one hour more" }).click();
    await page.getByRole("button", { name: "Make the new key" }).click();
    await expect.element(page.getByText("works until", { exact: false })).toBeVisible();
    await expect.element(page.getByText(/^Ends in /)).toBeVisible();
    // The old key takes no place of the plan.
    await expect.element(page.getByText("1 of 3 keys of the Free plan are active.")).toBeVisible();
    await expect.element(page.getByLabelText("The key, masked")).toHaveTextContent("doc_NEWW...9999");
    await expect
      .poll(() => document.activeElement?.getAttribute("aria-label"))
      .toBe(`Copy: the key ${rolled.name}`);
    // The new key is in the setup already.
    await expect
      .element(page.getByText("Show or copy the key once", { exact: false }))
      .not.toBeInTheDocument();
    await page.getByRole("button", { name: `Revoke the old ${old!.name}` }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Revoke" }).click();
    await expect.element(page.getByText("works until", { exact: false })).not.toBeInTheDocument();
    expect(calls.filter(({ method }) => method === "POST").map(({ body }) => body)).toEqual([
      { graceHours: 1 },
      { data: { keyId: old!.id } },
    ]);
  },
);

test("a second hand moves what goes on, and nothing else", TIMEOUT, async () => {
  const jobRuns = Array.from({ length: 100 }, (_, index) =>
    runOf(index, index === 0 ? "CRAWLING" : "COMPLETE"),
  );
  renderConsole(ResourcesPage, {
    "GET /api/job-runs": { jobRuns },
    "GET /api/job-runs/run_0": { ...jobRuns[0], crawl: null, verdict: null },
    "GET /api/sources": { sources: [] },
    "GET /api/private-index": { privateIndex: null },
  });
  await page.getByRole("tab", { name: "Jobs" }).click();
  await expect.poll(rows, SOON).toBe(100);
  const table = document.querySelector("tbody")!;
  const changed = new Set<Element>();
  const watch = new MutationObserver((changes) => {
    for (const { target } of changes) {
      const row = (target instanceof Element ? target : target.parentElement)?.closest("tr");
      if (row) changed.add(row);
    }
  });
  watch.observe(table, { subtree: true, childList: true, characterData: true });
  await expect.poll(() => changed.has(table.rows[0]!), SOON).toBe(true);
  watch.disconnect();
  expect(table.rows[0]!.textContent).toContain("Crawling");
  // The times of the other rows are counted from seconds ago, and drawn anew every ten seconds.
  expect(changed.size === 1 || changed.size === 100).toBe(true);
});

import { describe, expect, it } from "vitest";
import { toCsv } from "./export.ts";
import { nextSort, writeSort } from "#web/lib/sort.ts";
import type { Sort } from "#web/lib/sort.ts";
import {
  detailsOf,
  againPath,
  argsOf,
  COLUMNS,
  filterTransactions,
  formatAmount,
  NO_FILTERS,
  readFilters,
  readView,
  sortTransactions,
  tokensOf,
  writeColumns,
  writeFilters,
} from "./transactions.ts";
import type { ColumnId, Transaction } from "./transactions.ts";

function row(id: string, changes: Partial<Transaction> = {}): Transaction {
  return {
    id,
    userId: "usr_1",
    teamId: null,
    timestamp: "2026-11-21T10:00:00.000Z",
    source: "usage",
    amount: -1,
    userAccountAmount: null,
    isFromMonthlyAllowance: false,
    details: null,
    metadata: null,
    ...changes,
  };
}

const SEARCH = row("search", {
  metadata: { args: { query: "hono rpc client" }, apiKeyName: "laptop", tokens: 439, pageTokens: 8000 },
});
const READ = row("read", {
  timestamp: "2026-11-20T10:00:00.000Z",
  metadata: { args: { url: "https://hono.dev/docs" }, apiKeyName: "ci" },
});
const INITIAL = row("initial", {
  timestamp: "2026-11-01T10:00:00.000Z",
  source: "initial",
  amount: 200,
  details: "Welcome",
});
const ALL = [SEARCH, READ, INITIAL];

function idsOf(rows: Transaction[]) {
  return rows.map(({ id }) => id);
}

describe("filters", () => {
  it.each([
    [{}, ["search", "read", "initial"]],
    [{ type: "initial" }, ["initial"]],
    [{ type: "purchase" }, []],
    [{ key: "ci" }, ["read"]],
    [{ text: "RPC hono" }, ["search"]],
    [{ text: "hono.dev" }, ["read"]],
    [{ text: "welcome" }, ["initial"]],
  ] as const)("%j leave %j", (changes, ids) => {
    expect(idsOf(filterTransactions(ALL, { ...NO_FILTERS, ...changes }))).toEqual(ids);
  });

  it("begin with the first millisecond of a day and end with the last", () => {
    const first = row("first", { timestamp: new Date("2026-11-20T00:00:00.000").toISOString() });
    const last = row("last", { timestamp: new Date("2026-11-20T23:59:59.999").toISOString() });
    const before = row("before", { timestamp: new Date("2026-11-19T23:59:59.999").toISOString() });
    const after = row("after", { timestamp: new Date("2026-11-21T00:00:00.000").toISOString() });
    const day = { ...NO_FILTERS, from: "2026-11-20", to: "2026-11-20" };
    expect(idsOf(filterTransactions([first, last, before, after], day))).toEqual(["first", "last"]);
  });

  it("stand in the address, which is not believed", () => {
    const filters = { ...NO_FILTERS, type: "usage" as const, from: "2026-11-20", text: "a b&c" };
    const params = writeFilters(new URLSearchParams("tab=x&to=2026-01-01"), filters);
    expect(params.toString()).toBe("tab=x&type=usage&from=2026-11-20&text=a+b%26c");
    expect(readFilters(params)).toEqual(filters);
    expect(readFilters(new URLSearchParams("type=theft&from=yesterday&to=2026-11-2"))).toEqual(NO_FILTERS);
  });
});

it("sorts ascending, then descending, then not at all", () => {
  let sort: Sort<ColumnId> = null;
  const seen: string[][] = [];
  for (let clicks = 0; clicks < 3; clicks += 1) {
    sort = nextSort(sort, "amount");
    seen.push(idsOf(sortTransactions(ALL, sort)));
  }
  expect(seen).toEqual([
    ["search", "read", "initial"],
    ["initial", "search", "read"],
    ["search", "read", "initial"],
  ]);
  expect(nextSort({ column: "amount", direction: "desc" }, "key")).toEqual({
    column: "key",
    direction: "asc",
  });
  expect(idsOf(sortTransactions(ALL, { column: "timestamp", direction: "asc" }))).toEqual([
    "initial",
    "read",
    "search",
  ]);
});

it("keeps order and columns in the address, which is not believed", () => {
  const filtered = new URLSearchParams("type=usage");
  const sorted = writeSort(filtered, { column: "amount", direction: "desc" });
  expect(sorted.toString()).toBe("type=usage&sort=amount&order=desc");
  expect(readView(sorted)).toEqual({ sort: { column: "amount", direction: "desc" }, columns: COLUMNS });
  expect(writeSort(sorted, null).toString()).toBe("type=usage");
  const narrow = writeColumns(filtered, ["amount", "timestamp"]);
  expect(narrow.get("columns")).toBe("timestamp,amount");
  expect(readView(narrow).columns).toEqual(["timestamp", "amount"]);
  expect(writeColumns(narrow, COLUMNS).toString()).toBe("type=usage");
  expect(readView(new URLSearchParams("sort=price&columns=secret"))).toEqual({
    sort: null,
    columns: COLUMNS,
  });
});

it("has words for what comes without any", () => {
  const words = (["purchase", "subscription", "initial", "usage"] as const).map((source) =>
    detailsOf(row(source, { source, details: null })),
  );
  expect(words).toEqual(["Credits bought", "Allowance of the plan", "Starting credits", ""]);
  expect(detailsOf(INITIAL)).toBe("Welcome");
});

it("leads from a search to the same search, and from nothing else", () => {
  const args = { query: "a & b", scope: "private", sources: ["hono", 3], session: "s_1" };
  expect(againPath(row("again", { metadata: { args } }))).toBe("/search?q=a+%26+b&scope=private&source=hono");
  expect(againPath(READ)).toBeNull();
  expect(againPath(INITIAL)).toBeNull();
});

it("opens only usage that has arguments", () => {
  expect(argsOf(SEARCH)).toEqual({ query: "hono rpc client" });
  expect(argsOf(row("bare"))).toBeNull();
  expect(argsOf({ ...SEARCH, source: "purchase" })).toBeNull();
  expect(tokensOf(SEARCH)).toEqual({ sent: 439, full: 8000 });
  expect(tokensOf(READ)).toBeNull();
});

it.each([
  [1000, "+1,000"],
  [-1, "-1"],
  [0, "0"],
])("shows %d as %s", (amount, text) => expect(formatAmount(amount)).toBe(text));

it("exports what spreadsheets read and do not run", () => {
  const evil = row("evil", { metadata: { args: { query: '=HYPERLINK("http://evil")' }, apiKeyName: "a,b" } });
  expect(toCsv([SEARCH, evil]).split("\r\n")).toEqual([
    "timestamp,type,details,api key,amount,tokens sent,tokens of the full pages,id",
    "2026-11-21T10:00:00.000Z,usage,hono rpc client,laptop,-1,439,8000,search",
    `2026-11-21T10:00:00.000Z,usage,"'=HYPERLINK(""http://evil"")","a,b",-1,,,evil`,
    "",
  ]);
});

import { expect, it } from "vitest";
import { sortKeys, usageWords } from "./key-order.ts";
import type { KeyColumn } from "./key-order.ts";
import type { ApiKey } from "./queries.ts";

const BASE: ApiKey = {
  id: "",
  userId: "usr_1",
  teamId: null,
  scope: "index",
  monthlyCreditLimit: null,
  name: "",
  maskedKey: "doc_abcd...wxyz",
  createdAt: "2026-11-21T10:00:00.000Z",
  lastUsed: null,
  lastClient: null,
  isActive: true,
  endsAt: null,
};
/** Keys, the newest first, as the server gives them. */
const KEYS: ApiKey[] = [
  { ...BASE, id: "c", name: "laptop", createdAt: "2026-11-21T10:00:00.000Z" },
  { ...BASE, id: "b", name: "Agent", lastUsed: "2026-11-20T10:00:00.000Z", isActive: false },
  {
    ...BASE,
    id: "a",
    name: "ci",
    createdAt: "2026-11-01T10:00:00.000Z",
    lastUsed: "2026-11-21T09:00:00.000Z",
  },
].map((key) => (key.id === "b" ? { ...key, createdAt: "2026-11-10T10:00:00.000Z" } : key));
const USAGE = new Map([
  ["c", [0, 1]],
  ["a", [90, 4]],
]);

it.each<[KeyColumn, string]>([
  ["name", "bac"],
  ["created", "abc"],
  ["used", "cba"],
  ["calls", "bca"],
  ["status", "cab"],
])("orders by %s", (column, ids) => {
  const order = (direction: "asc" | "desc") =>
    sortKeys(KEYS, { column, direction }, USAGE)
      .map(({ id }) => id)
      .join("");
  expect(order("asc")).toBe(ids);
  expect(order("desc")).not.toBe(ids);
});

it("tells keys of one name apart by what each was used", () => {
  const twins = KEYS.map((key) => ({ ...key, name: "laptop" }));
  const order = sortKeys(twins, { column: "calls", direction: "desc" }, USAGE);
  expect(order.map(({ id }) => id)).toEqual(["a", "c", "b"]);
});

it("leaves the server's order without a sort", () =>
  expect(sortKeys(KEYS, null, USAGE).map(({ id }) => id)).toEqual(["c", "b", "a"]));

it.each([
  [[0, 0], "0 calls in 2 days, 0 of them today"],
  [[1, 0], "1 call in 2 days, 0 of them today"],
  [[1200, 4], "1,204 calls in 2 days, 4 of them today"],
])("%j: %s", (days, words) => expect(usageWords(days)).toBe(words));

import { expect, it } from "vitest";
import { displayedKey, filterKeys, olderTwins } from "./displayed-key.ts";
import type { ApiKey } from "./queries.ts";

function key(id: string, isActive: boolean): ApiKey {
  return {
    id,
    userId: "usr_1",
    teamId: null,
    name: `laptop ${id}`,
    maskedKey: `doc_${id}...wxyz`,
    createdAt: "2026-11-21T10:00:00.000Z",
    lastUsed: null,
    lastClient: null,
    isActive,
    endsAt: null,
  };
}

function named(id: string, name: string, createdAt: string, isActive = true): ApiKey {
  return { ...key(id, isActive), name, createdAt };
}

const KEYS = [key("a", false), key("b", true), key("c", true)];

it("shows the first active key, or the chosen one as long as it is active", () => {
  expect(displayedKey(KEYS, null)?.id).toBe("b");
  expect(displayedKey(KEYS, "c")?.id).toBe("c");
  expect(displayedKey(KEYS, "a")?.id).toBe("b");
  expect(displayedKey([key("a", false)], "a")).toBeNull();
  expect(displayedKey([], null)).toBeNull();
});

it("finds keys by name and by their ends", () => {
  expect(filterKeys(KEYS, " LAPTOP doc_c ").map(({ id }) => id)).toEqual(["c"]);
  expect(filterKeys(KEYS, "doc_b").map(({ id }) => id)).toEqual(["b"]);
  expect(filterKeys(KEYS, "")).toHaveLength(3);
  expect(filterKeys(KEYS, "desktop")).toEqual([]);
});

it("knows the keys that a new one of the same name was to replace", () => {
  const rolled = named("new", "laptop", "2026-11-21T12:00:00.000Z");
  const keys = [
    rolled,
    named("old", "laptop", "2026-11-20T12:00:00.000Z"),
    named("other", "server", "2026-11-20T12:00:00.000Z"),
    named("gone", "laptop", "2026-11-19T12:00:00.000Z", false),
    named("newer", "laptop", "2026-11-22T12:00:00.000Z"),
  ];
  expect(olderTwins(keys, rolled).map(({ id }) => id)).toEqual(["old"]);
});

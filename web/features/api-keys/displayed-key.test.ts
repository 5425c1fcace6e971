import { expect, it } from "vitest";
import { displayedKey, filterKeys, isLasting, msUntilNextEnd, rolledTwins } from "./displayed-key.ts";
import type { ApiKey } from "./queries.ts";

function key(id: string, isActive: boolean): ApiKey {
  return {
    id,
    userId: "usr_1",
    teamId: null,
    scope: "index",
    monthlyCreditLimit: null,
    name: `laptop ${id}`,
    maskedKey: `doc_${id}...wxyz`,
    createdAt: "2026-11-21T10:00:00.000Z",
    lastUsed: null,
    lastClient: null,
    isActive,
    endsAt: null,
  };
}

/** A key that was rolled. */
function ending(id: string, name: string, isActive = true): ApiKey {
  return { ...key(id, isActive), name, endsAt: "2026-11-22T10:00:00.000Z" };
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

it("knows the old keys that go on beside the one that took their place", () => {
  const rolled = { ...key("new", true), name: "laptop" };
  const keys = [
    rolled,
    ending("old", "laptop"),
    ending("other", "server"),
    ending("over", "laptop", false),
    { ...key("twin", true), name: "laptop" },
  ];
  expect(rolledTwins(keys, rolled).map(({ id }) => id)).toEqual(["old"]);
  expect(keys.filter(isLasting).map(({ id }) => id)).toEqual(["new", "twin"]);
  expect(displayedKey([ending("old", "laptop"), rolled], null)?.id).toBe("new");
  expect(displayedKey([ending("old", "laptop")], null)?.id).toBe("old");
});

it("knows when the next old key ends", () => {
  const at = new Date("2026-11-22T09:59:00.000Z");
  const later = { ...ending("later", "laptop"), endsAt: "2026-11-23T10:00:00.000Z" };
  expect(msUntilNextEnd([later, ending("next", "ci"), key("lasting", true)], at)).toBe(60_000);
  expect(msUntilNextEnd([ending("late", "ci")], new Date("2026-11-22T10:00:01.000Z"))).toBe(0);
  expect(msUntilNextEnd([ending("over", "ci", false), key("lasting", true)], at)).toBeNull();
});

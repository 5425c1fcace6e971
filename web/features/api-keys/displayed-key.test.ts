import { expect, it } from "vitest";
import { displayedKey, filterKeys } from "./displayed-key.ts";
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
  };
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

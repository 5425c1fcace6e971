import { expect, it } from "vitest";
import { matchScore } from "./match.ts";

const NAMES = ["Dashboard", "API Keys", "Create API key", "Activity", "Dark theme", "Keyboard shortcuts"];

function best(typed: string): string | undefined {
  return NAMES.filter((name) => matchScore(name, typed) > 0).toSorted(
    (a, b) => matchScore(b, typed) - matchScore(a, typed),
  )[0];
}

it.each([
  ["keys", "API Keys"],
  ["cak", "Create API key"],
  ["dark", "Dark theme"],
  ["dash", "Dashboard"],
  ["short", "Keyboard shortcuts"],
  ["act", "Activity"],
  ["zzz", undefined],
])("%s finds %s", (typed, name) => {
  expect(best(typed)).toBe(name);
});

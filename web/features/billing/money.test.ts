import { expect, it } from "vitest";
import { dayOf, dollars } from "./money.ts";

it.each([
  [900, "$9"],
  [1234, "$12.34"],
  [1230, "$12.30"],
  [0, "$0"],
  [-2000, "-$20"],
])("writes %d cents as %s", (cents, words) => {
  expect(dollars(cents)).toBe(words);
});

it("names a day in UTC", () => {
  expect(dayOf("2026-11-22T23:59:59.000Z")).toBe("Nov 22, 2026");
});

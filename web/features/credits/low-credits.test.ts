import { expect, it } from "vitest";
import { lowCredits } from "./low-credits.ts";

it.each([
  ["Free", 200, null],
  ["Free", 41, null],
  ["Free", 40, "low"],
  ["Basic", 200, "low"],
  ["Basic", 201, null],
  ["Pro", 0, "none"],
] as const)("on %s with %d left: %s", (tier, left, said) => {
  expect(lowCredits(tier, left)).toBe(said);
});

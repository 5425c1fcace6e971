import { expect, it } from "vitest";
import { lowCredits } from "./low-credits.ts";

it.each([
  [0, 200, false, null],
  [0, 41, false, null],
  [0, 40, false, "low"],
  [1000, 200, false, "low"],
  [1000, 201, false, null],
  [5000, 0, false, "none"],
  [0, 0, false, "none"],
  [0, 0, true, null],
  [0, 12, true, "low"],
  [12_500, 2_500, true, "low"],
  [12_500, 0, true, "none"],
] as const)(
  "with %d a month and %d left, of a team: %s, it is %s",
  (monthlyAllowance, left, isTeam, said) => {
    expect(lowCredits({ monthlyAllowance, totalCreditsAvailable: left }, isTeam)).toBe(said);
  },
);

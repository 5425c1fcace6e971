import { expect, it } from "vitest";
import { cheapestPlan } from "./cheapest-plan.ts";

it.each([
  [0, "Free", 0],
  [6, "Free", 0],
  [33, "Basic", 0],
  [166, "Pro", 0],
  [200, "Pro", 1000],
])("for %d calls a day it is %s with %d more credits", (calls, tier, extraCredits) => {
  expect(cheapestPlan(calls)).toEqual({ tier, extraCredits });
});

import { expect, it } from "vitest";
import { seatsSummary } from "./seat-words.ts";

it.each([
  [4, 5, "4 seats selected, 5 paid: 1 unused"],
  [5, 5, "5 seats selected, 5 paid: none unused"],
  [1, 1, "1 seat selected, 1 paid: none unused"],
  [7, 5, "7 seats selected, 5 paid: 2 too many"],
])("with %d chosen of %d: %s", (chosen, paid, said) => {
  expect(seatsSummary(chosen, paid)).toBe(said);
});

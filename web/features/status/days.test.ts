import { expect, test } from "vitest";
import { barsOf, percent } from "./days.ts";

test("there is a bar for each of 90 days, also where nothing was checked", () => {
  const bars = barsOf(
    [
      { day: "2026-08-23", checks: 1, failures: 1 },
      { day: "2026-08-24", checks: 288, failures: 0 },
      { day: "2026-11-21", checks: 4, failures: 1 },
    ],
    new Date("2026-11-21T23:59:59Z"),
  );
  expect(bars).toHaveLength(90);
  expect(bars[0]).toEqual({ day: "2026-08-24", checks: 288, failures: 0, failedShare: 0 });
  expect(bars[1]).toEqual({ day: "2026-08-25", checks: 0, failures: 0, failedShare: null });
  expect(bars.at(-1)).toEqual({ day: "2026-11-21", checks: 4, failures: 1, failedShare: 0.25 });
});

test.each([
  [1, "100%"],
  [0.999_99, "99.99%"],
  [25_919 / 25_920, "99.99%"],
  [0.75, "75.00%"],
  [0, "0.00%"],
])("%f is %s", (share, words) => {
  expect(percent(share)).toBe(words);
});

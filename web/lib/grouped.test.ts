import { expect, test } from "vitest";
import { grouped } from "./grouped.ts";

test.each([0, 7, 999, 1000, 1240, 48_210, 100_000, 1_234_567, -1200])(
  "%i as the browser groups it",
  (number) => {
    expect(grouped(number)).toBe(number.toLocaleString("en-US"));
  },
);

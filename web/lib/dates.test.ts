import { expect, it } from "vitest";
import { formatAgo, formatDate } from "./dates.ts";

it("writes dates in US English with short month, time and zone", () => {
  expect(formatDate("2026-11-21T10:42:07Z").replaceAll("\u202f", " ")).toMatch(
    /^Nov 2\d, 2026, \d{1,2}:42 [AP]M \S+$/,
  );
});

it.each([
  ["2026-11-21T10:00:00Z", "now"],
  ["2026-11-21T09:59:56Z", "4 seconds ago"],
  ["2026-11-21T09:20:00Z", "40 minutes ago"],
  ["2026-11-20T10:00:00Z", "yesterday"],
  ["2026-08-21T10:00:00Z", "3 months ago"],
  ["2024-11-21T10:00:00Z", "2 years ago"],
])("%s is %s", (iso, words) => {
  expect(formatAgo(iso, new Date("2026-11-21T10:00:00Z"))).toBe(words);
});

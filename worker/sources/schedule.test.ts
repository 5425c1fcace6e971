import { describe, expect, it } from "vitest";
import { nextRefreshAt, retryRefreshAt } from "./schedule.ts";
import type { RefreshFacts } from "./schedule.ts";

const NOW = new Date("2026-11-21T00:00:00Z");
const HOURS = 60 * 60_000;

function daysAgo(days: number): Date {
  return new Date(NOW.getTime() - days * 24 * HOURS);
}

function hoursUntil(date: Date | null): number | null {
  return date && (date.getTime() - NOW.getTime()) / HOURS;
}

describe("after a run that is complete", () => {
  it.each<[string, Partial<RefreshFacts>, hours: number | null]>([
    ["Pro", { tier: "Pro" }, 24],
    ["Basic", { tier: "Basic" }, 72],
    ["Free", { tier: "Free" }, 14 * 24],
    ["public", { tier: null }, 7 * 24],
    ["one run says nothing yet", { tier: "Basic", changes: [0] }, 72],
    ["changed, before not", { tier: "Basic", changes: [3, 0] }, 72],
    ["not changed, before so", { tier: "Basic", changes: [0, 3] }, 72],
    ["changed twice", { tier: "Basic", changes: [1, 9] }, 36],
    ["never under twelve hours", { tier: "Pro", changes: [1, 9, 4] }, 12],
    ["quiet twice", { tier: "Basic", changes: [0, 0, 7] }, 144],
    ["quiet four times", { tier: "Basic", changes: [0, 0, 0, 0, 7] }, 288],
    ["not used for a month", { tier: "Pro", lastUsedAt: daysAgo(31) }, 48],
    ["not used for a season", { tier: "Pro", lastUsedAt: daysAgo(91) }, 96],
    ["never over 45 days", { tier: "Free", changes: [0, 0, 0, 0], lastUsedAt: daysAgo(91) }, 45 * 24],
    ["an API description", { kind: "api-description", tier: "Pro" }, 24],
    ["a repository", { kind: "repository", tier: "Pro" }, null],
    ["a PDF set", { kind: "pdf-set", tier: "Pro" }, null],
    ["a package", { kind: "package", tier: "Pro" }, null],
  ])("%s", (_, facts, hours) => {
    const at = nextRefreshAt(
      { kind: "site", tier: null, changes: [], lastUsedAt: daysAgo(1), ...facts },
      NOW,
    );
    expect(hoursUntil(at)).toBe(hours);
  });
});

it.each([
  [1, 1],
  [2, 12],
  [3, null],
  [40, null],
])("after %i failures in a row it is tried again in %s hours", (failedRuns, hours) => {
  expect(hoursUntil(retryRefreshAt("site", failedRuns, NOW))).toBe(hours);
  expect(retryRefreshAt("package", failedRuns, NOW)).toBeNull();
});

it("what is public is never given up", () => {
  const hours = [1, 2, 3, 40].map((failedRuns) =>
    hoursUntil(retryRefreshAt("site", failedRuns, NOW, { isPublic: true })),
  );
  expect(hours).toEqual([1, 12, 45 * 24, 45 * 24]);
  expect(retryRefreshAt("package", 3, NOW, { isPublic: true })).toBeNull();
});

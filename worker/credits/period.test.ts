import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nextPeriodStart, periodStart } from "./period.ts";

const DAY_MS = 86_400_000;

const at = (text: string) => new Date(text);

describe("start of the credit period", () => {
  it.each([
    // [subscription start, now, start of the period]
    ["2026-01-15T10:30:00Z", "2026-03-20T00:00:00Z", "2026-03-15"],
    ["2026-01-15T10:30:00Z", "2026-03-15T00:00:00Z", "2026-03-15"],
    ["2026-01-15T10:30:00Z", "2026-03-14T23:59:59.999Z", "2026-02-15"],
    ["2026-01-01T00:00:00Z", "2026-12-31T23:59:59.999Z", "2026-12-01"],
    ["2026-01-01T00:00:00Z", "2027-01-01T00:00:00Z", "2027-01-01"],
    ["2025-11-20T00:00:00Z", "2026-01-05T00:00:00Z", "2025-12-20"],
    // 29: there in February of leap years alone
    ["2026-01-29T00:00:00Z", "2026-02-27T23:59:59.999Z", "2026-01-29"],
    ["2026-01-29T00:00:00Z", "2026-02-28T00:00:00Z", "2026-02-28"],
    ["2026-01-29T00:00:00Z", "2026-03-28T23:59:59.999Z", "2026-02-28"],
    ["2028-01-29T00:00:00Z", "2028-02-28T23:59:59.999Z", "2028-01-29"],
    ["2028-01-29T00:00:00Z", "2028-02-29T00:00:00Z", "2028-02-29"],
    // 30
    ["2026-01-30T00:00:00Z", "2026-02-28T00:00:00Z", "2026-02-28"],
    ["2026-01-30T00:00:00Z", "2026-03-29T23:59:59.999Z", "2026-02-28"],
    ["2026-01-30T00:00:00Z", "2026-03-30T00:00:00Z", "2026-03-30"],
    ["2028-01-30T00:00:00Z", "2028-02-29T12:00:00Z", "2028-02-29"],
    // 31: short months end on 30, and on 28 or 29
    ["2026-01-31T00:00:00Z", "2026-04-29T23:59:59.999Z", "2026-03-31"],
    ["2026-01-31T00:00:00Z", "2026-04-30T00:00:00Z", "2026-04-30"],
    ["2026-01-31T00:00:00Z", "2026-05-30T23:59:59.999Z", "2026-04-30"],
    ["2026-01-31T00:00:00Z", "2026-03-01T00:00:00Z", "2026-02-28"],
    ["2025-12-31T00:00:00Z", "2026-01-30T00:00:00Z", "2025-12-31"],
    // 2000 was a leap year, 2100 is none
    ["2000-01-31T00:00:00Z", "2000-02-29T00:00:00Z", "2000-02-29"],
    ["2099-12-31T00:00:00Z", "2100-02-28T00:00:00Z", "2100-02-28"],
    // Days when clocks change in Europe and America are nothing special in UTC.
    ["2026-01-29T00:00:00Z", "2026-03-29T00:30:00Z", "2026-03-29"],
    ["2026-01-08T00:00:00Z", "2026-03-08T06:59:59Z", "2026-03-08"],
  ])("started %s, asked at %s: %s (fault 16)", (start, now, expected) => {
    expect(periodStart(at(start), at(now)).toISOString()).toBe(`${expected}T00:00:00.000Z`);
  });

  it("is right for every day of the month that a plan can begin on, on every day of 2024 to 2040 (fault 16)", () => {
    const first = Date.UTC(2024, 0, 1);
    const last = Date.UTC(2040, 11, 31);
    let compared = 0;
    const wrong: string[] = [];
    for (let anchorDay = 1; anchorDay <= 31; anchorDay += 1) {
      const start = new Date(Date.UTC(2023, 11, anchorDay, 17, 45));
      // The reference walks from day to day and never computes a month: a period begins on the anchor's day, or on the last day of a month
      // that ends before it.
      let current = Date.UTC(2023, 11, anchorDay);
      for (let day = current; day <= last; day += DAY_MS) {
        const isLastOfMonth = new Date(day + DAY_MS).getUTCDate() === 1;
        const date = new Date(day).getUTCDate();
        if (date === anchorDay || (isLastOfMonth && date < anchorDay)) current = day;
        if (day < first) continue;
        for (const now of [day, day + DAY_MS - 1]) {
          compared += 1;
          if (periodStart(start, new Date(now)).getTime() !== current)
            wrong.push(`${anchorDay} on ${new Date(now).toISOString()}`);
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(compared).toBe(31 * 6_210 * 2);
  });

  it("never lies in the future, lasts 28 to 31 days and is its own start", () => {
    const instants = fc.date({ min: at("1990-01-01"), max: at("2110-01-01"), noInvalidDate: true });
    fc.assert(
      fc.property(instants, instants, (start, now) => {
        const period = periodStart(start, now);
        const days = (now.getTime() - period.getTime()) / 86_400_000;
        expect(days).toBeGreaterThanOrEqual(0);
        expect(days).toBeLessThan(31);
        expect(periodStart(start, period)).toEqual(period);
        const before = periodStart(start, new Date(period.getTime() - 1));
        const length = (period.getTime() - before.getTime()) / 86_400_000;
        expect([28, 29, 30, 31]).toContain(length);
        expect(nextPeriodStart(start, before)).toEqual(period);
      }),
    );
  });
});

import { beforeEach, expect, it } from "vitest";
import { openStorage } from "#evals/lab/sql-storage.ts";
import { AutoTopUp, TOP_UP_RETRY_MS, willBuy } from "#worker/credits/auto-top-up.ts";

const SETTINGS = { thresholdCredits: 100, packCredits: 1000, packCents: 900, monthlyMaxCents: 1800 };
const NOV = Date.UTC(2066, 10, 30, 23, 55);
const DEC = Date.UTC(2066, 11, 1);

let topUp: AutoTopUp;
beforeEach(() => {
  const { sql } = openStorage(":memory:");
  topUp = new AutoTopUp(sql as unknown as ConstructorParameters<typeof AutoTopUp>[0]);
});

it("is due at the threshold, once, until its end is told", () => {
  expect(topUp.due(0, NOV)).toBeNull();
  topUp.set(SETTINGS, NOV);
  expect(topUp.due(101, NOV)).toBeNull();
  expect(topUp.due(100, NOV)).toEqual({ number: 1, credits: 1000, priceCents: 900, tries: 1 });
  expect(topUp.due(0, NOV)).toBeNull();
  expect(topUp.end(1, "paid")).toBe(true);
  expect(topUp.end(1, "card-declined")).toBe(false);
  expect(topUp.due(0, NOV)).toMatchObject({ number: 2, tries: 1 });
});

it("is given out again after a while, as the same purchase", () => {
  topUp.set(SETTINGS, NOV);
  topUp.due(0, NOV);
  expect(topUp.due(0, NOV + TOP_UP_RETRY_MS - 1)).toBeNull();
  expect(topUp.due(0, NOV + TOP_UP_RETRY_MS)).toMatchObject({ number: 1, tries: 2 });
  expect(topUp.state(NOV).spentCents).toBe(900);
});

it("stays within the month's maximum, and begins anew with the next month", () => {
  topUp.set(SETTINGS, NOV);
  for (const number of [1, 2]) {
    expect(topUp.due(0, NOV)).toMatchObject({ number });
    // The purchase under way is the last one that the maximum has room for.
    expect(willBuy(topUp.state(NOV))).toBe(true);
    topUp.end(number, "paid");
  }
  expect(topUp.due(0, NOV)).toBeNull();
  expect(topUp.state(NOV).spentCents).toBe(1800);
  expect([NOV, DEC].map((now) => willBuy(topUp.state(now)))).toEqual([false, true]);
  expect(topUp.state(DEC).spentCents).toBe(0);
  expect(topUp.due(0, DEC)).toMatchObject({ number: 3 });
});

it("costs nothing and ends when a purchase was not paid, also in the next month", () => {
  topUp.set(SETTINGS, NOV);
  topUp.due(0, NOV);
  expect(topUp.end(1, "card-declined")).toBe(true);
  expect(topUp.state(DEC)).toMatchObject({ isOn: false, spentCents: 0, stoppedBecause: "card-declined" });
  expect(topUp.state(NOV).spentCents).toBe(0);
  expect(topUp.due(0, DEC)).toBeNull();
});

it("buys nothing more when it is turned off; a purchase that is under way still counts", () => {
  topUp.set(SETTINGS, NOV);
  topUp.due(0, NOV);
  topUp.set(null, NOV);
  expect(topUp.due(0, NOV + TOP_UP_RETRY_MS)).toBeNull();
  // What was not answered for long is given up: with new settings another purchase begins.
  topUp.set({ ...SETTINGS, packCredits: 5000, packCents: 800 }, NOV + TOP_UP_RETRY_MS - 1);
  expect(topUp.due(0, NOV + TOP_UP_RETRY_MS)).toMatchObject({ number: 1, credits: 1000, tries: 2 });
  topUp.set({ ...SETTINGS, packCredits: 5000, packCents: 800 }, NOV + 2 * TOP_UP_RETRY_MS);
  expect(topUp.due(0, NOV + 2 * TOP_UP_RETRY_MS)).toMatchObject({ number: 2, credits: 5000, tries: 1 });
});

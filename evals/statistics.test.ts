import { describe, expect, it } from "vitest";
import { sample } from "./random.ts";
import { bootstrapInterval, mean, median, quantile, rankCorrelation } from "./statistics.ts";

describe("mean, median, quantile", () => {
  it("of an odd and an even number of values", () => {
    expect(mean([1, 2, 6])).toBe(3);
    expect(median([5, 1, 3])).toBe(3);
    expect(median([4, 1, 3, 2])).toBe(2);
  });

  it("a quantile is one of the values, the largest at 1", () => {
    const values = [30, 10, 20, 40];
    expect([0, 0.25, 0.5, 0.95, 1].map((share) => quantile(values, share))).toEqual([10, 10, 20, 40, 40]);
  });

  it("of nothing is 0", () => {
    expect([mean([]), median([]), quantile([], 0.95)]).toEqual([0, 0, 0]);
  });
});

describe("bootstrapInterval", () => {
  it("of a share near the normal interval", () => {
    const values = Array.from({ length: 150 }, (_, index) => (index < 120 ? 1 : 0));
    const { low, high } = bootstrapInterval(values);
    // The interval is 0.8 with 1.96 * sqrt(0.8 * 0.2 / 150) on either side.
    expect(low).toBeCloseTo(0.736, 1);
    expect(high).toBeCloseTo(0.864, 1);
    expect(low).toBeLessThan(0.8);
    expect(high).toBeGreaterThan(0.8);
  });

  it("leaves 0 out for differences that all go one way, and not for those that cancel", () => {
    expect(bootstrapInterval(Array.from({ length: 30 }, () => 1))).toEqual({ low: 1, high: 1 });
    const mixed = bootstrapInterval([1, -1, 0, 0, 1, -1, 0, 0]);
    expect(mixed.low).toBeLessThan(0);
    expect(mixed.high).toBeGreaterThan(0);
  });

  it("gives the same answer twice", () => {
    const values = [1, 0, 1, 1, 0];
    expect(bootstrapInterval(values, 7)).toEqual(bootstrapInterval(values, 7));
  });
});

describe("sample", () => {
  const items = Array.from({ length: 50 }, (_, index) => index);

  it("draws without repetition, in order, the same for the same seed", () => {
    const drawn = sample(items, 10, 3);
    expect(new Set(drawn).size).toBe(10);
    expect(drawn).toEqual([...drawn].sort((a, b) => a - b));
    expect(sample(items, 10, 3)).toEqual(drawn);
    expect(sample(items, 10, 4)).not.toEqual(drawn);
  });

  it("is everything when there is not more", () => {
    expect(sample(items, 99, 1)).toEqual(items);
  });
});

describe("rankCorrelation", () => {
  it("is 1 for the same order, -1 for the opposite one, whatever the distances", () => {
    expect(rankCorrelation([1, 2, 50], [3, 4, 5])).toBeCloseTo(1);
    expect(rankCorrelation([1, 2, 50], [9, 4, 1])).toBeCloseTo(-1);
  });

  it("gives equal values their mean rank", () => {
    // Ranks 1, 2.5, 2.5, 4 and 1, 2, 3, 4: 4.5 / sqrt(4.5 * 5).
    expect(rankCorrelation([1, 7, 7, 9], [1, 2, 3, 4])).toBeCloseTo(0.9487, 4);
  });
});

import { seededRandom } from "./random.ts";

export type Interval = { low: number; high: number };

const RESAMPLES = 10_000;
/** Share outside on either side of the middle 95% of the resampled means. */
const TAIL = 0.025;

/** The mean; 0 for no values. */
export function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The value that at least `share` of the values do not exceed (nearest rank); 0 for no values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/**
 * 95% interval of the mean by the percentile bootstrap. With the differences of two systems, question by question, this is the
 * paired bootstrap: the systems differ beyond noise when the interval leaves 0 out.
 */
export function bootstrapInterval(values: readonly number[], seed = 1): Interval {
  const random = seededRandom(seed);
  const means: number[] = [];
  for (let round = 0; round < RESAMPLES; round++) {
    let sum = 0;
    for (let draw = 0; draw < values.length; draw++) sum += values[Math.floor(random() * values.length)] ?? 0;
    means.push(values.length === 0 ? 0 : sum / values.length);
  }
  return { low: quantile(means, TAIL), high: quantile(means, 1 - TAIL) };
}

/** Spearman's rank correlation of two lists of the same length, from -1 to 1; equal values share their mean rank. NaN when a list has one value only. */
export function rankCorrelation(a: readonly number[], b: readonly number[]): number {
  const [x, y] = [deviationsOf(ranksOf(a)), deviationsOf(ranksOf(b))];
  return sumOfProducts(x, y) / Math.sqrt(sumOfProducts(x, x) * sumOfProducts(y, y));
}

function deviationsOf(values: readonly number[]): number[] {
  const middle = mean(values);
  return values.map((value) => value - middle);
}

function sumOfProducts(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, i) => sum + value * b[i]!, 0);
}

function ranksOf(values: readonly number[]): number[] {
  return values.map((value) => {
    const below = values.filter((other) => other < value).length;
    const equal = values.filter((other) => other === value).length;
    return below + (equal + 1) / 2;
  });
}

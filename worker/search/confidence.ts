import type { RankedCandidate } from "./rank.ts";

/**
 * Below it a question counts as not answered by these sources. Calibrated on questions asked of the library they are
 * about and of libraries that they are not about: 5% of the first and some 80% of the second are below.
 */
export const MIN_CONFIDENCE = 0.9;

/** How many of the best candidates are looked at. */
const TOP = { coverage: 3, cosine: 10 };

/**
 * How sure it is that the best candidates answer the question: their nearness in meaning, and the shares of the
 * question's telling words that a chunk and a page hold. From 0 to 2. Without vectors the words alone decide, on the
 * same scale.
 */
export function confidenceOf(
  ranked: Pick<RankedCandidate<unknown>, "candidate" | "chunkCoverage" | "pageCoverage">[],
): number {
  const best = ranked.slice(0, TOP.coverage);
  const words =
    0.5 * Math.max(0, ...best.map((entry) => entry.chunkCoverage)) +
    0.5 * Math.max(0, ...best.map((entry) => entry.pageCoverage));
  const cosines = ranked.slice(0, TOP.cosine).map((entry) => entry.candidate.cosine);
  const known = cosines.filter((cosine) => cosine !== null);
  return known.length > 0 ? words + Math.max(0, ...known) : words * 2;
}

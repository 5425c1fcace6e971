import type { RankedCandidate } from "./rank.ts";

/**
 * Below it a question counts as not answered by the sources asked. Calibrated on questions asked of what they are about and
 * of what they are not about (docs/figures/retrieval.md): at most 5% of the first, and 70 to 86% of the second, are below.
 * Of several sources the best passage is nearer by chance, so more is asked of it, unless the question names the source.
 */
export function minConfidence(sources: readonly { isNamed: boolean }[]): number {
  if (sources.length <= 1) return 0.9;
  return sources.some(({ isNamed }) => isNamed) ? 0.8 : 1.08;
}

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

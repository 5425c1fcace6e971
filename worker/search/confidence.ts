import type { RankedCandidate } from "./rank.ts";

/** What one source must reach, and what is asked for each doubling of the sources. */
const ONE_SOURCE = 0.86;
const EACH_DOUBLING = 0.065;
/** Where the question names some of the sources: that it is about them is known already. */
const SOME_NAMED = 0.76;
/** Where it names a library that none of them is. More would refuse answers on a thing that only plays a part in the question. */
const OTHER_NAMED = 0.12;

/**
 * Below it a question counts as not answered by the sources asked. Calibrated on questions asked of what they are about and
 * of what they are not about (docs/figures/retrieval.md): at most 5% of the first, and over 80% of the second, are below.
 * Of several sources the best passage is nearer by chance, so more is asked of it, unless the question names some of them;
 * and still more when it names a library that none of them is (`namesOther`), unless they are those that the caller named.
 */
export function minConfidence(
  sources: readonly { name: string; isNamed: boolean }[],
  namesOther = false,
): number {
  const named = sources.filter(({ isNamed }) => isNamed).length;
  if (named > 0 && named < sources.length) return SOME_NAMED;
  // Versions of one thing say the same.
  const names = new Set(sources.map(({ name }) => name.toLowerCase())).size;
  return (
    ONE_SOURCE + EACH_DOUBLING * Math.log2(Math.max(names, 1)) + (namesOther && named === 0 ? OTHER_NAMED : 0)
  );
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

import type { RankedCandidate } from "./rank.ts";

/**
 * How sure an answer is. `sure`: its passages answer the question. `nearest`: they are the best that there is and may not answer.
 * `absent`: the library that was asked for is not there, or the question shares nothing with the sources, so nothing is sent.
 */
export type Confidence = "sure" | "nearest" | "absent";

/**
 * What one source must reach to be sure, and what is asked for each doubling of the sources. Chosen so that more than 80% of the
 * questions that sources have no answer to stay below, told on sites left out (docs/figures/confidence.md).
 */
export const SURE = { oneSource: 0.86, eachDoubling: 0.065 };
/** Where the question names some of the sources: that it is about them is known already. */
const SOME_NAMED = 0.76;
/** Where it names a library that none of them is. More would doubt answers on a thing that only plays a part in the question. */
const OTHER_NAMED = 0.16;
/** Below it nothing but common words is shared: every tenth question asked of a source that is about something else, and none of its own. */
const SHARES_NOTHING = 0.4;

/**
 * What the best candidates of these sources are worth. `isOtherNamed`: the question names a library that none of them is;
 * `isNarrowed`: the caller chose the sources, so something of them may be wanted all the same, and it is never sure.
 */
export function judgeAnswer(
  ranked: Parameters<typeof confidenceOf>[0],
  sources: readonly { name: string; isNamed: boolean }[],
  { isOtherNamed, isNarrowed }: { isOtherNamed: boolean; isNarrowed: boolean },
  sure = SURE,
): Confidence {
  const confidence = confidenceOf(ranked);
  if (!(isOtherNamed && isNarrowed) && confidence >= minConfidence(sources, isOtherNamed, sure))
    return "sure";
  const isAboutOther = isOtherNamed && !isNarrowed && confidence < minConfidence(sources, false, sure);
  return confidence < SHARES_NOTHING || isAboutOther ? "absent" : "nearest";
}

/**
 * From which confidence on an answer is sure. Of several sources the best passage is nearer by chance, so more is asked of it,
 * unless the question names some of them; and still more when it names a library that none of them is (`namesOther`), unless
 * they are those that the caller named.
 */
export function minConfidence(
  sources: readonly { name: string; isNamed: boolean }[],
  namesOther = false,
  sure = SURE,
): number {
  const named = sources.filter(({ isNamed }) => isNamed).length;
  if (named > 0 && named < sources.length) return SOME_NAMED;
  // Versions of one thing say the same.
  const names = new Set(sources.map(({ name }) => name.toLowerCase())).size;
  return (
    sure.oneSource +
    sure.eachDoubling * Math.log2(Math.max(names, 1)) +
    (namesOther && named === 0 ? OTHER_NAMED : 0)
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

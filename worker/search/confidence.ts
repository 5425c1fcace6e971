import type { RankedCandidate } from "./rank.ts";

/**
 * How sure an answer is. `sure`: its passages answer the question. `nearest`: the passages are the best that there is and may not
 * answer. `absent`: the library that was asked for is not there, or the question shares nothing with the sources, so nothing is sent.
 */
export type Confidence = "sure" | "nearest" | "absent";

/**
 * Least confidence of a sure answer from one source, and the addition for each doubling of the sources. More than 80% of the
 * questions that the sources cannot answer stay below, measured on sites left out (docs/figures/confidence.md).
 */
export const SURE = { oneSource: 0.86, eachDoubling: 0.065 };
/** Least confidence of a sure answer where the question names some of the sources: a question is about the sources that it names. */
const SOME_NAMED = 0.76;
/**
 * Addition to the least confidence where the question names a library that none of the sources is. A larger addition would doubt
 * answers about a library that only plays a part in the question.
 */
const OTHER_NAMED = 0.16;
/**
 * Confidence below which a question and a source share only common words: so with every tenth question asked of a source about
 * something else, and with no question asked of its own source.
 */
const SHARES_NOTHING = 0.4;

/**
 * Judges the answer that the best candidates make. `isOtherNamed`: the question names a library that none of the sources is.
 * `isNarrowed`: the caller chose the sources, so passages of theirs may be wanted all the same. With both, no answer is sure.
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
 * Least confidence of a sure answer. The best passage of several sources is nearer by chance, so several sources need more, unless
 * the question names some of the sources. A question that names a library which none of the sources is (`namesOther`) needs still
 * more, unless all sources are named, as those that the caller chose are.
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

/** Number of best candidates that each measure looks at. */
const TOP = { coverage: 3, cosine: 10 };

/**
 * Confidence, from 0 to 2, that the best candidates answer the question: their nearness in meaning, and the shares of the
 * question's telling words that a chunk and a page hold. Without vectors the words alone decide, on the same scale.
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

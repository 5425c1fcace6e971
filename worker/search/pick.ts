import type { RankedCandidate } from "./rank.ts";

/** Options that decide which passages are worth their tokens. Their defaults are the best of a sweep on the development questions. */
export type PickOptions = {
  /** Share of the best score below which passages of the best page are left out even when there is room. */
  minScoreShare: number;
  /** Share of the best score for passages of other pages: half of the text that other pages add is about something else. */
  minShareOfOtherPages: number;
  /** Gain of a passage, in shares of the best score, for telling words of the question that no better passage has. */
  coverageWeight: number;
  /** Limit on chunks of one page; a page that answers from many places is better read whole. */
  maxChunksPerPage: number;
};

export const PICK: PickOptions = {
  minScoreShare: 0.78,
  minShareOfOtherPages: 0.83,
  coverageWeight: 0.5,
  maxChunksPerPage: 8,
};

/** Options for a budget that the caller gave: the budget is the caller's to fill, so no passage is too weak while there is room. */
export const FILL: PickOptions = { ...PICK, minScoreShare: 0, minShareOfOtherPages: 0 };

/** Share of the best score from which a page that is not good enough to send is named. */
const NAMED_SCORE_SHARE = 0.5;
/** Tokens of passages to load beyond the budget of an answer: some passages are copies, and a small passage may fill a gap. */
const SPARE_TOKENS = 1000;

export type Picked<S> = {
  /** Candidates for the answer, best first, somewhat more than the budget holds. */
  chosen: RankedCandidate<S>[];
  /** The best candidate of each page that has none among the chosen, best first. */
  leftOut: RankedCandidate<S>[];
  /** Candidates that this session has already and that the answer would hold otherwise. */
  withheld: RankedCandidate<S>[];
  /** Whether the best passage, or at least half of the whole answer, was sent before, so that nothing replaces withheld passages. */
  isMostlySent: boolean;
};

/**
 * Chooses the candidates for an answer of `budget` tokens: best first, without copies and without passages that were sent before, a
 * page never more than its share. The best page of each source that the caller or the question names counts like the best page of
 * all, so a question about two libraries gets both. A passage that was sent before is not replaced by filler: when most of the
 * answer was sent, only the rest of the answer comes.
 */
export function pickChunks<S>(
  ranked: RankedCandidate<S>[],
  budget: number,
  alreadySent: ReadonlySet<string>,
  options: PickOptions = PICK,
  isNamed: (source: S) => boolean = () => false,
): Picked<S> {
  const [first] = ranked;
  const best = first?.score ?? 0;
  const bestPages = new Map<S, string>();
  const picked: Picked<S> = { chosen: [], leftOut: [], withheld: [], isMostlySent: false };
  /** The answer as it would be if nothing had been sent before. */
  const whole = { entries: new Set<RankedCandidate<S>>(), tokens: 0, sentTokens: 0 };
  const hashes = new Set<string>();
  const chunksOfPage = new Map<string, number>();
  const namedPages = new Set<string>();
  let tokens = 0;

  for (const entry of coveringFirst(ranked, options.coverageWeight)) {
    const { candidate } = entry;
    if (hashes.has(candidate.chunkHash)) continue;
    hashes.add(candidate.chunkHash);
    if (!bestPages.has(entry.source) && (entry === first || isNamed(entry.source)))
      bestPages.set(entry.source, candidate.url);
    const isOfBestPage = bestPages.get(entry.source) === candidate.url;
    const isGood =
      entry.score >= best * (isOfBestPage ? options.minScoreShare : options.minShareOfOtherPages);
    const isSent = alreadySent.has(candidate.chunkHash);
    if (isGood && whole.tokens < budget) {
      whole.entries.add(entry);
      whole.tokens += candidate.tokens;
      if (isSent) whole.sentTokens += candidate.tokens;
      if (isSent) picked.withheld.push(entry);
    }
    if (isSent) continue;
    const fromPage = chunksOfPage.get(candidate.url) ?? 0;
    const isLoaded = picked.chosen.length === 0 || tokens < budget + SPARE_TOKENS;
    if (isGood && isLoaded && fromPage < options.maxChunksPerPage) {
      picked.chosen.push(entry);
      chunksOfPage.set(candidate.url, fromPage + 1);
      tokens += candidate.tokens;
    } else if (!namedPages.has(candidate.url) && entry.score >= best * NAMED_SCORE_SHARE) {
      namedPages.add(candidate.url);
      picked.leftOut.push(entry);
    }
  }
  const isBestSent = first !== undefined && picked.withheld[0] === first;
  picked.isMostlySent = isBestSent || (whole.sentTokens > 0 && whole.sentTokens * 2 >= whole.tokens);
  if (picked.isMostlySent) picked.chosen = picked.chosen.filter((entry) => whole.entries.has(entry));
  picked.leftOut = picked.leftOut.filter((entry) => !chunksOfPage.has(entry.candidate.url));
  return picked;
}

/** Number of best candidates that are reordered by the words of the question that each covers. */
const MAX_COVERING = 32;

/**
 * Greedy order by score and by the words of the question that no earlier passage has (xQuAD with the question's words as its
 * aspects; Santos, Macdonald and Ounis, WWW 2010), so that a question which needs two pages gets both. The scores include that gain.
 */
function coveringFirst<S>(ranked: RankedCandidate<S>[], weight: number): RankedCandidate<S>[] {
  const [first] = ranked;
  if (!first || weight === 0) return ranked;
  const left = ranked.slice(1, MAX_COVERING);
  const ordered = [first];
  const isCovered = first.heldShares.map((share) => share > 0);
  while (left.length > 0) {
    let next = 0;
    let nextScore = -Infinity;
    left.forEach(({ score, heldShares }, i) => {
      const gain = heldShares.reduce((sum, share, t) => (isCovered[t] ? sum : sum + share), 0);
      const value = score + weight * gain * first.score;
      if (value > nextScore) [next, nextScore] = [i, value];
    });
    const [entry] = left.splice(next, 1) as [RankedCandidate<S>];
    ordered.push({ ...entry, score: Math.min(nextScore, first.score) });
    entry.heldShares.forEach((share, t) => (isCovered[t] ||= share > 0));
  }
  return [...ordered, ...ranked.slice(MAX_COVERING)];
}

import type { RankedCandidate } from "./rank.ts";

/** Which passages are worth their tokens. Shares and counts are the best of a sweep on the development questions. */
export type PickOptions = {
  /** Passages below this share of the best score are left out even when there is room. */
  minScoreShare: number;
  /** The same for pages other than that of the best passage: half of what they add is about something else. */
  minShareOfOtherPages: number;
  /** What both shares are at the larger budget of `LARGE_BUDGET` and more: who asks for more wants more. */
  minShareOfLargeBudget: number;
  /** What a passage gains, in shares of the best score, for telling words of the question that no better passage has. */
  coverageWeight: number;
  /** Most chunks of one page; a page that answers from many places is better read. */
  maxChunksPerPage: number;
};

export const PICK: PickOptions = {
  minScoreShare: 0.78,
  minShareOfOtherPages: 0.83,
  minShareOfLargeBudget: 0.6,
  coverageWeight: 0.5,
  maxChunksPerPage: 8,
};

/** Budgets between which the shares fall: a usual one, and the largest that the evaluation asks for. */
const USUAL_BUDGET = 2000;
const LARGE_BUDGET = 5000;
/** Pages that are not good enough to send are named when they come this near to the best. */
const NAMED_SCORE_SHARE = 0.5;
/** Most passages to load for an answer, in tokens beyond its budget: some are copies, and a small one may fill a gap. */
const SPARE_TOKENS = 1000;

export type Picked<S> = {
  /** Best first, somewhat more than the budget holds. */
  chosen: RankedCandidate<S>[];
  /** The best candidate of each page that has none among the chosen, best first. */
  leftOut: RankedCandidate<S>[];
  /** What the answer would hold besides if this session did not have it already. */
  withheld: RankedCandidate<S>[];
  /** The best of that answer, or at least half of it, was sent before, so nothing takes the place of what is withheld. */
  isMostlySent: boolean;
};

/**
 * Chooses which candidates an answer of `budget` tokens is made of: best first, copies and what was sent before left out, a
 * page never more than its share. Of each source that the caller or the question names, the best page counts like the best of
 * all: who asks about two libraries is served by both. What takes the place of a passage that was sent before must not be filler:
 * when most of the answer was sent, the rest of it is all that comes.
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
  const shares = sharesFor(budget, options);
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
    const isGood = entry.score >= best * (isOfBestPage ? shares.bestPage : shares.otherPages);
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

/** Candidates that may come before better ones for what they cover. */
const MAX_COVERING = 32;

/**
 * Greedy order by score and by what no passage before has of the question (xQuAD with the question's words as its aspects; Santos,
 * Macdonald and Ounis, WWW 2010), so that a question which needs two pages gets both. The score has that gain in it.
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

function sharesFor(budget: number, options: PickOptions): { bestPage: number; otherPages: number } {
  const large = Math.min(1, Math.max(0, (budget - USUAL_BUDGET) / (LARGE_BUDGET - USUAL_BUDGET)));
  const between = (share: number) => share + large * (options.minShareOfLargeBudget - share);
  return { bestPage: between(options.minScoreShare), otherPages: between(options.minShareOfOtherPages) };
}

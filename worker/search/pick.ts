import type { RankedCandidate } from "./rank.ts";

/** How an answer is filled. Shares and counts are the best of a sweep on the development questions. */
export type PickOptions = {
  /** Passages below this share of the best score are left out even when there is room. */
  minScoreShare: number;
  /** Most chunks of one page; a page that answers from many places is better read. */
  maxChunksPerPage: number;
  /** Pages that an answer names: those that its passages are of, then the next best without text. */
  pagesNamed: number;
};

export const PICK: PickOptions = { minScoreShare: 0.7, maxChunksPerPage: 8, pagesNamed: 8 };

/** Pages that are not good enough to send are named when they come this near to the best. */
const NAMED_SCORE_SHARE = 0.5;

/** Tokens that the frame of an answer, of a page and of a passage take, at most in all but odd cases; the final count is exact. */
const FRAME_TOKENS = 60;
const PAGE_TOKENS = 45;
const PASSAGE_TOKENS = 25;
/** Set aside for the names of other pages: three or four of them. */
const MAX_RESERVED_FOR_NAMES = 160;

export type Picked<S> = {
  /** Best first. */
  chosen: RankedCandidate<S>[];
  /** Good candidates without room, at most one a page, best first. */
  leftOut: RankedCandidate<S>[];
  /** Good candidates that this session has already. */
  withheld: RankedCandidate<S>[];
};

/**
 * Chooses which candidates go into an answer of `budget` tokens: best first, copies and what was sent before left
 * out, a page never more than its share. A candidate that is too large for what is left is passed over for smaller
 * ones behind it.
 */
export function pickChunks<S>(
  ranked: RankedCandidate<S>[],
  budget: number,
  alreadySent: ReadonlySet<string>,
  options: PickOptions = PICK,
): Picked<S> {
  const best = ranked[0]?.score ?? 0;
  const room = budget - FRAME_TOKENS - Math.min(MAX_RESERVED_FOR_NAMES, Math.floor(budget * 0.1));
  const picked: Picked<S> = { chosen: [], leftOut: [], withheld: [] };
  const hashes = new Set<string>();
  const chunksOfPage = new Map<string, number>();
  const namedPages = new Set<string>();
  let used = 0;

  for (const entry of ranked) {
    const { candidate } = entry;
    if (hashes.has(candidate.chunkHash)) continue;
    hashes.add(candidate.chunkHash);
    const isGood = entry.score >= best * options.minScoreShare;
    if (alreadySent.has(candidate.chunkHash)) {
      if (isGood) picked.withheld.push(entry);
      continue;
    }
    const fromPage = chunksOfPage.get(candidate.url) ?? 0;
    const cost = candidate.tokens + PASSAGE_TOKENS + (fromPage === 0 ? PAGE_TOKENS : 0);
    const fits = used + cost <= room || picked.chosen.length === 0;
    if (isGood && fits && fromPage < options.maxChunksPerPage) {
      picked.chosen.push(entry);
      chunksOfPage.set(candidate.url, fromPage + 1);
      used += cost;
    } else if (!namedPages.has(candidate.url) && entry.score >= best * NAMED_SCORE_SHARE) {
      namedPages.add(candidate.url);
      picked.leftOut.push(entry);
    }
  }
  picked.leftOut = picked.leftOut
    .filter((entry) => !chunksOfPage.has(entry.candidate.url))
    .slice(0, Math.max(0, options.pagesNamed - chunksOfPage.size));
  return picked;
}

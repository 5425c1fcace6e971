import { countTokens, cutToTokens } from "#worker/content/tokens.ts";
import { openFence } from "#worker/content/fences.ts";
import type { Candidate, QueryTerm } from "#worker/docs-index/candidates.ts";
import { cutPassage } from "./cut-passage.ts";
import { isNearCopy, wordRuns } from "./near-copy.ts";
import { CUT_MARK } from "./passage-pieces.ts";
import type { RankedCandidate } from "./rank.ts";
import { fragmentOf, renderAnswer } from "./render.ts";
import type { AnswerBlock, AnswerParts, AnswerPiece, LeftOutSection } from "./render.ts";

/** A chosen chunk with its text. */
export type ChosenChunk<S> = RankedCandidate<S> & { text: string };

/** A chunk in an answer. With `isCut`, the reader has only a part of the chunk. */
export type SentChunk<S> = ChosenChunk<S> & { isCut: boolean };

export type SourceLabel = { name: string; version: string | null };

/** The parts of an answer other than its passages. */
type Rest = Pick<AnswerParts, "confidence" | "leftOut" | "alreadySent" | "notices" | "session"> & {
  /** Limit on the sections to name; undefined for as many as the budget has room for. */
  maxNames?: number;
};

export type Assembled<S> = {
  text: string;
  blocks: AnswerBlock[];
  /** The chunks whose text is in the answer, best first. */
  sent: SentChunk<S>[];
  /** The sections named without text, as far as the budget had room. */
  leftOut: LeftOutSection[];
};

/** Most pages that an answer names: the pages of its passages, then the next best without text. */
const PAGES_NAMED = 8;
/**
 * Most pages named without text, and how many of them have room set aside. An agent that reads a page next needs the names: with
 * three instead of five, the agent finds its answer in two questions of a hundred less.
 */
const MAX_NAMES = 5;
const MIN_NAMES = { small: 0, usual: 2, roomy: 4 };
/** Budget from which four names have room set aside: of 100 agents that read a page next, two more find the one that answers. */
const ROOMY_TOKENS = 1500;

/**
 * Tokens set aside for all but the passages while passages are chosen. Less than is needed: the final count is exact and shortens
 * the last passage, while tokens set aside in vain are lost.
 */
export type PackOptions = {
  /** Tokens of the answer's own lines (`frameTokens`), and of a page's title, address and marks (`blockTokens`). */
  frameTokens: number;
  blockTokens: number;
  /** Least tokens of a part of a passage: a smaller part says too little. */
  minPartTokens: number;
  /** Budget below which no name has room set aside: two names would cost one or two answers of 100 within 700 and 1,000 tokens. */
  usualTokens: number;
};
export const PACK: PackOptions = { frameTokens: 20, blockTokens: 40, minPartTokens: 60, usualTokens: 1200 };

/** Tokens that the frame of a passage and of a name take in most cases. */
const PASSAGE_TOKENS = 8;
const NAME_TOKENS = 36;
/** Tokens of the mark of a cut, with the end of a code block before the mark. */
const MARK_TOKENS = 8;

/**
 * Builds the answer and holds it to the budget by exact count. Passages go in best first, without near copies of earlier passages.
 * The first passage that is too long for the room left goes in as the part that fits the question best; smaller passages follow.
 * A single passage that is longer than the budget is cut.
 */
export function assembleAnswer<S extends SourceLabel>(
  chosen: ChosenChunk<S>[],
  rest: Rest,
  budget: number,
  boundary: string,
  terms: QueryTerm[] = [],
  options: PackOptions = PACK,
): Assembled<S> {
  const minNames = Math.min(
    budget >= ROOMY_TOKENS
      ? MIN_NAMES.roomy
      : budget >= options.usualTokens
        ? MIN_NAMES.usual
        : MIN_NAMES.small,
    rest.maxNames ?? MAX_NAMES,
    rest.leftOut.length,
  );
  const names = minNames + Math.min(MAX_NAMES, rest.alreadySent.length);
  const room = budget - options.frameTokens - names * NAME_TOKENS;
  const packed = pack(chosen, room, terms, options);
  let { sent } = packed;
  let leftOut = sectionsWithoutText(packed, rest.leftOut).slice(0, rest.maxNames);
  let alreadySent = rest.alreadySent.slice(0, MAX_NAMES);
  let { notices } = rest;
  let blocks = listBlocks(sent);
  const render = () =>
    renderAnswer({ ...rest, notices, blocks, tokens: tokensOf(sent), leftOut, alreadySent }, boundary);
  let text = render();
  for (let tokens = countTokens(text); tokens > budget; tokens = countTokens(text)) {
    if (leftOut.length > minNames) leftOut = leftOut.slice(0, -1);
    else if (sent.length > 1) sent = shortenLast(sent, tokens - budget, terms, options);
    else if (leftOut.length > 0) leftOut = leftOut.slice(0, -1);
    else if (sent.length === 1) sent = shorten(sent[0]!, tokens - budget, terms, options);
    else if (alreadySent.length > 0) alreadySent = alreadySent.slice(0, -1);
    else if (notices.length > 0) notices = notices.slice(0, -1);
    else break;
    blocks = listBlocks(sent);
    text = render();
  }
  // Only a URL or title longer than the whole budget comes here.
  if (countTokens(text) > budget) text = cutToTokens(text, budget);
  return { text, blocks, sent, leftOut };
}

type Packed<S> = { sent: SentChunk<S>[]; withoutRoom: ChosenChunk<S>[] };

/** Fills `room` tokens with passages. A near copy of an earlier passage is in neither list. */
function pack<S extends SourceLabel>(
  chosen: ChosenChunk<S>[],
  room: number,
  terms: QueryTerm[],
  { blockTokens, minPartTokens }: PackOptions,
): Packed<S> {
  const sent: SentChunk<S>[] = [];
  const withoutRoom: ChosenChunk<S>[] = [];
  const pages = new Set<string>();
  const told: ReturnType<typeof wordRuns>[] = [];
  let used = 0;
  let hasPart = false;
  for (const chunk of chosen) {
    const page = pageKey(chunk);
    const frame = PASSAGE_TOKENS + (pages.has(page) ? 0 : blockTokens);
    const left = room - used - frame;
    const runs = wordRuns(chunk.text);
    if (isNearCopy(runs, told)) continue;
    const isCut = sent.length > 0 && chunk.candidate.tokens > left;
    const mayCut = !hasPart && left >= minPartTokens;
    const text = isCut ? mayCut && cutPassage(chunk.text, terms, left) : chunk.text;
    if (!text) {
      withoutRoom.push(chunk);
      continue;
    }
    sent.push({ ...chunk, text, isCut });
    pages.add(page);
    told.push(runs);
    used += frame + (isCut ? countTokens(text) : chunk.candidate.tokens);
    hasPart ||= isCut;
  }
  return { sent, withoutRoom };
}

/** Shortens the last passage, the weakest, by `excess` tokens; leaves the passage out when too little of it would remain. */
function shortenLast<S>(
  sent: SentChunk<S>[],
  excess: number,
  terms: QueryTerm[],
  { minPartTokens }: PackOptions,
): SentChunk<S>[] {
  const last = sent.at(-1)!;
  const keep = countTokens(last.text) - excess;
  const part = keep < minPartTokens ? null : cutPassage(last.text, terms, keep);
  const before = sent.slice(0, -1);
  return part === null || part === last.text ? before : [...before, { ...last, text: part, isCut: true }];
}

/**
 * Cuts `excess` tokens and a few more from the only chunk and marks the cut: whole pieces where most of the chunk remains, else
 * the end. No chunk when nothing would remain.
 */
function shorten<S>(
  chunk: SentChunk<S>,
  excess: number,
  terms: QueryTerm[],
  { minPartTokens }: PackOptions,
): SentChunk<S>[] {
  const body = chunk.text.endsWith(`\n${CUT_MARK}`) ? chunk.text.slice(0, -CUT_MARK.length) : chunk.text;
  const keep = countTokens(body) - excess - MARK_TOKENS;
  if (keep <= 0) return [];
  const part = keep < minPartTokens ? null : cutPassage(chunk.text, terms, keep);
  if (part !== null && countTokens(part) > keep / 2) return [{ ...chunk, text: part, isCut: true }];
  const start = cutToTokens(body, keep).trimEnd();
  const fence = openFence(start);
  return [{ ...chunk, text: `${start}\n${fence ? `${fence}\n` : ""}${CUT_MARK}`, isCut: true }];
}

/**
 * Sections to name without text. First sections of pages that the answer shows nothing of, since an agent that finds no answer here
 * reads on there: one a page whose passage had no room, then `others`. Last, further sections of the pages that the answer shows.
 */
function sectionsWithoutText<S extends SourceLabel>(
  { sent, withoutRoom }: Packed<S>,
  others: LeftOutSection[],
): LeftOutSection[] {
  const shownPages = new Set(sent.map(pageKey));
  const shown = new Set(sent.map(({ candidate }) => sectionUrl(candidate)));
  const best = [
    ...new Map(withoutRoom.toReversed().map((chunk) => [pageKey(chunk), chunk])).values(),
  ].toReversed();
  const [ofShown, ofOthers] = [true, false].map((isShown) =>
    best.filter((chunk) => shownPages.has(pageKey(chunk)) === isShown).map(leftOutSection),
  ) as [LeftOutSection[], LeftOutSection[]];
  const most =
    sent.length > 0 ? Math.max(0, Math.min(MAX_NAMES, PAGES_NAMED - shownPages.size)) : PAGES_NAMED;
  const sections = [...ofOthers, ...others, ...ofShown.filter(({ url }) => !shown.has(url))];
  return sections.slice(0, most);
}

/** The section of a candidate, as an answer names the section without text. */
export function leftOutSection<S>({ candidate }: RankedCandidate<S>): LeftOutSection {
  const { title, headingPath, tokens } = candidate;
  return { title, headingPath, url: sectionUrl(candidate), tokens };
}

/** The address of a candidate's section, or of its page where the section has none. */
export function sectionUrl({ url, anchor }: Pick<Candidate, "url" | "anchor">): string {
  return url + fragmentOf(anchor);
}

function tokensOf<S>(sent: SentChunk<S>[]): number {
  return sent.reduce(
    (sum, { text, isCut, candidate }) => sum + (isCut ? countTokens(text) : candidate.tokens),
    0,
  );
}

/**
 * Blocks of an answer, the best passage first. Neighbours of a page are one piece, and pieces of one page that follow each
 * other share a block.
 */
function listBlocks<S extends SourceLabel>(chunks: SentChunk<S>[]): AnswerBlock[] {
  const places = new Map(chunks.map((chunk, place) => [chunk, place]));
  const byPage = Map.groupBy(chunks, pageKey);
  const pieces = [...byPage].flatMap(([page, group]) =>
    joinNeighbours(group, places).map((piece) => ({ page, first: group[0]!, piece })),
  );
  const blocks: (AnswerBlock & { page: string })[] = [];
  for (const { page, first, piece } of pieces.sort((a, b) => a.piece.place - b.piece.place)) {
    const { place: _place, ...shown } = piece;
    const last = blocks.at(-1);
    if (last?.page === page) last.pieces.push(shown);
    else {
      const { title, url } = first.candidate;
      blocks.push({ page, title, url, source: labelOf(first.source), pieces: [shown] });
    }
  }
  return blocks.map(({ page: _page, ...block }) => block);
}

function labelOf({ name, version }: SourceLabel): string {
  return version ? `${name} ${version}` : name;
}

/**
 * Neighbours are one piece when they belong to one section, or when the first neighbour is the better one: text before the best
 * passage would be in the reader's way. `place` is that of the piece's best chunk among `places`.
 */
function joinNeighbours<S>(
  chunks: SentChunk<S>[],
  places: ReadonlyMap<SentChunk<S>, number>,
): (AnswerPiece & { place: number })[] {
  const pieces: (AnswerPiece & { place: number })[] = [];
  let previous = -2;
  for (const chunk of chunks.toSorted((a, b) => a.candidate.ordinal - b.candidate.ordinal)) {
    const place = places.get(chunk)!;
    const { ordinal, anchor, headingPath } = chunk.candidate;
    const last = pieces.at(-1);
    const isNext = ordinal === previous + 1;
    if (last && isNext && (last.place < place || isSamePath(last.headingPath, headingPath))) {
      last.text = `${last.text.trimEnd()}\n\n${chunk.text.trimStart()}`;
      last.place = Math.min(last.place, place);
    } else {
      pieces.push({ anchor, headingPath, text: chunk.text, place });
    }
    previous = ordinal;
  }
  return pieces;
}

function isSamePath(a: string[], b: string[]): boolean {
  return a.length === b.length && a.every((heading, i) => heading === b[i]);
}

function pageKey<S extends SourceLabel>({ source, candidate }: ChosenChunk<S>): string {
  return JSON.stringify([source.name, source.version, candidate.url]);
}

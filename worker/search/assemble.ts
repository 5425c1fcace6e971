import { countTokens, cutToTokens } from "#worker/content/tokens.ts";
import type { QueryTerm } from "#worker/docs-index/candidates.ts";
import { cutPassage } from "./cut-passage.ts";
import { isNearCopy, wordRuns } from "./near-copy.ts";
import { CUT_MARK } from "./passage-pieces.ts";
import type { RankedCandidate } from "./rank.ts";
import { renderAnswer } from "./render.ts";
import type { AnswerPage, AnswerParts } from "./render.ts";

/** A chosen chunk with its text. */
export type ChosenChunk<S> = RankedCandidate<S> & { text: string };

/** A chunk in an answer; of one that was cut only a part is known to who gets it. */
export type SentChunk<S> = ChosenChunk<S> & { isCut: boolean };

export type SourceLabel = { name: string; version: string | null };

export type Assembled<S> = {
  text: string;
  pages: AnswerPage[];
  /** The chunks whose text is in the answer, best first. */
  sent: SentChunk<S>[];
  /** The pages named without text, as far as the budget had room. */
  leftOut: AnswerParts["leftOut"];
};

/** Pages that an answer names: those that its passages are of, then the next best without text. */
const PAGES_NAMED = 8;
/**
 * Of these without text, and how many have room set aside. An agent that reads a page next needs them: with three instead of
 * five it finds what it looks for in two questions of a hundred less.
 */
const MAX_NAMES = 5;
const MIN_NAMES = 2;

/** Tokens that the frame of an answer, of a page, of a passage and of a name take in most cases; the final count is exact. */
const FRAME_TOKENS = 60;
const PAGE_TOKENS = 45;
const PASSAGE_TOKENS = 8;
const NAME_TOKENS = 32;
/** A part of a passage smaller than this says too little. */
const MIN_PART_TOKENS = 100;

/**
 * Builds the answer and holds it to the budget by exact count. Passages go in best first; what an earlier one tells already
 * is passed over; of the first that is too long for what is left goes in what fits the question best, and then smaller
 * ones. A single passage that is longer than the budget is cut.
 */
export function assembleAnswer<S extends SourceLabel>(
  chosen: ChosenChunk<S>[],
  rest: Omit<AnswerParts, "pages">,
  budget: number,
  boundary: string,
  terms: QueryTerm[] = [],
): Assembled<S> {
  const room = budget - FRAME_TOKENS - Math.min(MIN_NAMES, rest.leftOut.length) * NAME_TOKENS;
  const packed = pack(chosen, room, terms);
  let { sent } = packed;
  let pages = groupByPage(sent);
  let leftOut = pagesWithoutText(packed, rest.leftOut).slice(
    0,
    sent.length > 0 ? Math.max(0, Math.min(MAX_NAMES, PAGES_NAMED - pages.length)) : PAGES_NAMED,
  );
  let { notices } = rest;
  const render = () => renderAnswer({ ...rest, notices, pages, leftOut }, boundary);
  let text = render();
  for (let tokens = countTokens(text); tokens > budget; tokens = countTokens(text)) {
    if (leftOut.length > MIN_NAMES) leftOut = leftOut.slice(0, -1);
    else if (sent.length > 1) sent = shortenLast(sent, tokens - budget, terms);
    else if (leftOut.length > 0) leftOut = leftOut.slice(0, -1);
    else if (sent.length === 1) sent = shorten(sent[0]!, tokens - budget, terms);
    else if (notices.length > 0) notices = notices.slice(0, -1);
    else break;
    pages = groupByPage(sent);
    text = render();
  }
  // Only a URL or title longer than the whole budget comes here.
  if (countTokens(text) > budget) text = cutToTokens(text, budget);
  return { text, pages, sent, leftOut };
}

type Packed<S> = { sent: SentChunk<S>[]; withoutRoom: ChosenChunk<S>[] };

/** Fills `room` tokens. What is told already is in neither list. */
function pack<S extends SourceLabel>(chosen: ChosenChunk<S>[], room: number, terms: QueryTerm[]): Packed<S> {
  const sent: SentChunk<S>[] = [];
  const withoutRoom: ChosenChunk<S>[] = [];
  const pages = new Set<string>();
  const told: ReturnType<typeof wordRuns>[] = [];
  let used = 0;
  let hasPart = false;
  for (const chunk of chosen) {
    const page = pageKey(chunk);
    const frame = PASSAGE_TOKENS + (pages.has(page) ? 0 : PAGE_TOKENS);
    const left = room - used - frame;
    const runs = wordRuns(chunk.text);
    if (isNearCopy(runs, told)) continue;
    const isCut = sent.length > 0 && chunk.candidate.tokens > left;
    const mayCut = !hasPart && left >= MIN_PART_TOKENS;
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

/** Takes the weakest passage back to what leaves room for `excess` tokens, or out. */
function shortenLast<S>(sent: SentChunk<S>[], excess: number, terms: QueryTerm[]): SentChunk<S>[] {
  const last = sent.at(-1)!;
  const keep = countTokens(last.text) - excess;
  const part = keep < MIN_PART_TOKENS ? null : cutPassage(last.text, terms, keep);
  const before = sent.slice(0, -1);
  return part === null || part === last.text ? before : [...before, { ...last, text: part, isCut: true }];
}

/**
 * Takes `excess` tokens and a few more from the only chunk and says so: whole pieces where that leaves most of it, else from
 * the end; nothing when nothing would be left.
 */
function shorten<S>(chunk: SentChunk<S>, excess: number, terms: QueryTerm[]): SentChunk<S>[] {
  const body = chunk.text.endsWith(`\n${CUT_MARK}`) ? chunk.text.slice(0, -CUT_MARK.length) : chunk.text;
  const keep = countTokens(body) - excess - 3;
  if (keep <= 0) return [];
  const part = keep < MIN_PART_TOKENS ? null : cutPassage(chunk.text, terms, keep);
  if (part !== null && countTokens(part) > keep / 2) return [{ ...chunk, text: part, isCut: true }];
  return [{ ...chunk, text: `${cutToTokens(body, keep).trimEnd()}\n${CUT_MARK}`, isCut: true }];
}

/** Pages whose passages had no room, then the others. */
function pagesWithoutText<S extends SourceLabel>(
  { sent, withoutRoom }: Packed<S>,
  others: AnswerParts["leftOut"],
): AnswerParts["leftOut"] {
  const seen = new Set(sent.map(pageKey));
  const named = withoutRoom.flatMap((chunk) => {
    const page = pageKey(chunk);
    if (seen.has(page)) return [];
    seen.add(page);
    const { title, url, pageTokens } = chunk.candidate;
    return [{ title, url, tokens: pageTokens }];
  });
  return [...named, ...others];
}

/**
 * Pages in the order of their best chunk. Neighbours are one piece, in page order; the pieces of a page come best first, so
 * that who reads no further has read the best.
 */
function groupByPage<S extends SourceLabel>(chunks: SentChunk<S>[]): AnswerPage[] {
  const groups = Map.groupBy(chunks, pageKey);
  return [...groups.values()].map((group) => {
    const { candidate, source } = group[0]!;
    const pieces = joinNeighbours(group).sort((a, b) => a.place - b.place);
    return {
      title: candidate.title,
      url: candidate.url,
      source: source.name,
      version: source.version,
      anchor: candidate.anchor,
      pieces: pieces.map(({ place: _place, ...piece }) => piece),
    };
  });
}

/**
 * Neighbours are one piece when they belong to one section, or when the first of them is the better one: what stands before
 * the best passage would be in its way. `place` is that of the piece's best chunk in the list given, which is best first.
 */
function joinNeighbours<S>(chunks: SentChunk<S>[]): (AnswerPage["pieces"][number] & { place: number })[] {
  const pieces: (AnswerPage["pieces"][number] & { place: number })[] = [];
  let previous = -2;
  const inOrder = chunks
    .map((chunk, place) => ({ chunk, place }))
    .sort((a, b) => a.chunk.candidate.ordinal - b.chunk.candidate.ordinal);
  for (const { chunk, place } of inOrder) {
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

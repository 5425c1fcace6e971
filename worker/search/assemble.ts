import { countTokens, cutToTokens } from "#worker/content/tokens.ts";
import type { RankedCandidate } from "./rank.ts";
import { renderAnswer } from "./render.ts";
import type { AnswerPage, AnswerParts } from "./render.ts";

/** A chosen chunk with its text. */
export type ChosenChunk<S> = RankedCandidate<S> & { text: string };

export type SourceLabel = { name: string; version: string | null };

export type Assembled<S> = {
  text: string;
  pages: AnswerPage[];
  /** The chunks whose text is in the answer, whole or cut. */
  sent: ChosenChunk<S>[];
  /** The pages named without text, as far as the budget had room. */
  leftOut: AnswerParts["leftOut"];
};

/**
 * Builds the answer and holds it to the budget by exact count: while it is too long the names of pages that were left
 * out go, then the weakest chunk, and a single chunk that is still too long is cut.
 */
export function assembleAnswer<S extends SourceLabel>(
  chosen: ChosenChunk<S>[],
  rest: Omit<AnswerParts, "pages">,
  budget: number,
  boundary: string,
): Assembled<S> {
  let sent = chosen;
  let parts: AnswerParts = { ...rest, pages: groupByPage(sent) };
  let text = renderAnswer(parts, boundary);
  while (countTokens(text) > budget) {
    if (parts.leftOut.length > 1) parts = { ...parts, leftOut: parts.leftOut.slice(0, -1) };
    else if (sent.length > 1) sent = sent.slice(0, -1);
    else if (parts.leftOut.length > 0) parts = { ...parts, leftOut: parts.leftOut.slice(0, -1) };
    else if (sent.length === 1) sent = [shorten(sent[0]!, countTokens(text) - budget)];
    else if (parts.notices.length > 0) parts = { ...parts, notices: parts.notices.slice(0, -1) };
    else break;
    parts = { ...parts, pages: groupByPage(sent) };
    text = renderAnswer(parts, boundary);
    if (sent.length === 1 && sent[0]!.text === CUT_MARK) sent = [];
  }
  // Only a URL or title longer than the whole budget comes here.
  if (countTokens(text) > budget) text = cutToTokens(text, budget);
  return { text, pages: parts.pages, sent, leftOut: parts.leftOut };
}

const CUT_MARK = "… (cut)";

/** Takes `excess` tokens and a few more from the end of a chunk's text and says so. */
function shorten<S>(chunk: ChosenChunk<S>, excess: number): ChosenChunk<S> {
  const body = chunk.text.endsWith(CUT_MARK) ? chunk.text.slice(0, -CUT_MARK.length) : chunk.text;
  const keep = Math.max(0, countTokens(body) - excess - 6);
  const text = keep === 0 ? CUT_MARK : `${cutToTokens(body, keep).trimEnd()}\n${CUT_MARK}`;
  return { ...chunk, text };
}

/** Pages in the order of their best chunk; inside a page chunks in page order, neighbours joined into one piece. */
function groupByPage<S extends SourceLabel>(chunks: ChosenChunk<S>[]): AnswerPage[] {
  const groups = new Map<string, ChosenChunk<S>[]>();
  for (const chunk of chunks) {
    const key = JSON.stringify([chunk.source.name, chunk.source.version, chunk.candidate.url]);
    const group = groups.get(key);
    if (group) group.push(chunk);
    else groups.set(key, [chunk]);
  }
  return [...groups.values()].map((group) => {
    const { candidate, source } = group[0]!;
    const page: AnswerPage = {
      title: candidate.title,
      url: candidate.url,
      source: source.name,
      version: source.version,
      anchor: candidate.anchor,
      pieces: [],
    };
    let previous = -2;
    for (const chunk of group.toSorted((a, b) => a.candidate.ordinal - b.candidate.ordinal)) {
      const { ordinal, anchor, headingPath } = chunk.candidate;
      const last = page.pieces.at(-1);
      if (last && ordinal === previous + 1) last.text = `${last.text.trimEnd()}\n\n${chunk.text.trimStart()}`;
      else page.pieces.push({ anchor, headingPath, text: chunk.text });
      previous = ordinal;
    }
    return page;
  });
}

import type { QueryTerm } from "#worker/docs-index/candidates.ts";
import { analyzeMarkdown } from "#worker/docs-index/terms.ts";
import { countHeadings, joinKept, listPieces } from "./passage-pieces.ts";
import type { Piece } from "./passage-pieces.ts";

/** Least tokens of a run of prose: a shorter run says too little by itself. A row of a table has no least: the row may be the answer. */
const MIN_PROSE_TOKENS = 25;
/** Tokens for the marks of a cut, one before the run and one behind. */
const MARKS_TOKENS = 10;

/**
 * The run of whole pieces of a passage, within `maxTokens`, that has most of the question's terms, below the passage's own
 * heading; null when none fits. Code and paragraphs are never cut.
 */
export function cutPassage(text: string, terms: QueryTerm[], maxTokens: number): string | null {
  const pieces = listPieces(text);
  const first = countHeadings(pieces);
  const room = maxTokens - MARKS_TOKENS - pieces.slice(0, first).reduce((sum, { tokens }) => sum + tokens, 0);
  const run = bestRun(pieces.slice(first), terms, room);
  if (!run) return null;
  const isRow = pieces[first + run.start]!.head !== null;
  if (!isRow && run.tokens < MIN_PROSE_TOKENS) return null;
  return joinKept(pieces, (i) => i >= first + run.start && i < first + run.end);
}

function bestRun(
  pieces: Piece[],
  terms: QueryTerm[],
  maxTokens: number,
): { start: number; end: number; tokens: number } | null {
  const values = pieces.map(({ text, tokens }) => {
    const held = new Set(analyzeMarkdown(text));
    const weight = terms.reduce((sum, { term, weight: value }) => sum + (held.has(term) ? value : 0), 0);
    // Among runs without any of the terms the longest wins.
    return weight * Math.sqrt(tokens) + tokens / 10_000;
  });
  let best: { start: number; end: number; tokens: number; value: number } | null = null;
  for (let start = 0; start < pieces.length; start++) {
    let tokens = pieces[start]!.head?.tokens ?? 0;
    let value = 0;
    for (let end = start; end < pieces.length; end++) {
      tokens += pieces[end]!.tokens;
      if (tokens > maxTokens) break;
      value += values[end]!;
      if (best === null || value > best.value) best = { start, end: end + 1, tokens, value };
    }
  }
  return best;
}

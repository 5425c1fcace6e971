import { listBlocks } from "#worker/content/blocks.ts";
import { listFences } from "#worker/content/fences.ts";
import { joinListItems, listItems } from "#worker/content/list-items.ts";
import { countTokens } from "#worker/content/tokens.ts";
import type { QueryTerm } from "#worker/docs-index/candidates.ts";
import { analyzeMarkdown } from "#worker/docs-index/terms.ts";

/** What is cut away shows as this, on a line of its own. */
export const CUT_MARK = "…";

/** What stands or falls together: a paragraph, an item of a list, a row of a table, code with the line above it. */
type Piece = {
  text: string;
  tokens: number;
  isHeading: boolean;
  /** The head of its table, without which a row says nothing; null for everything else. */
  head: { text: string; tokens: number } | null;
};

/** A longer paragraph above code stands without it. */
const MAX_LEAD_CHARACTERS = 600;
/** A shorter run of prose says too little by itself; a row of a table may be the answer. */
const MIN_PROSE_TOKENS = 50;
/** For the marks of what is cut away. */
const MARKS_TOKENS = 4;

/**
 * The run of whole pieces of a passage, within `maxTokens`, that has most of the question's terms, below the passage's own
 * heading; null when none fits. Code and paragraphs are never cut.
 */
export function cutPassage(text: string, terms: QueryTerm[], maxTokens: number): string | null {
  const pieces = listPieces(text);
  const first = pieces.findIndex(({ isHeading }) => !isHeading);
  if (first === -1) return null;
  const headings = pieces.slice(0, first);
  const rest = pieces.slice(first);
  const room = maxTokens - MARKS_TOKENS - headings.reduce((sum, { tokens }) => sum + tokens, 0);
  const run = bestRun(rest, terms, room);
  if (!run) return null;
  const { head } = rest[run.start]!;
  if (head === null && run.tokens < MIN_PROSE_TOKENS) return null;
  return joinPieces([
    ...headings.map(({ text: words }) => words),
    ...(run.start > 0 ? [CUT_MARK] : []),
    ...(head ? [head.text] : []),
    ...rest.slice(run.start, run.end).map(({ text: words }) => words),
    ...(run.end < rest.length ? [CUT_MARK] : []),
  ]);
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

function listPieces(text: string): Piece[] {
  const pieces: Piece[] = [];
  const add = (words: string, facts: Partial<Piece> = {}) => {
    const tokens = countTokens(words) + 1;
    pieces.push({ text: words, tokens, isHeading: false, head: null, ...facts });
  };
  for (const unit of joinListItems(text, listBlocks(text, listFences(text), 0, text.length))) {
    const words = text.slice(unit.start, unit.end);
    const above = pieces.at(-1);
    if (unit.kind === "table") {
      const [names = "", line = "", ...rows] = words.split("\n");
      add(`${names}\n${line}`);
      const { text: headText, tokens } = pieces.at(-1)!;
      for (const row of rows) add(row, { head: { text: headText, tokens } });
    } else if (unit.kind === "fence" && above && leadsToCode(above)) {
      pieces.pop();
      add(`${above.text}\n\n${words}`);
    } else if (unit.kind === "text") {
      for (const item of listItems(text, unit)) add(text.slice(item.start, item.end));
    } else {
      add(words, { isHeading: unit.kind === "heading" });
    }
  }
  return pieces;
}

function leadsToCode({ isHeading, head, text }: Piece): boolean {
  return !isHeading && head === null && text.length < MAX_LEAD_CHARACTERS;
}

/** Rows of a table and items of a list follow each other without a blank line. */
function joinPieces(texts: string[]): string {
  return texts.reduce((joined, text) => {
    // What is cut a second time has a mark already.
    if (text === CUT_MARK && joined.endsWith(CUT_MARK)) return joined;
    const isTight =
      /^(?:\||\s*(?:[-*+]|\d+[.)])\s)/.test(text) &&
      /(?:^|\n)(?:\||\s*(?:[-*+]|\d+[.)])\s)[^\n]*$/.test(joined);
    return joined === "" ? text : `${joined}${isTight ? "\n" : "\n\n"}${text}`;
  }, "");
}

import { listBlocks } from "#worker/content/blocks.ts";
import { listFences } from "#worker/content/fences.ts";
import { joinListItems, listItems } from "#worker/content/list-items.ts";
import { countTokens } from "#worker/content/tokens.ts";

/** Marks on a line of their own, for text that is cut away and for text that this session has already. */
export const CUT_MARK = "… (cut)";
export const SENT_MARK = "… (sent above)";
const MARKS = new Set([CUT_MARK, SENT_MARK]);

/** A part of a passage that is kept or cut whole: a paragraph, an item of a list, a row of a table, code with the line above the code. */
export type Piece = {
  text: string;
  tokens: number;
  isHeading: boolean;
  /** The head of a row's table, without which the row says nothing; null for every other piece. */
  head: { text: string; tokens: number } | null;
};

/** Limit on a paragraph that is one piece with the code below: a longer paragraph is a piece by itself. */
const MAX_LEAD_CHARACTERS = 600;

/** The pieces of a passage in their order. */
export function listPieces(text: string): Piece[] {
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

/** Number of pieces that are the passage's own headings, which stand above every part of a passage. */
export function countHeadings(pieces: Piece[]): number {
  const first = pieces.findIndex(({ isHeading }) => !isHeading);
  return first === -1 ? pieces.length : first;
}

/** Joins the passage's own headings and the kept pieces, with `mark` for each gap and each table's head above its rows. */
export function joinKept(pieces: Piece[], isKept: (index: number) => boolean, mark = CUT_MARK): string {
  const headings = countHeadings(pieces);
  const texts: string[] = [];
  pieces.forEach(({ text, head }, i) => {
    if (i < headings) return void texts.push(text);
    if (!isKept(i)) return void (texts.at(-1) !== mark && texts.push(mark));
    const isFirstRow = head !== null && (i === headings || !isKept(i - 1));
    texts.push(...(isFirstRow ? [head.text] : []), text);
  });
  return joinPieces(texts);
}

function leadsToCode({ isHeading, head, text }: Piece): boolean {
  return !isHeading && head === null && text.length < MAX_LEAD_CHARACTERS;
}

/** Joins pieces with a blank line between, but none between rows of a table and between items of a list. */
function joinPieces(texts: string[]): string {
  return texts.reduce((joined, text) => {
    // A passage that is cut a second time has a mark already.
    if (MARKS.has(text) && joined.endsWith(text)) return joined;
    const isTight =
      /^(?:\||\s*(?:[-*+]|\d+[.)])\s)/.test(text) &&
      /^(?:\||\s*(?:[-*+]|\d+[.)])\s)/.test(joined.slice(joined.lastIndexOf("\n") + 1));
    return joined === "" ? text : `${joined}${isTight ? "\n" : "\n\n"}${text}`;
  }, "");
}

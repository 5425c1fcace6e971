import { type Block, listBlocks } from "./blocks.ts";
import { type Fence, lineEnd, listFences } from "./fences.ts";
import { joinSmall, MIN_TOKENS, type Part, type Range, TARGET_TOKENS, MAX_TOKENS } from "./join-parts.ts";
import { joinListItems, listItems, type Unit } from "./list-items.ts";
import { plainMarkdown, type Section } from "./sections.ts";
import { countTokens, cutToTokens } from "./tokens.ts";

/** A searchable piece of a page: one section, a part of a long section, or several short sections. */
export type Chunk = {
  /** Position in the page, from 0. */
  ordinal: number;
  /** Anchor and heading path of the section that the chunk begins in. */
  anchor: string | null;
  headingPath: string[];
  /** Offsets into the page's markdown; chunks are in order and do not overlap. */
  start: number;
  end: number;
  /**
   * The range as it is shown, without anchors. A range that begins within a table has the table's head above; one that begins or
   * ends within code is between fences.
   */
  text: string;
  /** o200k tokens of `text`. */
  tokens: number;
};

/** Size beyond which code is cut. */
const MAX_CODE_TOKENS = 1500;
/** Characters that a token seldom has on average: text longer than a limit of such tokens is cut without a count of the whole. */
const LONG_TOKEN = 6;
/** Limit, in characters, on a table's head that is repeated in each part of the table. */
const MAX_TABLE_HEAD = 400;

/**
 * Cuts a page into pieces that can be found and read alone. A piece ends where a section, a paragraph, a list item or a
 * table row ends; code is never cut below 1,500 tokens. All text of the page but blank lines is in one of the pieces.
 */
export function splitChunks(markdown: string, sections: Section[]): Chunk[] {
  const splitter = new Splitter(markdown);
  const parts = sections.flatMap((section) => splitter.splitSection(section));
  return joinSmall(parts, (part) => splitter.part(part.section, part) ?? part).map(
    ({ section, start, end, text, tokens }, ordinal) => ({
      ordinal,
      anchor: section.anchor,
      headingPath: section.path,
      start,
      end,
      text,
      tokens,
    }),
  );
}

/** The range under way, with its last block. `endBefore` is the end of the range without that block; null when there is no other. */
type OpenRange = Range & { tokens: number; last: Unit; lastTokens: number; endBefore: number | null };

class Splitter {
  readonly #markdown: string;
  readonly #fences: Fence[];

  constructor(markdown: string) {
    this.#markdown = markdown;
    this.#fences = listFences(markdown);
  }

  splitSection(section: Section): Part[] {
    if (section.end - section.start <= MAX_TOKENS * LONG_TOKEN) {
      const whole = this.part(section, section);
      if (whole === null) return [];
      if (whole.tokens <= MAX_TOKENS) return [whole];
    }
    const blocks = listBlocks(this.#markdown, this.#fences, section.start, section.end);
    const ranges = this.#splitBlocks(joinListItems(this.#markdown, blocks));
    return ranges.map((range) => this.part(section, range)).filter((part) => part !== null);
  }

  /** The range as a part of a section; null when the range is blank. */
  part(section: Section, range: Range): Part | null {
    const source = this.#markdown.slice(range.start, range.end);
    const body = source.trim();
    if (body === "") return null;
    const start = range.start + source.indexOf(body);
    const shown = body.includes("{#") ? plainMarkdown(body) : body;
    const text = (range.head ? `${range.head}\n` : "") + shown + (range.tail ? `\n${range.tail}` : "");
    return {
      section,
      start,
      end: start + body.length,
      text,
      tokens: countTokens(text),
      isBare: body.startsWith("#") && !body.includes("\n") && /^#{1,6}[ \t]/.test(body),
      head: range.head,
      tail: range.tail,
    };
  }

  /** Tokens of a range: only `atLeast` where the range is too long to be worth an exact count. */
  #tokens(range: Range, atLeast = MAX_CODE_TOKENS + 1): number {
    if (range.end - range.start > atLeast * LONG_TOKEN * 4) return atLeast;
    return countTokens(this.#markdown.slice(range.start, range.end));
  }

  #splitBlocks(blocks: Unit[]): Range[] {
    const ranges: Range[] = [];
    let open: OpenRange | null = null;
    for (const block of blocks) {
      const tokens = this.#tokens(block);
      if (open && fits(open, block, tokens)) {
        open.endBefore = open.end;
        open.end = block.end;
        open.tokens += tokens;
        open.last = block;
        open.lastTokens = tokens;
        continue;
      }
      const limit = block.kind === "fence" || block.kind === "quote" ? MAX_CODE_TOKENS : MAX_TOKENS;
      const pieces = tokens > limit ? this.#splitUnit(block) : [block];
      const [first] = pieces;
      // A heading is never left alone at the end of a piece, nor is a line that leads to the text below.
      if (open?.last.kind === "heading" && first) {
        pieces[0] = { ...first, start: open.start };
      } else if (open && first && open.endBefore !== null && this.#leadsOn(open)) {
        pieces[0] = { ...first, start: open.last.start };
        ranges.push({ start: open.start, end: open.endBefore });
      } else if (open) {
        ranges.push(open);
      }
      ranges.push(...pieces.slice(0, -1));
      const last = pieces.at(-1);
      const lastTokens: number = pieces.length > 1 && last ? this.#tokens(last) : tokens;
      open = last ? { ...last, tokens: lastTokens, last: block, lastTokens, endBefore: null } : null;
    }
    if (open) ranges.push(open);
    return ranges;
  }

  #leadsOn({ last, lastTokens }: OpenRange): boolean {
    return last.kind === "text" && lastTokens < MIN_TOKENS && this.#markdown.charAt(last.end - 1) === ":";
  }

  #splitUnit(unit: Unit): Range[] {
    const items = unit.kind === "text" ? listItems(this.#markdown, unit) : [];
    if (items.length > 1) return this.#splitBlocks(items);
    return unit.parts.length > 1
      ? this.#splitBlocks(unit.parts.map((part) => ({ ...part, parts: [part] })))
      : this.#splitBlock(unit);
  }

  /** Cuts between lines: rows of a table, lines of a paragraph, lines of code. */
  #splitBlock(block: Block): Range[] {
    const lines = this.#lines(block);
    const [first, second] = lines;
    const isTable =
      block.kind === "table" &&
      first &&
      second &&
      /^\|[\s|:-]+$/.test(this.#markdown.slice(second.start, second.end));
    const hasShortHead = isTable && second.end - first.start <= MAX_TABLE_HEAD;
    const tableHead = hasShortHead ? this.#markdown.slice(first.start, second.end) : undefined;
    const ranges: Range[] = [];
    let open: (Range & { tokens: number }) | null = null;
    for (const line of lines) {
      const tokens = this.#tokens(line);
      if (open && open.tokens + tokens <= TARGET_TOKENS) {
        open.end = line.end;
        open.tokens += tokens;
        continue;
      }
      if (open) ranges.push(open);
      const limit = block.kind === "table" ? MAX_CODE_TOKENS : MAX_TOKENS;
      const pieces = tokens > limit ? this.#splitLine(line) : [line];
      ranges.push(...pieces.slice(0, -1));
      const last = pieces.at(-1) ?? line;
      open = { start: last.start, end: last.end, tokens: pieces.length > 1 ? this.#tokens(last) : tokens };
    }
    if (open) ranges.push(open);
    if (block.kind === "fence") return this.#fenced(block, ranges);
    if (tableHead === undefined) return ranges;
    return ranges.map((range, index) => (index === 0 ? range : { ...range, head: tableHead }));
  }

  /** Parts of a block of code, each with the fences that it lacks. */
  #fenced(block: Block, ranges: Range[]): Range[] {
    const opening = this.#markdown.slice(block.start, lineEnd(this.#markdown, block.start));
    const mark = /`{3,}|~{3,}/.exec(opening)?.[0];
    const head = mark === undefined ? undefined : opening.slice(opening.indexOf(mark));
    const [before, last] = ranges.slice(-2);
    // The closing fence goes with the code above it.
    if (before && last && this.#markdown.slice(last.start, last.end).trim() === mark) {
      before.end = last.end;
      ranges.pop();
    }
    return ranges.map((range, index) => ({
      ...range,
      head: index === 0 ? undefined : head,
      tail: index === ranges.length - 1 ? undefined : mark,
    }));
  }

  #lines(block: Block): Range[] {
    const lines: Range[] = [];
    for (let at = block.start; at < block.end;) {
      const end = Math.min(lineEnd(this.#markdown, at), block.end);
      lines.push({ start: at, end });
      at = end + 1;
    }
    return lines;
  }

  /** Cuts a long line behind a sentence, else behind a word, else behind a token. */
  #splitLine(line: Range): Range[] {
    const ranges: Range[] = [];
    for (let start = line.start; start < line.end;) {
      const ahead = this.#markdown.slice(start, Math.min(line.end, start + TARGET_TOKENS * LONG_TOKEN));
      const fitting = cutToTokens(ahead, TARGET_TOKENS);
      const isLast = fitting.length === ahead.length && start + ahead.length === line.end;
      const end = isLast ? line.end : start + cutPoint(fitting);
      ranges.push({ start, end });
      start = end;
    }
    return ranges;
  }
}

function cutPoint(text: string): number {
  const half = text.length / 2;
  const sentence = Math.max(text.lastIndexOf(". "), text.lastIndexOf("; "), text.lastIndexOf("。"));
  if (sentence > half) return sentence + 1;
  const word = text.lastIndexOf(" ");
  return word > half ? word : Math.max(1, text.length);
}

/** Whether a block still goes into the open part; code may make the part longer, to stay with the sentence that leads to the code. */
function fits(open: { tokens: number; last: Block }, block: Block, tokens: number): boolean {
  const leadsOver = open.last.kind === "heading" || (open.last.kind === "text" && block.kind !== "text");
  return open.tokens + tokens <= (leadsOver && open.tokens < TARGET_TOKENS ? MAX_TOKENS : TARGET_TOKENS);
}

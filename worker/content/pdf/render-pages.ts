import { fenced } from "../notebook.ts";
import { joinLines, vocabularyOf } from "./mend-words.ts";
import type { Vocabulary } from "./mend-words.ts";
import type { Line } from "./page-lines.ts";

/** Least ratio of the type of a heading to that of the text. */
const HEADING_RATIO = 1.12;
const MAX_HEADING_CHARACTERS = 200;
/** Limit on a minor heading: a line in a font of its own, as large as the text, that stands alone. */
const MAX_MINOR_CHARACTERS = 80;
const MAX_HEADING_LEVEL = 5;
const MINOR_LEVEL = 6;
/** Least lines of a size that is a level of headings; a size of fewer lines is that of a title page or an example. */
const LEAST_OF_A_LEVEL = 3;
const CAPTION = /^(?:fig(?:ure|\.)|table|listing|abb(?:ildung|\.)|tab(?:elle|\.)|tableau|図|表)\s*[\d.]/i;
/** Space between paragraphs, as a multiple of the usual distance of two lines. */
const PARAGRAPH_GAP = 1.35;
/** Number of headings of earlier pages that are repeated on a page, so that its text stands below its headings. */
const CARRIED_HEADINGS = 3;

type Style = {
  bodySize: number;
  bodyFont: string | null;
  /** Sizes of headings, the largest first. */
  headingSizes: number[];
  vocabulary: Vocabulary;
  isMonoDocument: boolean;
  /** Distance from one line of a paragraph to the next, as a share of the size of type. */
  lineGap: number;
};

/**
 * Pages of lines as markdown: headings by the size of their type, code by its font, tables by their columns. Each page begins
 * with the headings above its text.
 */
export function renderPages(pages: Line[][]): string[] {
  const style = styleOf(pages);
  let above: { level: number; text: string }[] = [];
  return pages.map((lines) => {
    const blocks = blocksOf(withoutContents(lines), style);
    const first = blocks[0];
    const own = first?.kind === "heading" ? first.level : MAX_HEADING_LEVEL + 1;
    const carried = above.filter(({ level }) => level < own).slice(-CARRIED_HEADINGS);
    for (const block of blocks) {
      if (block.kind === "heading" && block.isCarried)
        above = [...above.filter(({ level }) => level < block.level), block];
    }
    if (blocks.length === 0) return "";
    const headings = carried.map(({ level, text }) => `${"#".repeat(level)} ${text}`);
    return [...headings, ...blocks.map(markdownOf)].join("\n\n");
  });
}

type Block =
  | { kind: "heading"; level: number; text: string; isCarried: boolean }
  | { kind: "text"; text: string }
  | { kind: "code"; text: string }
  | { kind: "table"; rows: string[][] };

function markdownOf(block: Block): string {
  switch (block.kind) {
    case "heading":
      return `${"#".repeat(block.level)} ${block.text}`;
    case "text":
      // Characters at the beginning of a line that look like a mark of markdown are the text's own.
      return block.text.replace(/^(#{1,6} |>|```)/, "\\$1");
    case "code":
      return fenced(block.text, "");
    case "table":
      return tableOf(block.rows);
    default:
      return block satisfies never;
  }
}

function tableOf(rows: string[][]): string {
  const [head = [], ...rest] = rows;
  return [rowOf(head), rowOf(head.map(() => "---")), ...rest.map(rowOf)].join("\n");
}

function rowOf(cells: string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
}

function styleOf(pages: Line[][]): Style {
  const lines = pages.flat();
  const characters = { bySize: new Map<number, number>(), byFont: new Map<string | null, number>() };
  const linesOfSize = new Map<number, number>();
  const gaps = new Map<number, number>();
  let mono = 0;
  let all = 0;
  for (const [at, line] of lines.entries()) {
    const length = line.text.length;
    add(characters.bySize, line.size, length);
    if (line.font !== null && !line.isMono) add(characters.byFont, line.font, length);
    add(linesOfSize, line.size, 1);
    all += length;
    if (line.isMono) mono += length;
    const above = lines[at - 1];
    if (!above || above.size !== line.size || above.isMono || line.isMono) continue;
    const gap = (above.y - line.y) / line.size;
    if (gap > 0.8 && gap < 2.5) add(gaps, Math.round(gap * 20) / 20, 1);
  }
  const bodySize = commonest(characters.bySize) ?? 10;
  const isLong = pages.length > 10;
  return {
    bodySize,
    bodyFont: commonest(characters.byFont) ?? null,
    headingSizes: [...linesOfSize]
      .filter(([size, count]) => size >= bodySize * HEADING_RATIO && (!isLong || count >= LEAST_OF_A_LEVEL))
      .map(([size]) => size)
      .toSorted((one, other) => other - one),
    vocabulary: vocabularyOf(lines.map(({ text }) => text)),
    isMonoDocument: mono > all * 0.6,
    lineGap: commonest(gaps) ?? 1.2,
  };
}

function add<K>(counts: Map<K, number>, key: K, count: number): void {
  counts.set(key, (counts.get(key) ?? 0) + count);
}

function commonest<K>(counts: Map<K, number>): K | undefined {
  return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0];
}

/** Lines without a table of contents, which only says where things are; a line like its entries within other text stays. */
function withoutContents(lines: Line[]): Line[] {
  const entries = lines.filter(({ text }) => isContentsEntry(text));
  return entries.length >= 5 && entries.length > lines.length * 0.3
    ? lines.filter(({ text }) => !isContentsEntry(text))
    : lines.map((line) => ({ ...line, text: line.text.replace(/(?:\s?\.){5,}/g, " …") }));
}

function blocksOf(lines: Line[], style: Style): Block[] {
  const blocks: Block[] = [];
  for (let at = 0; at < lines.length;) {
    const line = lines[at] as Line;
    const heading = headingAt(lines, at, style);
    if (heading) {
      blocks.push(heading.block);
      at = heading.end;
      continue;
    }
    if (line.isMono && !style.isMonoDocument) {
      const end = endOf(lines, at, (next) => next.isMono);
      blocks.push({ kind: "code", text: codeOf(lines.slice(at, end), style) });
      at = end;
      continue;
    }
    const rows = tableRows(lines, at);
    if (rows > 0) {
      const cells = lines.slice(at, at + rows).map((row) => row.cells.map(({ text }) => text));
      blocks.push({ kind: "table", rows: cells });
      at += rows;
      continue;
    }
    const end = endOf(lines, at, (next, last) => continues(last, next, style));
    const text = textOf(lines.slice(at, end), style).replace(/^[•◦▪‣∙]\s*/, "- ");
    blocks.push({ kind: "text", text });
    at = end;
  }
  return blocks;
}

function headingAt(lines: Line[], at: number, style: Style): { block: Block; end: number } | null {
  const line = lines[at] as Line;
  if (isMinorHeading(lines, at, style)) {
    const block = { kind: "heading" as const, level: MINOR_LEVEL, text: line.text, isCarried: true };
    return { block, end: at + 1 };
  }
  const level = headingLevel(line, style);
  if (level === null) return null;
  const end = endOf(lines, at, (next, last) => next.size === line.size && last.y - next.y < line.size * 2);
  const text = textOf(lines.slice(at, end), style).replaceAll("`", "");
  if (text.length > MAX_HEADING_CHARACTERS) return null;
  const isCarried = style.headingSizes.includes(line.size);
  return { block: { kind: "heading", level, text, isCarried }, end };
}

function endOf(lines: Line[], from: number, goesOn: (next: Line, last: Line) => boolean): number {
  let end = from + 1;
  while (end < lines.length && goesOn(lines[end] as Line, lines[end - 1] as Line)) end += 1;
  return end;
}

function headingLevel(line: Line, { bodySize, headingSizes }: Style): number | null {
  if (line.size < bodySize * HEADING_RATIO || line.isMono || !isTitle(line, MAX_HEADING_CHARACTERS))
    return null;
  const larger = headingSizes.filter((size) => size > line.size).length;
  return Math.min(larger + 1, MAX_HEADING_LEVEL);
}

/** Whether a line is a minor heading: as large as the text, in another font, alone in its line, with room above and text below. */
function isMinorHeading(lines: Line[], at: number, style: Style): boolean {
  const line = lines[at] as Line;
  const above = lines[at - 1];
  const below = lines[at + 1];
  if (line.font === null || line.font === style.bodyFont || line.isMono || line.size !== style.bodySize)
    return false;
  if (!isTitle(line, MAX_MINOR_CHARACTERS) || line.cells.length > 1 || /[.,;:!?)]$/.test(line.text))
    return false;
  if (!below || below.font === line.font || Math.abs(below.y - line.y) < line.size) return false;
  return !above || above.y < line.y || above.y - line.y > line.size * style.lineGap * PARAGRAPH_GAP;
}

function isTitle({ text }: Line, maxCharacters: number): boolean {
  return (
    text.length <= maxCharacters &&
    /\p{L}{2}|[\u3040-\u9fff]/u.test(text) &&
    !/^https?:/.test(text) &&
    !CAPTION.test(text)
  );
}

/** Whether a line goes on with the paragraph of the line above. */
function continues(last: Line, next: Line, style: Style): boolean {
  if (next.isMono && !style.isMonoDocument) return false;
  if (headingLevel(next, style) !== null) return false;
  const gap = last.y - next.y;
  const isEnd = /[.!?:。]$/.test(last.text);
  // A next line further up is in the next column.
  if (gap > Math.max(last.size, next.size) * style.lineGap * PARAGRAPH_GAP || (gap < 0 && isEnd))
    return false;
  if (/^(?:[•◦▪‣∙–-]\s|\(?\d{1,2}[.)]\s|[a-z]\)\s)/.test(next.text)) return false;
  return !(next.x > last.x + next.size * 0.8 && isEnd);
}

function textOf(lines: Line[], { vocabulary }: Style): string {
  return lines.map(({ text }) => text).reduce((above, below) => joinLines(above, below, vocabulary));
}

/** Code with the indentation and the empty lines that the page shows. */
function codeOf(lines: Line[], { lineGap }: Style): string {
  const left = Math.min(...lines.map(({ x }) => x));
  return lines
    .map((line, at) => {
      const above = lines[at - 1];
      const width = (line.end - line.x) / Math.max(1, line.text.length) || line.size * 0.6;
      const indent = " ".repeat(Math.min(40, Math.max(0, Math.round((line.x - left) / width))));
      const blank = above && above.y - line.y > line.size * lineGap * 1.6 ? "\n" : "";
      return blank + indent + line.text.replaceAll(/[‘’]/g, "'").replaceAll(/[“”]/g, '"');
    })
    .join("\n");
}

/** Number of lines from here on that are rows of one table: the same number of columns at the same places. */
function tableRows(lines: Line[], from: number): number {
  const first = lines[from] as Line;
  if (first.cells.length < 2) return 0;
  let rows = 1;
  while (from + rows < lines.length) {
    const { cells } = lines[from + rows] as Line;
    if (cells.length !== first.cells.length) break;
    if (!cells.every(({ x }, at) => Math.abs(x - (first.cells[at]?.x ?? 0)) < first.size * 3)) break;
    rows += 1;
  }
  return rows >= 3 ? rows : 0;
}

/** Whether a text is an entry of a table of contents: dots that lead to a number. */
function isContentsEntry(text: string): boolean {
  const number = /(?<![^\s.…])[^\s.…]{1,6}(?:\.[^\s.…]{1,4})?$/.exec(text);
  return /\.\s?\.\s?\.\s?\.$|…\s?…$/.test(text.slice(0, number?.index).trimEnd());
}

import { plainMarkdown } from "#worker/content/sections.ts";
import type { Section } from "#worker/content/sections.ts";
import { countTokens, cutToTokens } from "#worker/content/tokens.ts";
import { PAGE_READ_CUTOFF_TOKENS } from "#schema/values.ts";

/** The page as it is stored, before it is fitted. */
export type PageText = {
  title: string;
  url: string;
  markdown: string;
  sections: Section[];
  /** Of the whole page. An estimate is enough: what is sent is counted exactly. */
  tokens: number;
};

/** A part of a page, best first in a list. Offsets into the markdown. */
export type PagePart = {
  start: number;
  end: number;
  anchor: string | null;
  headingPath: string[];
  tokens: number;
};

export type FittedPage = {
  text: string;
  /** The whole page is in the text. */
  isWhole: boolean;
  /** Ranges of the markdown that are in the text. */
  ranges: { start: number; end: number }[];
};

/** What a budget must hold besides the first 5,000 tokens of a long page, for its outline and the relevant parts. */
const KEPT_FOR_PARTS_TOKENS = 1900;
/** Of a budget with no question to go by: the beginning of the page, the rest is outline. */
const FIRST_PART_SHARE = 0.85;
const OUTLINE_SHARE = 0.1;
const MAX_OUTLINE_TOKENS = 500;
/** Of an answer that begins with the outline of all. */
const WHOLE_OUTLINE_SHARE = 0.4;
const MAX_PARTS_TOKENS = 2000;
const FRAME_TOKENS = 60;
const PART_FRAME_TOKENS = 20;
/** Anchors, which are stored and not shown, and the seams of chunks make the stored figure differ from the shown one by less. */
const SURELY_LONGER = 1.3;
/** Characters a token, for the sizes in outlines: the mean over the development corpora. */
const CHARACTERS_PER_TOKEN = 4;

/**
 * Fits a page into `budget` tokens, by exact count. A page of at most 5,000 tokens that fits is given whole. Of a
 * longer one a generous budget (7,000) gets the first 5,000 tokens, the outline of the rest, and the parts of the rest
 * that fit the session's questions. A smaller budget gets those parts of the whole page and its outline: measured on
 * questions whose page is known, that holds the answer more often than any beginning does. Without questions it gets
 * the beginning and the outline of the rest. `alreadySent` parts of the page were left out of `parts`; the text says so.
 */
export function fitPage(
  page: PageText,
  parts: PagePart[],
  budget: number,
  head: string,
  boundary: string,
  alreadySent = 0,
): FittedPage {
  const whole = fitWhole(page, budget, head, boundary);
  if (whole) return whole;
  const room = Math.max(0, budget - countTokens(head) - FRAME_TOKENS);
  const cut = blockBoundary(page.markdown, firstPartTokens(room, parts.length > 0));
  const first = plainMarkdown(page.markdown.slice(0, cut)).trim();
  const left = room - countTokens(first);
  const outlineTokens = Math.min(MAX_OUTLINE_TOKENS, Math.floor(room * OUTLINE_SHARE), left);
  const rest = outline(page, cut, page.markdown.length, outlineTokens);
  const chosen = chooseParts(parts, cut, left - countTokens(rest));
  const where = first ? " of the rest" : "";
  const without = alreadySent > 0 ? ` (${alreadySent} already sent, not repeated)` : "";
  const text = (shown: PagePart[]) =>
    [
      head,
      ...(first ? [quote(first, boundary)] : []),
      ...(rest ? [`Outline${where} (read a section with \`section\`):`, quote(rest, boundary)] : []),
      ...quoteParts(page, shown, `Parts${where} closest to this session's questions${without}:`, boundary),
    ].join("\n");
  return fitted(text, chosen, cut, budget);
}

/**
 * Fits a page for somebody who asked for a part that it does not have: whole as above, else its outline first, to choose
 * from, then the parts closest to what was asked for, or its beginning when none is close.
 */
export function fitOutline(
  page: PageText,
  parts: PagePart[],
  budget: number,
  head: string,
  boundary: string,
): FittedPage {
  const whole = fitWhole(page, budget, head, boundary);
  if (whole) return whole;
  const room = Math.max(0, budget - countTokens(head) - FRAME_TOKENS);
  const all = outline(page, 0, page.markdown.length, Math.floor(room * WHOLE_OUTLINE_SHARE));
  const left = room - countTokens(all);
  const cut = parts.length > 0 ? 0 : blockBoundary(page.markdown, Math.min(PAGE_READ_CUTOFF_TOKENS, left));
  const first = plainMarkdown(page.markdown.slice(0, cut)).trim();
  const chosen = chooseParts(parts, 0, Math.min(left, MAX_PARTS_TOKENS));
  const text = (shown: PagePart[]) =>
    [
      head,
      ...(all ? ["Outline (read a section with `section`):", quote(all, boundary)] : []),
      ...quoteParts(page, shown, "Parts closest to what was asked for:", boundary),
      ...(first ? [quote(first, boundary)] : []),
    ].join("\n");
  return fitted(text, chosen, cut, budget);
}

function fitWhole(page: PageText, budget: number, head: string, boundary: string): FittedPage | null {
  if (page.tokens > PAGE_READ_CUTOFF_TOKENS * SURELY_LONGER) return null;
  const body = plainMarkdown(page.markdown).trim();
  const text = [head, quote(body, boundary)].join("\n");
  if (countTokens(body) > PAGE_READ_CUTOFF_TOKENS || countTokens(text) > budget) return null;
  return { text, isWhole: true, ranges: [{ start: 0, end: page.markdown.length }] };
}

/** The text with as many of the parts as the budget holds by exact count. */
function fitted(
  render: (parts: PagePart[]) => string,
  parts: PagePart[],
  cut: number,
  budget: number,
): FittedPage {
  let shown = parts;
  let text = render(shown);
  while (countTokens(text) > budget && shown.length > 0) {
    shown = shown.slice(0, -1);
    text = render(shown);
  }
  // A first part that tokenizes into more once its anchors are gone, or a URL as long as the budget.
  if (countTokens(text) > budget) text = cutToTokens(text, budget);
  return { text, isWhole: false, ranges: [...(cut > 0 ? [{ start: 0, end: cut }] : []), ...shown] };
}

/** Tokens of the page's beginning; none when a small budget is better spent on the parts that were asked for. */
function firstPartTokens(room: number, hasParts: boolean): number {
  if (room >= PAGE_READ_CUTOFF_TOKENS + KEPT_FOR_PARTS_TOKENS) return PAGE_READ_CUTOFF_TOKENS;
  return hasParts ? 0 : Math.min(PAGE_READ_CUTOFF_TOKENS, Math.floor(room * FIRST_PART_SHARE));
}

/**
 * Headings of a range with anchors and sizes: as deep as `maxTokens` allow, and of the top level as many as fit. The size
 * of a heading includes what is below it and not listed.
 */
export function outline(page: PageText, from: number, to: number, maxTokens: number): string {
  const entries = page.sections
    .filter(({ start, level }) => start >= from && start < to && level > 0)
    .map((section) => ({ section, tokens: Math.ceil((section.end - section.start) / CHARACTERS_PER_TOKEN) }));
  const top = Math.min(...entries.map(({ section }) => section.level));
  for (let depth = 6; depth >= top; depth--) {
    const shown = outlineLines(entries, depth).join("\n");
    if (countTokens(shown) <= maxTokens) return shown;
  }
  const fitting: string[] = [];
  let used = 0;
  for (const line of outlineLines(entries, top)) {
    used += countTokens(line) + 1;
    if (used > maxTokens) break;
    fitting.push(line);
  }
  return fitting.join("\n");
}

function outlineLines(entries: { section: Section; tokens: number }[], depth: number): string[] {
  const outermost = Math.min(...entries.map(({ section }) => section.path.length));
  const listed: { section: Section; tokens: number }[] = [];
  for (const { section, tokens } of entries) {
    const above = listed.at(-1);
    if (section.level <= depth || !above) listed.push({ section, tokens });
    else above.tokens += tokens;
  }
  return listed.map(({ section, tokens }) => {
    const indent = "  ".repeat(Math.min(section.path.length - outermost, 3));
    const anchor = section.anchor ? `#${section.anchor}, ` : "";
    return `${indent}- ${section.heading.replace(/\s+/g, " ")} (${anchor}~${tokens} tokens)`;
  });
}

function chooseParts(parts: PagePart[], cut: number, maxTokens: number): PagePart[] {
  const chosen: PagePart[] = [];
  let left = maxTokens;
  for (const part of parts) {
    if (part.start < cut) continue;
    const cost = part.tokens + PART_FRAME_TOKENS;
    if (cost > left) continue;
    left -= cost;
    chosen.push(part);
  }
  return chosen;
}

function quoteParts(page: PageText, parts: PagePart[], title: string, boundary: string): string[] {
  return parts.length > 0 ? [title, quote(joinParts(page, parts), boundary)] : [];
}

/** Parts in page order; neighbours run on, a gap shows as an ellipsis with where the page goes on. */
function joinParts(page: PageText, parts: PagePart[]): string {
  let end = -1;
  const texts: string[] = [];
  for (const part of parts.toSorted((a, b) => a.start - b.start)) {
    const text = plainMarkdown(page.markdown.slice(part.start, part.end)).trim();
    const isNext = end >= 0 && page.markdown.slice(end, part.start).trim() === "";
    const path = part.headingPath.slice(-2).map((heading) => heading.replace(/\s+/g, " "));
    const where = part.anchor ? `#${part.anchor}` : path.join(" › ");
    texts.push(isNext || part.start === 0 ? text : `… ${where}\n${text}`);
    end = part.end;
  }
  return texts.join("\n\n");
}

export function quote(text: string, boundary: string): string {
  return `<${boundary}>\n${text}\n</${boundary}>`;
}

/** The last end of a block (blank line outside a code fence) at which at most `maxTokens` tokens are above. */
function blockBoundary(markdown: string, maxTokens: number): number {
  if (maxTokens <= 0) return 0;
  const limit = cutToTokens(markdown, maxTokens).length;
  if (limit >= markdown.length) return markdown.length;
  let boundary = 0;
  let isFenced = false;
  let at = 0;
  for (const line of markdown.slice(0, limit).split("\n")) {
    if (/^\s*(```|~~~)/.test(line)) isFenced = !isFenced;
    if (line.trim() === "" && !isFenced) boundary = at;
    at += line.length + 1;
  }
  return boundary > limit * 0.5 ? boundary : limit;
}

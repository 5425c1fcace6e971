import { plainMarkdown } from "#worker/content/sections.ts";
import type { Section } from "#worker/content/sections.ts";
import { countTokens, cutToTokens } from "#worker/content/tokens.ts";
import { openFence } from "#worker/content/fences.ts";
import { markInjections } from "#worker/content/injections/mark-injections.ts";
import { oneLine } from "#worker/content/one-line.ts";
import { PAGE_READ_CUTOFF_TOKENS } from "#schema/values.ts";

/** The page as it is stored, before it is fitted. */
export type PageText = {
  title: string;
  url: string;
  markdown: string;
  sections: Section[];
  /** Tokens of the whole page. An estimate is enough: the sent text is counted exactly. */
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
  /** Whether the whole page is in the text. */
  isWhole: boolean;
  /** Ranges of the markdown that are in the text. */
  ranges: { start: number; end: number }[];
};

/** Longest address shown; a longer one is of no use to anybody, and would take the room of the page. */
const MAX_URL_CHARACTERS = 500;

/** The lines around the text of a page in an answer. */
export type Frame = {
  /** Our own lines, which come first. */
  head: string;
  /** Word in the marks around quoted text. */
  boundary: string;
};

/** Tokens that a budget must hold besides the first 5,000 of a long page, for its outline and the relevant parts. */
const KEPT_FOR_PARTS_TOKENS = 1000;
/** Share of a budget for the beginning of the page when there is no question to go by; the rest is outline. */
const FIRST_PART_SHARE = 0.85;
const OUTLINE_SHARE = 0.1;
const MAX_OUTLINE_TOKENS = 500;
/** Tokens of an outline behind requested parts: enough to see what else there is. */
const SHORT_OUTLINE_TOKENS = 200;
/** Size up to which a whole page costs less than its outline and parts. */
const SMALL_PAGE_TOKENS = 1000;
/** Most tokens of the parts closest to `section`: further parts are rarely meant. */
const MAX_PARTS_TOKENS = 800;
/** Share of the requested tokens that must be left where a page is cut at the end of a block. */
const LEAST_KEPT = 0.98;
const FRAME_TOKENS = 60;
const PART_FRAME_TOKENS = 20;
/** Factor by which the stored token count can at most exceed the shown one: anchors are stored and not shown, and chunks have seams. */
const SURELY_LONGER = 1.3;
/** Characters a token, for the sizes in outlines: the mean over the development corpora. */
const CHARACTERS_PER_TOKEN = 4;

/**
 * Fits a page into `budget` tokens, by exact count. A page of at most 5,000 tokens that fits is given whole. Of a longer one a generous
 * budget (7,000) gets the first 5,000 tokens, the outline of the rest, and the parts of the rest that fit the session's questions. A
 * smaller budget gets the fitting parts of the whole page and its outline: measured on questions whose page is known, these hold the
 * answer more often than any beginning does. Without questions a smaller budget gets the beginning and the outline of the rest.
 * `alreadySent` parts of the page were left out of `parts`; the text says so.
 */
export function fitPage(
  page: PageText,
  parts: PagePart[],
  budget: number,
  frame: Frame,
  alreadySent = 0,
): FittedPage {
  const whole = fitWhole(page, PAGE_READ_CUTOFF_TOKENS, budget, frame);
  if (whole) return whole;
  const room = roomIn(page, budget, frame);
  const cut = cutAfter(page, firstPartTokens(room, parts.length > 0));
  const first = beginning(page, cut);
  const left = room - countTokens(first);
  const outlineTokens = Math.min(MAX_OUTLINE_TOKENS, Math.floor(room * OUTLINE_SHARE), left);
  const rest = outline(page, cut, page.markdown.length, outlineTokens);
  const chosen = chooseParts(parts, cut, left - countTokens(rest));
  const where = first ? " of the rest" : "";
  const without = withoutSome(alreadySent);
  return fitted(chosen, cut, budget, (shown) => [
    frame.head,
    quote(caption(page), first, frame),
    ...(rest
      ? [`Outline${where}. Read a section by its anchor or with \`section\`:`, quote("", rest, frame)]
      : []),
    ...quoteParts(page, shown, `Parts${where} closest to this session's questions${without}:`, frame),
  ]);
}

/**
 * Fits a page for a request whose words name no part of it, such as a plain question: whole when it is small, else the parts closest to
 * the request, or its beginning when none is close, and then its outline.
 */
export function fitClosest(page: PageText, parts: PagePart[], budget: number, frame: Frame): FittedPage {
  const whole = fitWhole(page, SMALL_PAGE_TOKENS, budget, frame);
  if (whole) return whole;
  const room = roomIn(page, budget, frame);
  const all = outline(
    page,
    0,
    page.markdown.length,
    Math.min(SHORT_OUTLINE_TOKENS, Math.floor(room * FIRST_PART_SHARE)),
  );
  const left = Math.min(MAX_PARTS_TOKENS, room - countTokens(all));
  const cut = parts.length > 0 ? 0 : blockBoundary(page.markdown, left);
  const first = beginning(page, cut);
  return fitted(chooseParts(parts, 0, left), cut, budget, (shown) => [
    frame.head,
    quote(caption(page), [joinParts(page, shown), first].filter(Boolean).join("\n\n"), frame),
    ...(all ? ["Outline. Read a section by its anchor or with `section`:", quote("", all, frame)] : []),
  ]);
}

/** Says that some of the parts were sent before. */
export function withoutSome(alreadySent: number): string {
  return alreadySent > 0 ? ` (${alreadySent} sent above; \`repeat: true\` sends them again)` : "";
}

function fitWhole(page: PageText, maxTokens: number, budget: number, frame: Frame): FittedPage | null {
  if (page.tokens > maxTokens * SURELY_LONGER) return null;
  const body = plainMarkdown(page.markdown).trim();
  const text = [frame.head, quote(caption(page), body, frame)].join("\n");
  if (countTokens(body) > maxTokens || countTokens(text) > budget) return null;
  return { text, isWhole: true, ranges: [{ start: 0, end: page.markdown.length }] };
}

/** Title and address of the page. Both come from the web like the text, so they stand between the same marks. */
export function caption({ title, url }: Pick<PageText, "title" | "url">): string {
  return `${oneLine(title)}\n${url.slice(0, MAX_URL_CHARACTERS)}`;
}

/** The page up to an offset, with its last code fence closed. */
function beginning({ markdown }: PageText, cut: number): string {
  const text = plainMarkdown(markdown.slice(0, cut)).trim();
  const fence = openFence(text);
  return fence ? `${text}\n${fence}` : text;
}

function roomIn(page: PageText, budget: number, { head }: Frame): number {
  return Math.max(0, budget - countTokens(`${head}\n${caption(page)}`) - FRAME_TOKENS);
}

/** The text with as many of the parts as the budget holds by exact count. */
function fitted(
  parts: PagePart[],
  cut: number,
  budget: number,
  linesWith: (parts: PagePart[]) => string[],
): FittedPage {
  let shown = parts;
  let text = linesWith(shown).join("\n");
  while (countTokens(text) > budget && shown.length > 0) {
    shown = shown.slice(0, -1);
    text = linesWith(shown).join("\n");
  }
  // The first part may tokenize into more once its anchors are gone, and a URL may be as long as the budget.
  if (countTokens(text) > budget) text = cutToTokens(text, budget);
  return { text, isWhole: false, ranges: [...(cut > 0 ? [{ start: 0, end: cut }] : []), ...shown] };
}

/** Offset at which the page is cut so that `maxTokens` of it are shown: anchors are stored with its text and not shown. */
function cutAfter(page: PageText, maxTokens: number): number {
  const cut = blockBoundary(page.markdown, maxTokens);
  const shown = countTokens(beginning(page, cut));
  if (shown === 0 || shown >= maxTokens * LEAST_KEPT) return cut;
  const further = blockBoundary(page.markdown, Math.floor((maxTokens * maxTokens * LEAST_KEPT) / shown));
  return countTokens(beginning(page, further)) <= maxTokens ? further : cut;
}

/** Tokens of the page's beginning; none when a small budget is better spent on the requested parts. */
function firstPartTokens(room: number, hasParts: boolean): number {
  if (room >= PAGE_READ_CUTOFF_TOKENS + KEPT_FOR_PARTS_TOKENS) return PAGE_READ_CUTOFF_TOKENS;
  return hasParts ? 0 : Math.min(PAGE_READ_CUTOFF_TOKENS, Math.floor(room * FIRST_PART_SHARE));
}

/** Least lines of an outline: a single heading says too little of a page, so as many of the next level follow as fit. */
const MIN_OUTLINE_LINES = 2;

/**
 * Headings of a range with anchors and sizes: as deep as `maxTokens` allow, or as many of a level as fit and the number of headings that
 * do not. A size includes unlisted headings below, so the sizes add up to the range.
 */
export function outline(page: PageText, from: number, to: number, maxTokens: number): string {
  const sections = page.sections.filter(({ start, level }) => start >= from && start < to && level > 0);
  if (sections.length === 0) return "";
  const begun = page.sections.find(({ start, end }) => start < from && from < end);
  const rest = begun ? [`- (rest of ${oneLine(begun.heading)}, ${size(begun.end - from)})`] : [];
  const top = Math.min(...sections.map(({ level }) => level));
  for (let depth = 6; depth >= top; depth--) {
    const shown = [...rest, ...outlineLines(sections, depth)];
    if (countTokens(shown.join("\n")) > maxTokens) continue;
    if (depth === 6 || shown.length >= MIN_OUTLINE_LINES) return shown.join("\n");
    return beginningOf(sections, depth + 1, rest, maxTokens) || shown.join("\n");
  }
  return beginningOf(sections, top, rest, maxTokens);
}

/** Lines of a level, as many as fit, with the number left out; empty when none fits. */
function beginningOf(sections: Section[], depth: number, rest: string[], maxTokens: number): string {
  const listed = listTop(sections, depth);
  const lines = [...rest, ...outlineLines(sections, depth)];
  const end = sections.at(-1)!.end;
  const more = (next: Section) =>
    `… ${(sections.length - sections.indexOf(next)).toLocaleString("en-US")} more headings (${size(end - next.start)})`;
  let left = maxTokens - countTokens(more(sections[0]!)) - 1;
  const fits = lines.findIndex((line) => (left -= countTokens(line) + 1) < 0);
  const next = listed[fits - rest.length];
  return fits <= rest.length || !next ? "" : [...lines.slice(0, fits), more(next)].join("\n");
}

/** The sections down to a level; the first one always. */
function listTop(sections: Section[], depth: number): Section[] {
  return sections.filter(({ level }, i) => i === 0 || level <= depth);
}

function outlineLines(sections: Section[], depth: number): string[] {
  const outermost = Math.min(...sections.map((section) => section.path.length));
  const listed = listTop(sections, depth);
  return listed.map((section, i) => {
    const end = listed[i + 1]?.start ?? sections.at(-1)!.end;
    const indent = "  ".repeat(Math.min(section.path.length - outermost, 3));
    const anchor = section.anchor ? `#${section.anchor}, ` : "";
    return `${indent}- ${oneLine(section.heading)} (${anchor}${size(end - section.start)})`;
  });
}

function size(characters: number): string {
  return `~${Math.ceil(characters / CHARACTERS_PER_TOKEN).toLocaleString("en-US")} tokens`;
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

function quoteParts(page: PageText, parts: PagePart[], title: string, frame: Frame): string[] {
  return parts.length > 0 ? [title, quote("", joinParts(page, parts), frame)] : [];
}

/** Parts in page order; neighbours run on, a gap shows as an ellipsis with the place where the page goes on. */
function joinParts(page: PageText, parts: PagePart[]): string {
  let end = -1;
  const texts: string[] = [];
  for (const part of parts.toSorted((a, b) => a.start - b.start)) {
    const text = plainMarkdown(page.markdown.slice(part.start, part.end)).trim();
    const isNext = end >= 0 && page.markdown.slice(end, part.start).trim() === "";
    const path = part.headingPath.slice(-2).map((heading) => oneLine(heading));
    const where = part.anchor ? `#${part.anchor}` : path.join(" › ");
    texts.push(isNext || part.start === 0 ? text : `… ${where}\n${text}`);
    end = part.end;
  }
  return texts.join("\n\n");
}

/** Text between the marks, below its caption where it has one; words in it that speak to a model stand between marks of their own. */
export function quote(above: string, text: string, { boundary }: Frame): string {
  const quoted = markInjections([above, text].filter(Boolean).join("\n\n"), boundary);
  return `<${boundary}>\n${quoted}\n</${boundary}>`;
}

/**
 * The last end of a block (blank line outside a code fence) at which at most `maxTokens` tokens are above; the last end of a line where a
 * cut at a block would lose too much.
 */
function blockBoundary(markdown: string, maxTokens: number): number {
  if (maxTokens <= 0) return 0;
  const limit = cutToTokens(markdown, maxTokens).length;
  if (limit >= markdown.length) return markdown.length;
  let boundary = 0;
  let lastLine = limit;
  let isFenced = false;
  let at = 0;
  for (const line of markdown.slice(0, limit).split("\n")) {
    if (/^\s*(```|~~~)/.test(line)) isFenced = !isFenced;
    if (line.trim() === "" && !isFenced) boundary = at;
    if (at > 0) lastLine = at;
    at += line.length + 1;
  }
  return boundary > limit * LEAST_KEPT ? boundary : lastLine;
}

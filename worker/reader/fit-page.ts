import { plainMarkdown } from "#worker/content/sections.ts";
import type { Section } from "#worker/content/sections.ts";
import { countTokens, cutToTokens } from "#worker/content/tokens.ts";
import { PAGE_READ_CUTOFF_TOKENS } from "#schema/values.ts";

/** The page as it is stored, before it is fitted. */
export type PageText = { title: string; url: string; markdown: string; sections: Section[] };

/** A part of a page, best first in a list. Offsets into the markdown. */
export type PagePart = { start: number; end: number; anchor: string | null; headingPath: string[] };

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
const FRAME_TOKENS = 60;

/**
 * Fits a page into `budget` tokens, by exact count. A page of at most 5,000 tokens that fits is given whole. Of a
 * longer one a generous budget (7,000) gets the first 5,000 tokens, the outline of the rest, and the parts of the rest
 * that fit the session's questions. A smaller budget gets those parts of the whole page and its outline: measured on
 * questions whose page is known, that holds the answer more often than any beginning does. Without questions it gets
 * the beginning and the outline of the rest.
 */
export function fitPage(
  page: PageText,
  parts: PagePart[],
  budget: number,
  head: string,
  boundary: string,
): FittedPage {
  const body = plainMarkdown(page.markdown).trim();
  const whole = [head, quote(body, boundary)].join("\n");
  if (countTokens(body) <= PAGE_READ_CUTOFF_TOKENS && countTokens(whole) <= budget) {
    return { text: whole, isWhole: true, ranges: [{ start: 0, end: page.markdown.length }] };
  }
  const room = Math.max(0, budget - countTokens(head) - FRAME_TOKENS);
  const cut = blockBoundary(page.markdown, firstPartTokens(room, parts.length > 0));
  const first = plainMarkdown(page.markdown.slice(0, cut)).trim();
  const left = room - countTokens(first);
  const outline = outlineAfter(
    page,
    cut,
    Math.min(MAX_OUTLINE_TOKENS, Math.floor(room * OUTLINE_SHARE), left),
  );
  let shown = chooseParts(page, parts, cut, left - countTokens(outline));
  let text = render({ head, first, outline, parts: shown, page, boundary });
  while (countTokens(text) > budget && shown.length > 0) {
    shown = shown.slice(0, -1);
    text = render({ head, first, outline, parts: shown, page, boundary });
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

/** One section with all below it, within the budget; cut at its end when it is longer. */
export function fitSection(
  page: PageText,
  section: Section,
  budget: number,
  head: string,
  boundary: string,
): FittedPage {
  const end = endWithChildren(page.sections, section);
  const body = plainMarkdown(page.markdown.slice(section.start, end)).trim();
  const whole = [head, quote(body, boundary)].join("\n");
  if (countTokens(whole) <= budget)
    return { text: whole, isWhole: false, ranges: [{ start: section.start, end }] };
  const note =
    "The section is longer than the budget: raise `budget`, or ask for one of its parts by heading.";
  const room = budget - countTokens(head) - countTokens(note) - FRAME_TOKENS;
  const cut = cutToTokens(body, Math.max(0, room));
  const text = [head, note, quote(cut, boundary)].join("\n");
  return {
    text: countTokens(text) <= budget ? text : cutToTokens(text, budget),
    isWhole: false,
    ranges: [{ start: section.start, end: section.start + cut.length }],
  };
}

/** The section with that anchor, else with that heading: as it is, then as a part of a heading. Case does not matter. */
export function findSection(sections: Section[], wanted: string): Section | null {
  const plain = wanted.replace(/^#/, "").trim().toLowerCase();
  if (!plain) return null;
  return (
    sections.find((section) => section.anchor?.toLowerCase() === plain) ??
    sections.find((section) => section.heading.toLowerCase() === plain) ??
    sections.find((section) => section.heading.toLowerCase().includes(plain)) ??
    null
  );
}

/** Headings with anchors and sizes: as deep as `maxTokens` allow, and of the top level as many as fit. */
export function outlineAfter(page: PageText, from: number, maxTokens: number): string {
  const sections = page.sections.filter(({ start, level }) => start >= from && level > 0);
  const lines = sections.map((section) => {
    const tokens = countTokens(page.markdown.slice(section.start, section.end));
    const indent = "  ".repeat(Math.max(0, Math.min(section.path.length, 4) - 1));
    const anchor = section.anchor ? `#${section.anchor}, ` : "";
    return `${indent}- ${section.heading.replace(/\s+/g, " ")} (${anchor}${tokens} tokens)`;
  });
  const tops = Math.min(...sections.map(({ level }) => level));
  for (let depth = 6; depth >= tops; depth--) {
    const outline = lines.filter((_, i) => sections[i]!.level <= depth).join("\n");
    if (countTokens(outline) <= maxTokens) return outline;
  }
  const fitting: string[] = [];
  let used = 0;
  for (const line of lines.filter((_, i) => sections[i]!.level === tops)) {
    used += countTokens(line) + 1;
    if (used > maxTokens) break;
    fitting.push(line);
  }
  return fitting.join("\n");
}

function chooseParts(page: PageText, parts: PagePart[], cut: number, maxTokens: number): PagePart[] {
  const chosen: PagePart[] = [];
  let left = maxTokens;
  for (const part of parts) {
    if (part.start < cut) continue;
    const tokens = countTokens(page.markdown.slice(part.start, part.end)) + 20;
    if (tokens > left) continue;
    left -= tokens;
    chosen.push(part);
  }
  return chosen;
}

function render(about: {
  head: string;
  first: string;
  outline: string;
  parts: PagePart[];
  page: PageText;
  boundary: string;
}): string {
  const { head, first, outline, parts, page, boundary } = about;
  const lines = [head];
  if (first) lines.push(quote(first, boundary));
  if (outline) {
    const what = first ? "Outline of the rest" : "Outline";
    lines.push(`${what} (read a section with \`section\`):`, quote(outline, boundary));
  }
  if (parts.length > 0) {
    const what = first ? "Parts of the rest" : "Parts";
    lines.push(`${what} closest to this session's questions:`, quote(joinParts(page, parts), boundary));
  }
  return lines.join("\n");
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

function quote(text: string, boundary: string): string {
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

function endWithChildren(sections: Section[], section: Section): number {
  const at = sections.indexOf(section);
  const next = sections
    .slice(at + 1)
    .find((other) => other.level > 0 && other.level <= Math.max(1, section.level));
  return next ? next.start : (sections.at(-1)?.end ?? section.end);
}

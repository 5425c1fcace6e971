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

/** Share of a budget that goes to the beginning of a page that does not fit: all but the outline, or less with parts to show. */
const FIRST_PART_SHARE = { withParts: 0.4, alone: 0.8 };
/** What a generous budget keeps for the outline and the relevant parts: with it 7,000 tokens give the first 5,000 whole. */
const KEPT_FOR_PARTS_TOKENS = 1900;
const OUTLINE_SHARE = 0.15;
const MAX_OUTLINE_TOKENS = 600;
const FRAME_TOKENS = 40;

/**
 * Fits a page into `budget` tokens, by exact count. A page of at most 5,000 tokens that fits is given whole. Of
 * others: the beginning (at most 5,000 tokens), the outline of the rest with the size of each section, and the parts
 * that fit the session's questions.
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
  const share = parts.length > 0 ? FIRST_PART_SHARE.withParts : FIRST_PART_SHARE.alone;
  const firstTokens = Math.min(
    PAGE_READ_CUTOFF_TOKENS,
    Math.max(Math.floor(room * share), room - KEPT_FOR_PARTS_TOKENS),
  );
  const cut = blockBoundary(page.markdown, firstTokens);
  const first = plainMarkdown(page.markdown.slice(0, cut)).trim();
  let left = room - countTokens(first);

  const outline = outlineAfter(
    page,
    cut,
    Math.min(MAX_OUTLINE_TOKENS, Math.floor(room * OUTLINE_SHARE), left),
  );
  left -= countTokens(outline);
  const chosen = chooseParts(page, parts, cut, left);

  let shown = chosen;
  let text = render(head, first, outline, shown, page, boundary);
  while (countTokens(text) > budget && shown.length > 0) {
    shown = shown.slice(0, -1);
    text = render(head, first, outline, shown, page, boundary);
  }
  if (countTokens(text) > budget)
    text = render(
      head,
      cutToTokens(first, Math.max(0, budget - countTokens(head) - FRAME_TOKENS)),
      "",
      [],
      page,
      boundary,
    );
  if (countTokens(text) > budget) text = cutToTokens(text, budget);
  return { text, isWhole: false, ranges: [{ start: 0, end: cut }, ...shown] };
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

/** Headings with anchors and sizes, as many as fit. */
export function outlineAfter(page: PageText, from: number, maxTokens: number): string {
  const lines: string[] = [];
  let used = 0;
  for (const section of page.sections) {
    if (section.start < from || section.level === 0) continue;
    const tokens = countTokens(page.markdown.slice(section.start, section.end));
    const indent = "  ".repeat(Math.max(0, Math.min(section.path.length, 4) - 1));
    const line = `${indent}- ${section.heading.replace(/\s+/g, " ")} (${section.anchor ? `#${section.anchor}, ` : ""}${tokens} tokens)`;
    used += countTokens(line) + 1;
    if (used > maxTokens) break;
    lines.push(line);
  }
  return lines.join("\n");
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

function render(
  head: string,
  first: string,
  outline: string,
  parts: PagePart[],
  page: PageText,
  boundary: string,
): string {
  const lines = [head, quote(first, boundary)];
  if (outline) lines.push("Outline of the rest (read one with `section`):", quote(outline, boundary));
  if (parts.length > 0) {
    const texts = parts
      .toSorted((a, b) => a.start - b.start)
      .map((part) => {
        const path = part.headingPath.map((heading) => heading.replace(/\s+/g, " ")).join(" › ");
        const where = part.anchor ? `${path} (#${part.anchor})` : path;
        return `${where ? `… ${where}\n` : "…\n"}${plainMarkdown(page.markdown.slice(part.start, part.end)).trim()}`;
      });
    lines.push("Parts of the rest closest to this session's questions:", quote(texts.join("\n\n"), boundary));
  }
  return lines.join("\n");
}

function quote(text: string, boundary: string): string {
  return `<${boundary}>\n${text}\n</${boundary}>`;
}

/** The last end of a block (blank line outside a code fence) at which at most `maxTokens` tokens are above. */
function blockBoundary(markdown: string, maxTokens: number): number {
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

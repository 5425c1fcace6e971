import { listBlocks } from "#worker/content/blocks.ts";
import { listFences } from "#worker/content/fences.ts";
import { plainWords } from "#worker/content/sections.ts";
import type { Section } from "#worker/content/sections.ts";
import type { PageText } from "./fit-page.ts";
import { definitionPatterns, holdsWords, symbolsOf } from "./symbols.ts";
import { findTableRows } from "./table-rows.ts";

/** Offsets into the markdown of a page. */
export type Range = { start: number; end: number };

export type FoundPart = {
  section: Section;
  /** Meant parts of the section in page order: the head of a table and its rows, or a definition and its text. Null for all of it. */
  focus: Range[] | null;
};

/** Characters of code above a definition beyond which a fence is shown from the definition on. */
const MAX_CODE_ABOVE = 1500;

/**
 * The part of a page that a name means, best reading first: an anchor, a heading, a path of headings, the whole words of a heading; then a
 * symbol where it is defined, then a table by its caption, its first column or its head; then any part of a heading. Null when the page
 * has nothing of that name.
 */
export function findInPage(page: PageText, wanted: string): FoundPart | null {
  const section = findByHeading(page.sections, wanted);
  if (section) return { section, focus: null };
  const symbols = symbolsOf(wanted);
  return (
    findDefinition(page, symbols, "declared") ??
    findTable(page, [...symbols, wanted]) ??
    findDefinition(page, symbols, "written") ??
    findPartOfHeading(page.sections, wanted)
  );
}

/** The section that a fragment names: by its anchor, or by the anchor that its heading would have. */
export function findFragment(sections: Section[], fragment: string): FoundPart | null {
  const wanted = fragment.toLowerCase();
  const words = slug(fragment);
  const section =
    sections.find(({ anchor }) => anchor?.toLowerCase() === wanted) ??
    (words ? sections.find(({ heading }) => slug(heading) === words) : undefined);
  return section ? { section, focus: null } : null;
}

function slug(text: string): string {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join("-");
}

function findByHeading(sections: Section[], wanted: string): Section | null {
  const plain = clean(wanted);
  if (!plain) return null;
  const path = wanted.split(/\s[›>]\s/).map(clean);
  return (
    sections.find(({ anchor }) => anchor?.toLowerCase() === plain) ??
    sections.find(({ heading }) => heading.toLowerCase() === plain) ??
    sections.find(({ heading }) => withoutArguments(heading.toLowerCase()) === withoutArguments(plain)) ??
    (path.length > 1 ? sections.find((section) => endsWith(section, path)) : undefined) ??
    sections.find(({ heading }) => holdsWords(heading.toLowerCase(), plain)) ??
    null
  );
}

function findPartOfHeading(sections: Section[], wanted: string): FoundPart | null {
  const plain = clean(wanted);
  const section = plain ? sections.find(({ heading }) => heading.toLowerCase().includes(plain)) : undefined;
  return section ? { section, focus: null } : null;
}

/** The plain words of a typed or copied name, which may have marks of headings and of code, or be a fragment. */
function clean(wanted: string): string {
  const plain = plainWords(wanted.trim().replace(/^#+\s*/, "")).toLowerCase();
  return /[\p{L}\p{N}]/u.test(plain) ? plain : "";
}

function withoutArguments(heading: string): string {
  const open = heading.indexOf("(");
  return open > 0 && heading.endsWith(")") ? heading.slice(0, open).trimEnd() : heading;
}

function endsWith(section: Section, path: string[]): boolean {
  const above = section.path.map((heading) => heading.toLowerCase());
  return path.every((heading, i) => above[above.length - path.length + i] === heading);
}

/** The heading or line that defines one of the symbols; a symbol in its own case before the same in other letters. */
function findDefinition(page: PageText, symbols: string[], how: "declared" | "written"): FoundPart | null {
  const fences = listFences(page.markdown);
  for (const symbol of symbols) {
    for (const flags of ["u", "iu"]) {
      const patterns = definitionPatterns(symbol, flags);
      const section =
        page.sections.find(({ heading }) => patterns.ownHeading.test(heading)) ??
        page.sections.find(({ heading }) => patterns.heading.test(heading));
      if (section) return { section, focus: null };
      for (const block of listBlocks(page.markdown, fences, 0, page.markdown.length)) {
        const pattern = block.kind === "fence" ? patterns[how] : how === "declared" ? patterns.prose : null;
        if (pattern === null || block.kind === "table" || block.kind === "heading") continue;
        const at = lineThat(page.markdown, block, pattern);
        if (at !== null) return aroundLine(page, block, at);
      }
    }
  }
  return null;
}

/** Start of the first line of a block that matches. */
function lineThat(markdown: string, block: Range, pattern: RegExp): number | null {
  let at = block.start;
  for (const line of markdown.slice(block.start, block.end).split("\n")) {
    if (pattern.test(line)) return at;
    at += line.length + 1;
  }
  return null;
}

/** The part from a line on to the end of its section; code from its beginning, unless that is far above. */
function aroundLine(page: PageText, block: Range & { kind: string }, at: number): FoundPart {
  const section = enclosing(page.sections, at);
  if (block.kind !== "fence") return { section, focus: [{ start: at, end: section.end }] };
  if (at - block.start <= MAX_CODE_ABOVE)
    return { section, focus: [{ start: block.start, end: section.end }] };
  const opening = { start: block.start, end: page.markdown.indexOf("\n", block.start) };
  return { section, focus: [opening, { start: at, end: section.end }] };
}

function findTable(page: PageText, names: string[]): FoundPart | null {
  const rows = findTableRows(page.markdown, names.map(clean).filter(Boolean));
  return rows ? { section: enclosing(page.sections, rows[0]!.start), focus: rows } : null;
}

function enclosing(sections: Section[], at: number): Section {
  return sections.findLast(({ start }) => start <= at) ?? sections[0]!;
}

import { type Fence, lineEnd, listFences } from "./fences.ts";

/** A heading with the text below, up to the next heading of any level. The first section may have no heading. */
export type Section = {
  /** The words of the heading, without marks and anchor. */
  heading: string;
  /** Level of the heading, 1 to 6; 0 for the text before the first heading. */
  level: number;
  anchor: string | null;
  /** Headings from the page's top heading down to this section's own; long headings are cut. */
  path: string[];
  /** Offsets into the page's markdown. Sections follow each other without gaps. */
  start: number;
  end: number;
};

/** Limit on a heading in a path: signatures of functions can have hundreds of characters, and every section below repeats the path. */
const MAX_PATH_PART = 100;

/** Sections of a page as `readDocument` writes it, in order; none for an empty text. */
export function listSections(markdown: string): Section[] {
  const sections: Section[] = [];
  const above: { level: number; heading: string }[] = [];
  for (const { start, level, heading, anchor } of listHeadings(markdown, listFences(markdown))) {
    while ((above.at(-1)?.level ?? 0) >= level) above.pop();
    above.push({ level, heading: shorten(heading) });
    const path = above.map((part) => part.heading);
    sections.push({ heading, level, anchor, path, start, end: markdown.length });
  }
  const first = sections[0];
  if (first && markdown.slice(0, first.start).trim() === "") first.start = 0;
  else if (markdown !== "" && first?.start !== 0) {
    sections.unshift({ heading: "", level: 0, anchor: null, path: [], start: 0, end: markdown.length });
  }
  for (const [index, section] of sections.entries())
    section.end = sections[index + 1]?.start ?? markdown.length;
  return sections;
}

/** Markdown as it is shown: headings without the anchors that stored markdown carries. */
export function plainMarkdown(markdown: string): string {
  if (!markdown.includes("{#")) return markdown;
  let plain = "";
  let at = 0;
  for (const fence of listFences(markdown)) {
    plain += withoutAnchors(markdown.slice(at, fence.start)) + markdown.slice(fence.start, fence.end);
    at = fence.end;
  }
  return plain + withoutAnchors(markdown.slice(at));
}

function withoutAnchors(text: string): string {
  return text.replaceAll(/^#{1,6} [^\n]*$/gm, (line) => line.replace(/ \{#[^\s{}]+\}$/, ""));
}

const headingLine = /^(#{1,6})[ \t]+([^ \t][^]*)$/;
const anchorPart = /[ \t]\{#([^\s{}]+)\}$/;

type Heading = { start: number; level: number; heading: string; anchor: string | null };

function listHeadings(markdown: string, fences: Fence[]): Heading[] {
  const headings: Heading[] = [];
  let nextFence = 0;
  for (let at = 0; at < markdown.length;) {
    const fence = fences[nextFence];
    if (fence && at >= fence.start) {
      at = fence.end + 1;
      nextFence++;
      continue;
    }
    const end = lineEnd(markdown, at);
    const match = markdown.charCodeAt(at) === 35 ? headingLine.exec(markdown.slice(at, end).trimEnd()) : null;
    if (match) {
      const [, marks = "", text = ""] = match;
      const found = anchorPart.exec(text);
      const words = text.slice(0, found?.index).trimEnd();
      headings.push({
        start: at,
        level: marks.length,
        heading: plainWords(words),
        anchor: found?.[1] ?? null,
      });
    }
    at = end + 1;
  }
  return headings;
}

/** A heading without marks of emphasis, code, links and escapes. */
export function plainWords(heading: string): string {
  return heading
    .replaceAll(/!?\[([^[\]]*)\]\([^()\s]*\)/g, "$1")
    .replaceAll(/\*\*|`/g, "")
    .replaceAll(/\\([\\`*_{}[\]()#+.!|<>~-])/g, "$1")
    .replace(/(?<!\s)\s+#+$/, "")
    .trim();
}

function shorten(heading: string): string {
  return heading.length <= MAX_PATH_PART ? heading : `${heading.slice(0, MAX_PATH_PART - 1).trimEnd()}…`;
}

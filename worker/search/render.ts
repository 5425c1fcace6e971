import { markInjections } from "#worker/content/injections/mark-injections.ts";
import { oneLine } from "#worker/content/one-line.ts";
import type { Confidence } from "./confidence.ts";
import { openingMark } from "./quotation-marks.ts";

/** A run of passages of one page. Blocks come in the order of their best passage, so a page may have several. */
export type AnswerBlock = {
  title: string;
  url: string;
  /** Name and version of the source, such as `Django 3.2`. */
  source: string;
  pieces: AnswerPiece[];
};

export type AnswerPiece = {
  anchor: string | null;
  headingPath: string[];
  text: string;
};

/** A section that is named and not sent. */
export type NamedSection = {
  title: string;
  headingPath: string[];
  /** Address with the section's anchor, where there is one: the cheapest way to read the section. */
  url: string;
};

export type LeftOutSection = NamedSection & { tokens: number };

export type AnswerParts = {
  confidence: Confidence;
  blocks: AnswerBlock[];
  /** o200k tokens of the passages. */
  tokens: number;
  leftOut: LeftOutSection[];
  /** Sections that would be in the answer if this session did not have them. */
  alreadySent: NamedSection[];
  /** Our own sentences about the whole answer, such as the version served. */
  notices: string[];
  session: string | null;
};

const MAX_SOURCES_LABELED = 4;
const MAX_ANCHOR_CHARACTERS = 300;

/**
 * The text of an answer: our own lines first, then one quotation with a mark before each passage. All text that comes from a page,
 * even title, headings and address, is in the quotation. `boundary`, the word of the marks, is in no page, so that no page can speak
 * in our place.
 */
export function renderAnswer(parts: AnswerParts, boundary: string): string {
  const { blocks, leftOut, alreadySent } = parts;
  const head = [...summary(parts), ...(parts.session ? [`session: ${parts.session}`] : [])].join(" · ");
  const named = namedLines([
    ...leftOut.map((section) => ({ section, about: `~${section.tokens.toLocaleString("en-US")} tokens` })),
    ...alreadySent.map((section) => ({ section, about: "sent above" })),
  ]);
  const quotation = blocks.map((_, i) => blockText(blocks, i, boundary)).join(`\n<${boundary}>\n`);
  return [
    head,
    ...parts.notices,
    ...(quotation || named.length > 0 ? [openingMark(boundary)] : []),
    ...(quotation ? [quotation] : []),
    ...(named.length > 0
      ? [`<${boundary} more sections, not included>`, markInjections(named.join("\n"), boundary)]
      : []),
    ...(quotation || named.length > 0 ? [`</${boundary}>`] : []),
  ].join("\n");
}

/** A passage below its title and address. The title of a page whose own heading says the title is left out, and so is a second address. */
function blockText(blocks: AnswerBlock[], at: number, boundary: string): string {
  const block = blocks[at]!;
  const [{ anchor, text }] = block.pieces as [AnswerPiece];
  const first = blocks.findIndex(({ url, source }) => url === block.url && source === block.source);
  const address = (first < at ? "" : block.url) + fragmentOf(anchor);
  const title =
    first < at
      ? `page of [${first + 1}]`
      : headingOf(text) === lettersOf(block.title)
        ? ""
        : oneLine(block.title);
  const hasSeveralSources = blocks.some(({ source }) => source !== block.source);
  const caption = [
    [title, leadingPath(block.pieces[0]!, block.title)].filter(Boolean).join(" › "),
    ...(hasSeveralSources ? [oneLine(block.source)] : []),
  ].filter(Boolean);
  const number = blocks.length > 1 ? `[${at + 1}] ` : "";
  return [
    number + [markInjections(caption.join(" · "), boundary), address].filter(Boolean).join("\n"),
    ...block.pieces.map((piece, n) => {
      const quoted = markInjections(piece.text.trim(), boundary);
      return n === 0 ? quoted : `${placeOf(piece, block.title)}\n\n${quoted}`;
    }),
  ].join("\n\n");
}

/** The mark of a gap in a page, with the place of the piece below where the piece's own heading does not say it. */
function placeOf(piece: AnswerPiece, title: string): string {
  const fragment = headingOf(piece.text) === null ? fragmentOf(piece.anchor) : "";
  return ["…", fragment, leadingPath(piece, title)].filter(Boolean).join(" ");
}

/** The parts of the first line: sources with versions, number of several passages, tokens; or that there is nothing. */
function summary({ confidence, blocks, alreadySent, tokens }: AnswerParts): string[] {
  if (blocks.length === 0) return [alreadySent.length > 0 ? "Nothing new" : "Not found"];
  const sources = [...new Set(blocks.map(({ source }) => oneLine(source)))];
  const labels = sources.slice(0, MAX_SOURCES_LABELED).join(", ");
  return [
    ...(confidence === "nearest" ? ["Nearest passages"] : []),
    sources.length > MAX_SOURCES_LABELED ? `${labels} and more` : labels,
    ...(blocks.length === 1 ? [] : [`${blocks.length} passages`]),
    `${tokens.toLocaleString("en-US")} tokens`,
  ];
}

/** A line for each section, without title and address where the line before is for the same page. */
function namedLines(sections: { section: NamedSection; about: string }[]): string[] {
  let before = "";
  return sections.map(({ section: { title, headingPath, url }, about }) => {
    const [page = "", anchor] = url.split("#", 2);
    const isSame = page === before && anchor !== undefined && headingPath.length > 0;
    before = page;
    const name = isSame ? `… › ${oneLine(headingPath.at(-1)!)}` : sectionName(title, headingPath);
    return `- ${name} · ${about} · ${isSame ? `#${anchor}` : url}`;
  });
}

/** The page's title and the deepest heading, where that is another one. */
function sectionName(title: string, headingPath: string[]): string {
  const last = headingPath.at(-1);
  const isTitle = last === undefined || lettersOf(last) === lettersOf(title);
  return isTitle ? oneLine(title) : `${oneLine(title)} › ${oneLine(last)}`;
}

/** `#` and the anchor as a URL can hold it; nothing without an anchor, or for an anchor that is too long to be sent on. */
export function fragmentOf(anchor: string | null): string {
  if (!anchor || anchor.length > MAX_ANCHOR_CHARACTERS) return "";
  return `#${anchor.toWellFormed().replace(/[\s\p{C}]/gu, encodeURIComponent)}`;
}

/** The headings above a piece that the piece's own text does not begin with, without a first heading that repeats the title. */
function leadingPath({ headingPath, text }: AnswerPiece, title: string): string {
  const path = headingPath.filter((heading, i) => !(i === 0 && lettersOf(heading) === lettersOf(title)));
  const own = headingOf(text);
  // A passage may begin with a heading above its own.
  const shown =
    own === null
      ? path
      : path.slice(
          0,
          path.findIndex((heading) => lettersOf(heading) === own),
        );
  return shown.map((part) => oneLine(part)).join(" › ");
}

/** The letters of the heading that a text begins with; null for a text that begins with something else. */
function headingOf(text: string): string | null {
  const firstLine = text.trimStart().split("\n", 1)[0] ?? "";
  return firstLine.startsWith("#") ? lettersOf(firstLine) : null;
}

/** A heading without its marks. */
function lettersOf(heading: string): string {
  return heading.replaceAll(/[^\p{L}\p{N}]/gu, "");
}

import type { Chunk } from "#worker/content/chunks.ts";
import type { Section } from "#worker/content/sections.ts";
import type { OracleFacts } from "./page-oracle.ts";
import { anchorsOf, headingLetters, lettersOfMarkdown, linesOf, squeeze } from "./plain-text.ts";

export type ReadPage = { title: string; markdown: string; sections: Section[]; chunks: Chunk[] };

/** Number of items on the page, and number of those that were kept. */
export type Share = { of: number; kept: number };

export type PageMeasure = {
  code: Share;
  anchors: Share;
  rows: Share;
  /** Lines outside code; a line is kept when it is no noise. */
  lines: Share;
  chunks: Share;
  /** Paragraphs that are in the text. */
  text: Share;
  isWronglyEmpty: boolean;
  /** Up to three examples of what was lost, by measure, to look at. */
  lost: Record<"code" | "anchors" | "rows" | "lines" | "chunks" | "text", string[]>;
};

/** Letters above which a page has something to say. */
const MIN_LETTERS = 300;
const MAX_EMPTY_SHARE = 0.1;
/** Share of a block of code that must be in a fence for the block to be kept: prompts and folded lines may differ. */
const MIN_CODE_SHARE = 0.9;
const EXAMPLES = 3;
/** Letters that may stand between the pieces of a table's row: "Source", or a repeated name. */
const MAX_GAP = 24;
/** Characters at which headings in paths are cut. */
const MAX_HEADING = 60;

const NOISE_LINE =
  /^\W*(?:edit (?:this page|on git\w+)|improve this (?:page|doc)|(?:next|prev(?:ious)?)(?: (?:page|topic|chapter))?|contents\W+index|(?:back to )?top|view (?:page )?source(?: code)?|skip to (?:main )?content|on this page|was this (?:page )?helpful)\W*$/iu;

/** The share of a page's facts that is in the text read from the page. */
export function measurePage(facts: OracleFacts, page: ReadPage): PageMeasure {
  const lines = linesOf(page.markdown);
  const letters = lettersOfMarkdown(page.markdown);
  const fenced = squeeze(
    lines
      .filter(({ isCode }) => isCode)
      .map(({ text }) => text.replace(/^[ \t>]+/u, ""))
      .join(""),
  );
  const anchors = anchorsOf(page.markdown);
  const noise = lines.filter(({ text, isCode }) => !isCode && isNoise(text, facts));
  const lost: PageMeasure["lost"] = { code: [], anchors: [], rows: [], lines: [], chunks: [], text: [] };
  lost.lines = noise.slice(0, EXAMPLES).map(({ text }) => text.slice(0, 200));
  const shareOf = <T>(
    name: keyof typeof lost,
    items: T[],
    isKept: (item: T) => boolean,
    show: (item: T) => string,
  ): Share => {
    const missing = items.filter((item) => !isKept(item));
    lost[name] = missing.slice(0, EXAMPLES).map((item) => show(item).slice(0, 200));
    return { of: items.length, kept: items.length - missing.length };
  };
  const outside = lines.filter(({ isCode }) => !isCode).length;
  return {
    code: shareOf(
      "code",
      facts.code,
      (block) => isCodeKept(block, fenced),
      (block) => block.join("⏎"),
    ),
    anchors: shareOf(
      "anchors",
      facts.anchors,
      (ids) => ids.some((id) => anchors.has(id)),
      (ids) => ids.join(" | "),
    ),
    rows: shareOf(
      "rows",
      facts.rows,
      (row) => isRowKept(row, letters),
      (row) => row.join(" "),
    ),
    lines: { of: outside, kept: outside - noise.length },
    chunks: measureChunks(facts, page, lost.chunks),
    text: shareOf(
      "text",
      facts.blocks,
      ({ text }) => letters.includes(text),
      ({ text }) => text,
    ),
    isWronglyEmpty: facts.text.length >= MIN_LETTERS && letters.length < facts.text.length * MAX_EMPTY_SHARE,
    lost,
  };
}

function isCodeKept(block: string[], fenced: string): boolean {
  let all = 0;
  let kept = 0;
  for (const line of block) {
    all += line.length;
    const bare = line.replace(/^(?:>>>|\.\.\.|[$#%>]|irb[^>]*>)/u, "");
    if (fenced.includes(line) || (bare !== "" && fenced.includes(bare))) kept += line.length;
  }
  return kept >= all * MIN_CODE_SHARE;
}

/** Whether the pieces of a row follow each other, with little between them. */
function isRowKept(pieces: string[], letters: string): boolean {
  const [first = "", ...rest] = pieces;
  for (let start = letters.indexOf(first); start !== -1; start = letters.indexOf(first, start + 1)) {
    let at = start + first.length;
    const isWhole = rest.every((piece) => {
      const next = letters.indexOf(piece, at);
      if (next === -1 || next > at + MAX_GAP) return false;
      at = next + piece.length;
      return true;
    });
    if (isWhole) return true;
  }
  return false;
}

/** Whether a line is of the frame, or one of the words that generators put everywhere. */
function isNoise(line: string, facts: OracleFacts): boolean {
  const letters = lettersOfMarkdown(line);
  const isOfFrame = letters.length >= 3 && !facts.text.includes(letters) && facts.frameText.includes(letters);
  return (
    isOfFrame ||
    (!/^\s*(?:#|[-*+] |\d|\|)/u.test(line) && NOISE_LINE.test(line.replaceAll(/\]\([^()\s]*\)/gu, "]")))
  );
}

/** Chunks that hold a paragraph of the page; a chunk is right when the path of each of its paragraphs is the page's. */
function measureChunks(facts: OracleFacts, page: ReadPage, lost: string[]): Share {
  const share = { of: 0, kept: 0 };
  const title = headingLetters(page.title);
  const sections = page.sections.map((section) => ({
    ...section,
    letters: lettersOfMarkdown(page.markdown.slice(section.start, section.end)),
  }));
  for (const chunk of page.chunks) {
    const letters = lettersOfMarkdown(chunk.text);
    const blocks = facts.blocks.filter(({ text }) => letters.includes(text));
    if (blocks.length === 0) continue;
    share.of += 1;
    const reach = sections.filter(({ start, end }) => start < chunk.end && end > chunk.start);
    const wrong = blocks.find((block) => {
      const section = reach.find((one) => one.letters.includes(block.text));
      return (
        section !== undefined && !isRightPath(section.path.map(headingLetters), block.above, facts, title)
      );
    });
    if (!wrong) share.kept += 1;
    else if (lost.length < EXAMPLES) {
      const path = reach.find((one) => one.letters.includes(wrong.text))?.path.join(" > ");
      lost.push(`${wrong.text.slice(0, 40)}: below “${wrong.above.join(" > ")}”, said “${path ?? ""}”`);
    }
  }
  return share;
}

/** Whether the nearest heading is in the path (or is the title), and no heading that the paragraph does not stand below. */
function isRightPath(path: string[], above: string[], facts: OracleFacts, title: string): boolean {
  const nearest = above.at(-1);
  const isTitle = nearest === facts.headings[0] && above.length === 1;
  const isThere =
    nearest === undefined ||
    isTitle ||
    isSame(nearest, title) ||
    path.some((heading) => isSame(heading, nearest));
  const allowed = [...above, ...facts.headings.slice(0, 1)];
  const strangers = facts.headings.filter((heading) => !allowed.some((one) => isSame(one, heading)));
  return isThere && !path.some((heading) => strangers.some((one) => isSame(one, heading)));
}

/** Whether two headings, in letters, are the same; either may be cut. */
function isSame(one: string, other: string): boolean {
  const length = Math.min(MAX_HEADING, one.length, other.length);
  const isCut = Math.max(one.length, other.length) > MAX_HEADING;
  return isCut ? length > 20 && one.slice(0, length) === other.slice(0, length) : one === other;
}

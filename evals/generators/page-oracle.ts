import { load } from "cheerio";
import { decodeId, headingLetters, lettersOf, squeeze } from "./plain-text.ts";

/** The parts of a generator's page that a person looks at, as CSS selectors; everything else of the page is its frame. */
export type Shape = {
  /** The column of text. */
  main: string;
  /** Parts of the column that are frame all the same. */
  frame?: string | undefined;
  /** Blocks of code besides `pre`. */
  code?: string | undefined;
  /** Blocks of `pre` that are no code: whole manual pages, signatures that are headings. */
  notCode?: string | undefined;
  /** Functions, options, members: each has an id, or a name, on its own element or inside. */
  member?: string | undefined;
  /** Headings that are labels of the box around them, and say nothing about the text behind that box. */
  label?: string | undefined;
};

/** The facts of a page of HTML, as far as its markup tells. */
export type OracleFacts = {
  /** Letters of the column, and letters of the frame. */
  text: string;
  frameText: string;
  /** Lines of each block of code, without white space. */
  code: string[][];
  /** Letters of each row of each table, in the pieces that its markup gives. */
  rows: string[][];
  /** The ids that lead to each heading or member that can be linked to. */
  anchors: string[][];
  blocks: TextBlock[];
  headings: string[];
};

/** A paragraph, and the headings above it, the nearest last. */
export type TextBlock = { text: string; above: string[] };

type Api = ReturnType<typeof load>;
type Found = ReturnType<Api>;
type Element = Parameters<Api["contains"]>[0];
type Heading = { element: Element; level: number; letters: string };

const NEVER_TEXT = "script, style, template, noscript, svg, head, [hidden], button, select, dialog";
const ALWAYS_FRAME =
  'nav, [role="navigation"], [role="search"], [role="contentinfo"], footer, .headerlink, .anchorlink, .copybtn, .sphinxsidebar, .related';
const LINE_NUMBERS =
  ".linenos, .linenodiv, .lineno, .line-numbers, .line-number, .lnt, .gp, .copybtn, .tooltip, .ttc";
const BLOCK_NAMES =
  "p, div, ul, ol, dl, table, pre, blockquote, section, article, h1, h2, h3, h4, h5, h6, details, figure";
/** Boxes whose headings are labels: "Note", "Example". */
const NOTES = ".note, .tip, .warning, .caution, .important, .admonition, .example, [role=note]";
/** Elements that end the reach of a heading inside: it says nothing about the text behind the element. */
const CLOSED = "article, section, dd, li, td, blockquote";
/** Level of headings that are only labels, below all others. */
const LABEL_LEVEL = 6.5;
const TEXT_NODE = 3;
/** Letters below which a page has nothing to read besides its list of contents. */
const MIN_LETTERS = 300;
/** Text of a link from a summary to the details further down. */
const MORE = /^\s*more(?:\.{3}|…)\s*$/iu;
const CONTENTS = /toc|contents/iu;
/** Letters of the shortest paragraph that is looked at: a shorter one may stand on a page twice. */
const MIN_BLOCK_LETTERS = 40;
const BLOCK_HEAD = 90;

/** Reads the facts with a parser and rules that the product's reader does not use. */
export function readOracle(html: string, shape: Shape): OracleFacts {
  const $ = load(html);
  $(NEVER_TEXT).remove();
  const columns = $(shape.main).filter((_, element) => $(element).parents(shape.main).length === 0);
  const main = columns.length > 0 ? columns : $("body");
  const frames = main.find([ALWAYS_FRAME, shape.frame ?? []].flat().join(", "));
  main
    .find("a[href*='#']")
    .filter((_, link) => MORE.test($(link).text()))
    .remove();
  const lists = frames.filter((_, element) =>
    CONTENTS.test(`${$(element).attr("class")} ${$(element).attr("id")}`),
  );
  const contents = lists.text();
  const frameOfMain = frames.not(lists).text();
  removeFrames($, frames, shape.member);
  const text = lettersOf(main.text());
  const headings = listHeadings(
    $,
    main
      .find("h1, h2, h3, h4, h5, h6")
      .filter((_, element) => $(element).closest(NOTES).length === 0)
      .toArray(),
    shape,
  );
  const facts = {
    text,
    code: listCode($, main, shape),
    rows: listRows($, main),
    anchors: listAnchors($, main, headings, shape),
    blocks: listBlocks($, main, headings, text),
    headings: headings.map(({ letters }) => letters),
  };
  main.remove();
  const isList = text.length < MIN_LETTERS;
  return { ...facts, frameText: lettersOf(`${$("body").text()} ${frameOfMain} ${isList ? "" : contents}`) };
}

/** Removes the page's frame. A permalink is frame, but its id belongs to the heading or member that it stands in. */
function removeFrames($: Api, frames: Found, member?: string): void {
  const named = ["h1, h2, h3, h4, h5, h6, dt", member ?? []].flat().join(", ");
  for (const frame of frames.toArray()) {
    const $frame = $(frame);
    const id = $frame.attr("id");
    if (id && $frame.parent().closest(named).length > 0) $frame.replaceWith($("<a></a>").attr("id", id));
    else $frame.remove();
  }
}

function listHeadings($: Api, elements: Element[], { member, label }: Shape): Heading[] {
  const levelOf = (element: Element): number => {
    if (label && $(element).is(label)) return LABEL_LEVEL;
    // A member counts as lower: Doxygen gives members and their groups headings of one level.
    return Number($(element).prop("tagName")?.slice(1)) + (member && $(element).is(member) ? 0.5 : 0);
  };
  return elements
    .map((element) => ({
      element,
      level: levelOf(element),
      letters: headingLetters($(element).text()),
    }))
    .filter(({ letters }) => letters !== "");
}

function listCode($: Api, main: Found, shape: Shape): string[][] {
  const selector = ["pre", shape.code ?? []].flat().join(", ");
  return main
    .find(selector)
    .toArray()
    .filter((element) => $(element).parents(selector).length === 0)
    .filter((element) => !shape.notCode || !$(element).is(shape.notCode))
    .map((element) => {
      const copy = $(element).clone();
      copy.find(LINE_NUMBERS).remove();
      copy.find("br, p, div, tr").after("\n");
      return copy.text().split("\n").map(squeeze).filter(Boolean);
    })
    .filter((lines) => lines.length > 0);
}

/** Rows of tables of data: two columns and two rows at least, no table around or inside, no code with line numbers. */
function listRows($: Api, main: Found): string[][] {
  return main
    .find("table")
    .toArray()
    .filter((table) => {
      const it = $(table);
      if (it.find("table, pre").length > 0 || it.parents("table, pre").length > 0) return false;
      if (it.attr("role") === "presentation") return false;
      const columns = it
        .find("tr")
        .toArray()
        .map((row) => $(row).children("td, th").length);
      return columns.filter((count) => count >= 2).length >= 2;
    })
    .flatMap((table) => $(table).find("tr").toArray())
    .map((row) => piecesOf($, $(row)))
    .filter((pieces) => pieces.join("").length >= 3);
}

/** Letters of the text nodes below an element, in their order. */
function piecesOf($: Api, $it: Found): string[] {
  return $it
    .contents()
    .toArray()
    .flatMap((node) =>
      node.nodeType === TEXT_NODE
        ? [lettersOf($(node).text())].filter(Boolean)
        : piecesOf($, $(node) as never),
    );
}

function listAnchors($: Api, main: Found, headings: Heading[], shape: Shape): string[][] {
  const ids = ($it: Found): string[] =>
    [$it.attr("id"), $it.is("a") ? $it.attr("name") : undefined]
      .filter((id) => id !== undefined && id !== "")
      .map((id) => decodeId(id as string));
  const inside = ($it: Found): string[] =>
    $it
      .find("[id], a[name]")
      .toArray()
      .flatMap((element) => ids($(element)));
  /** Ids of empty elements right before an element. */
  const before = ($it: Found): { found: string[]; isFirst: boolean } => {
    const found: string[] = [];
    let $before = $it.prev();
    for (; $before.length > 0 && $before.text().trim() === ""; $before = $before.prev())
      found.push(...ids($before), ...inside($before));
    return { found, isFirst: $before.length === 0 };
  };
  /** Ids of empty elements right before, and of wrappers that begin here. */
  const around = (element: Element): string[] => {
    const found: string[] = [];
    for (let $at = $(element); $at.length > 0 && !$at.is(main);) {
      const here = before($at);
      found.push(...here.found);
      if (!here.isFirst) break;
      $at = $at.parent();
      if (!$at.is(main)) found.push(...ids($at));
    }
    return found;
  };
  // The first heading is the page's title, to which the page's address leads.
  const anchors = headings
    .slice(1)
    .filter(({ level }) => level !== LABEL_LEVEL)
    .map(({ element }) => [...ids($(element)), ...inside($(element)), ...around(element)]);
  const members = ["dt", shape.member ?? []].flat().join(", ");
  for (const element of main.find(members).toArray()) {
    const $it = $(element);
    if ($it.find("h1, h2, h3, h4, h5, h6").length > 0) continue;
    const own = [...ids($it), ...inside($it)];
    anchors.push(own.length > 0 ? own : before($it).found);
  }
  return anchors.filter((alternatives) => alternatives.length > 0);
}

/** Paragraphs that stand on the page only once. */
function listBlocks($: Api, main: Found, headings: Heading[], text: string): TextBlock[] {
  const places = new Map<unknown, number>();
  for (const [place, element] of main.find("*").toArray().entries()) places.set(element, place);
  const blocks: TextBlock[] = [];
  for (const element of main.find("p, dd, li, div").toArray()) {
    const $it = $(element);
    if ($it.find(BLOCK_NAMES).length > 0 || $it.closest("pre, table, dt, h1, h2, h3, h4, h5, h6").length > 0)
      continue;
    const letters = lettersOf($it.text());
    const head = letters.slice(0, BLOCK_HEAD);
    if (letters.length < MIN_BLOCK_LETTERS || text.indexOf(head) !== text.lastIndexOf(head)) continue;
    const place = places.get(element) ?? 0;
    const before = headings.filter(
      (heading) => (places.get(heading.element) ?? 0) < place && isOpenAt($, heading, element),
    );
    blocks.push({ text: head, above: chainOf(before) });
  }
  return blocks;
}

function isOpenAt($: Api, { element, level }: Heading, at: Element): boolean {
  const $box = level === LABEL_LEVEL ? $(element).parent() : $(element).closest(CLOSED);
  return $box.length === 0 || $.contains($box.get(0) as Element, at);
}

/** The chain of headings that a place stands below, out of all headings before it. */
function chainOf(before: Heading[]): string[] {
  const chain: Heading[] = [];
  for (const heading of before.toReversed())
    if (heading.level < (chain[0]?.level ?? 7)) chain.unshift(heading);
  return chain.map(({ letters }) => letters);
}

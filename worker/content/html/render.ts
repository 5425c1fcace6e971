import { anchorSuffix } from "../anchors.ts";
import { findAdmonition } from "./admonition.ts";
import type { BoilerplateTest } from "./boilerplate.ts";
import { anchoredCode, anchoredLine, type AnchoredLine, splitMember } from "./anchored-line.ts";
import { fence, readCodeBlocks } from "./code-block.ts";
import { isLineNumbers, readCodeBox } from "./code-box.ts";
import { headingAnchor } from "./element-anchors.ts";
import { isBlock, isHeading } from "./elements.ts";
import { HeadingTree } from "./heading-tree.ts";
import { anchorOf, headingWords, isMember, splitHeading, topHeadings } from "./heading-words.ts";
import { InlineRenderer, Line } from "./inline.ts";
import type { HtmlElement, HtmlNode } from "./parse-html.ts";
import { isFrameLine } from "./page-turn.ts";
import { readManPage, readParagraphs } from "./preformatted.ts";
import { renderDefinitions } from "./render-definitions.ts";
import { renderRows, renderTable } from "./render-table.ts";
import { gridRows } from "./table.ts";
import { TitleTest } from "./title-test.ts";
import { isTabPanel, isTabSet, tabLabels } from "./tabs.ts";
import {
  bold,
  codeSpan,
  escapeStart,
  indent,
  isBriefOf,
  isLabel,
  isStamp,
  joinItem,
  quote,
  textOf,
  tidyLine,
} from "./text.ts";
import { type Flow, MAX_INDENTS, type Writer } from "./writer.ts";

export type RenderOptions = {
  boilerplate: BoilerplateTest;
  /** Address that links are relative to. */
  baseUrl: URL;
  /** Where links within the site lead is kept as well: for pages that are lists of links. */
  keepsLinks: boolean;
  /** What the page's `<title>` says: a line above the first heading that agrees with it is the heading of the page. */
  pageTitle?: string | null;
};

export type Rendered = {
  markdown: string;
  /** Texts of the headings of level 1. */
  topHeadings: string[];
  /** The first heading of any level. */
  firstHeading: string | null;
  /** Characters of the text that are not in links. */
  words: number;
};

/**
 * Writes a part of a page as markdown: headings with their anchors, code with its language, tables, lists, notes as
 * quotations. Lines of text are not broken, and characters of markdown within them are not escaped.
 */
export function renderMarkdown(content: HtmlElement, options: RenderOptions): Rendered {
  const renderer = new Renderer(options);
  const markdown = renderer.renderPage(content);
  return { markdown, ...renderer.headings, words: renderer.countWords(markdown) };
}

/** A box above the headings with more of its text in links is a menu. */
const MAX_LINK_SHARE = 0.6;

class Renderer {
  readonly headings: Pick<Rendered, "topHeadings" | "firstHeading"> = { topHeadings: [], firstHeading: null };
  readonly #inline: InlineRenderer;
  readonly #isDropped: (element: HtmlElement) => boolean;
  readonly #tree = new HeadingTree();
  /** Until the first heading of the page. */
  #isBeforeHeadings = true;
  readonly #pageTitle: TitleTest;
  /** The last anchor before which no text has been written since. */
  #anchor: string | null = null;
  /** It is that of a mark in the text, and not of a box around it. */
  #isMark = false;
  /** The same for an anchor at the end of a line of text: it is that of what follows the line. */
  #anchorBehindLine: string | null = null;
  /** Containers that indent: a heading within one is no section of the page. */
  #indents = 0;
  #tabLabels: string[] = [];
  /** How much had been written before the line under way. */
  #lineStart = { text: 0, linked: 0 };
  readonly #keepsLinks: boolean;
  #parts: Writer | null = null;
  #content: HtmlElement | null = null;

  constructor(options: RenderOptions) {
    this.#isDropped = (element) => options.boilerplate.isBoilerplate(element);
    this.#inline = new InlineRenderer({ ...options, isDropped: this.#isDropped });
    this.#keepsLinks = options.keepsLinks;
    this.#pageTitle = new TitleTest(options.pageTitle ?? null);
  }

  get #writer(): Writer {
    return (this.#parts ??= {
      inline: this.#inline,
      tree: this.#tree,
      isDropped: this.#isDropped,
      add: (flow, block) => this.#add(flow, block),
      nodes: (nodes, flow) => {
        this.#renderNodes(nodes, flow);
        this.#endLine(flow);
      },
      indented: (nodes) => this.#indented(nodes),
      list: (list, flow) => this.#renderList(list, flow),
      indents: () => this.#indents,
      startHeadings: () => {
        this.#isBeforeHeadings = false;
      },
    });
  }

  renderPage(content: HtmlElement): string {
    this.#content = content;
    return this.#blocksOf(content.children).join("\n\n");
  }

  /** Where links are words like others, only their text is told apart. */
  countWords(markdown: string): number {
    const { text, linked } = this.#inline.size;
    return this.#keepsLinks ? text - linked : markdown.length;
  }

  #blocksOf(nodes: HtmlNode[]): string[] {
    const flow: Flow = { blocks: [], line: new Line() };
    this.#renderNodes(nodes, flow);
    this.#endLine(flow);
    return flow.blocks;
  }

  #renderNodes(nodes: HtmlNode[], flow: Flow): void {
    for (const node of nodes) {
      if (typeof node === "string") {
        if (node.trim() !== "") this.#anchorBehindLine = null;
        this.#inline.append(flow.line, node);
      } else {
        this.#renderElement(node, flow);
      }
    }
  }

  #renderElement(element: HtmlElement, flow: Flow): void {
    if (this.#isDropped(element)) {
      if (element.attributes.role === "tablist") this.#tabLabels = tabLabels(element);
      else if (element.name === "label" && isTabSet(element.parent))
        this.#tabLabels.push(tidyLine(textOf(element)));
      return;
    }
    const id = element.attributes.id ?? (element.name === "a" ? element.attributes.name : undefined);
    if (id && !flow.line.hasText) {
      this.#anchor = id;
      this.#isMark = !isBlock(element.name);
    }
    if (!isBlock(element.name)) this.#anchorBehindLine = id && element.children.length === 0 ? id : null;
    if (isBlock(element.name)) {
      this.#endLine(flow);
      if (this.#isBeforeHeadings) this.#renderAboveHeadings(element, flow);
      else if (element.hasHeading) this.#tree.within(element, () => this.#renderBlock(element, flow));
      else this.#renderBlock(element, flow);
      this.#endLine(flow);
    } else if (element.hasBlock) {
      this.#renderNodes(element.children, flow);
    } else if (!flow.line.hasText && isCodeOfLines(element)) {
      this.#endLine(flow);
      for (const block of readCodeBlocks(element, this.#isDropped)) this.#add(flow, fence(block));
    } else {
      this.#inline.append(flow.line, element);
    }
  }

  /** Above the headings of a page are menus as well: boxes that are links and next to nothing else. */
  #renderAboveHeadings(element: HtmlElement, flow: Flow): void {
    const { length } = flow.blocks;
    const { text, linked } = this.#inline.size;
    this.#renderBlock(element, flow);
    this.#endLine(flow);
    if (!this.#isBeforeHeadings || this.#keepsLinks || !this.#content?.hasHeading) return;
    const { size } = this.#inline;
    if (flow.blocks.length > length && size.linked - linked > (size.text - text) * MAX_LINK_SHARE)
      flow.blocks.length = length;
  }

  #endLine(flow: Flow): void {
    if (!flow.line.isEmpty) {
      const text = flow.line.hasText ? tidyLine(flow.line.toString()) : "";
      flow.line = new Line();
      if (text !== "" && this.#isBeforeHeadings && this.#isPageHeading(text))
        this.#addPageHeading(text, flow);
      else if (text !== "" && !isStamp(text) && !isFrameLine(text)) this.#add(flow, escapeStart(text));
    }
    this.#anchor = this.#anchorBehindLine ?? this.#anchor;
    this.#anchorBehindLine = null;
    if (this.#isBeforeHeadings) this.#lineStart = { ...this.#inline.size };
  }

  /** A line that agrees with the page's title, unless it is a link, such as the name of the site, or a heading says it too. */
  #isPageHeading(text: string): boolean {
    const { size } = this.#inline;
    const isLink = size.linked - this.#lineStart.linked > (size.text - this.#lineStart.text) * MAX_LINK_SHARE;
    if (this.#indents > 0 || isLink || !this.#pageTitle.agrees(text) || !this.#content) return false;
    return topHeadings(this.#content, this.#isDropped).every((heading) => !this.#pageTitle.isOf(heading));
  }

  #add(flow: Flow, block: string): void {
    if (block === "") return;
    if (block.startsWith("```")) this.#inline.size.text += block.length;
    // A label followed by another had nothing to label: its drawing is gone.
    if (isLabel(block) && isLabel(flow.blocks.at(-1) ?? "")) flow.blocks.pop();
    if (isBriefOf(flow.blocks.at(-1) ?? "", block)) flow.blocks.pop();
    flow.blocks.push(block);
    this.#anchor = null;
  }

  /** A page whose name is no heading: Doxygen, Haddock. What it has as headings of level 1 are then parts of it. */
  #addPageHeading(text: string, flow: Flow): void {
    const anchor = this.#tree.useAnchor(this.#anchor);
    const hasTop = this.#content !== null && topHeadings(this.#content, this.#isDropped).length > 0;
    this.#tree.enter(1);
    if (hasTop) this.#tree.shift = 1;
    this.#isBeforeHeadings = false;
    this.headings.topHeadings.push(text);
    this.#add(flow, `# ${text.replaceAll("\n", " ")}${anchorSuffix(anchor)}`);
  }

  #renderBlock(element: HtmlElement, flow: Flow): void {
    switch (element.name) {
      case "h1":
      case "h2":
      case "h3":
      case "h4":
      case "h5":
      case "h6":
        this.#renderHeading(element, Number(element.name.charAt(1)) + (isMember(element) ? 1 : 0), flow);
        return;
      case "h":
        this.#renderLevelessHeading(element, flow);
        return;
      case "pre":
        this.#renderPreformatted(element, flow);
        return;
      case "ul":
      case "ol":
      case "menu":
      case "dir":
        this.#renderList(element, flow);
        return;
      case "dl":
        renderDefinitions(element, this.#anchor, flow, this.#writer);
        return;
      case "table":
        renderTable(element, flow, this.#writer);
        return;
      case "blockquote":
        if (this.#renderBox(element, flow)) return;
        if (this.#indents >= MAX_INDENTS || isSidebar(element)) this.#renderNodes(element.children, flow);
        else if (findAdmonition(element)) this.#renderAdmonition(element, flow);
        else for (const block of this.#indented(element.children)) this.#add(flow, quote(block));
        return;
      case "summary":
      case "caption":
      case "legend":
        if (element.hasHeading) this.#renderNodes(element.children, flow);
        else this.#add(flow, bold(this.#inline.text(element.children)));
        return;
      case "hr":
        return;
      default:
        if (this.#renderBox(element, flow)) return;
        if (isTabSet(element)) this.#tabLabels = [];
        if (this.#indents < MAX_INDENTS && findAdmonition(element)) this.#renderAdmonition(element, flow);
        else if (isTabPanel(element)) this.#renderTabPanel(element, flow);
        else this.#renderNodes(element.children, flow);
    }
  }

  /** Boxes that are the line of an anchor, code or a table, whatever their element is. */
  #renderBox(element: HtmlElement, flow: Flow): boolean {
    const hasMembers = this.#indents === 0 && !this.#isBeforeHeadings;
    const before = { anchor: this.#anchor, isMark: this.#isMark };
    const line = hasMembers ? anchoredLine(element, before, this.#isDropped) : null;
    if (line) {
      this.#addMember(line, line.isCode ? codeSpan(line.text) : this.#inline.text(element.children), flow);
      return true;
    }
    const code = readCodeBox(element, this.#isDropped);
    if (code) {
      this.#add(flow, fence(code));
      return true;
    }
    const rows = gridRows(element, this.#isDropped);
    if (!rows) return false;
    renderRows(rows, flow, this.#writer);
    return true;
  }

  #addMember({ anchor }: AnchoredLine, text: string, flow: Flow): void {
    const own = this.#tree.useAnchor(anchor) ?? this.#tree.useAnchor(this.#anchor);
    this.#add(
      flow,
      `${"#".repeat(this.#tree.enterMember())} ${text.replaceAll("\n", " ")}${anchorSuffix(own)}`,
    );
  }

  #renderPreformatted(pre: HtmlElement, flow: Flow): void {
    const isText = /(?:^|\s)text(?:\s|$)/.test(pre.attributes.class ?? "");
    const text = isText || this.#isBeforeHeadings ? textOf(pre, this.#isDropped) : "";
    const pieces = this.#isBeforeHeadings && this.#indents === 0 ? readManPage(text) : null;
    if (pieces) {
      for (const piece of pieces) {
        if (piece.kind === "block") this.#add(flow, piece.text);
        else this.#add(flow, `## ${piece.text}`);
      }
      this.#isBeforeHeadings = false;
      this.#tree.enter(2);
    } else if (isText) {
      for (const block of readParagraphs(text)) this.#add(flow, block);
    } else {
      const blocks = readCodeBlocks(pre, this.#isDropped).filter(({ code }) => !isLineNumbers(pre, code));
      const [block] = blocks;
      const line =
        block && blocks.length === 1 && this.#indents === 0 && !this.#isBeforeHeadings
          ? anchoredCode(pre, block.code, this.#isMark ? this.#anchor : null)
          : null;
      if (line) this.#addMember(line, codeSpan(line.text), flow);
      if (!line?.isWhole) for (const one of blocks) this.#add(flow, fence(one));
    }
  }

  #renderHeading(element: HtmlElement, level: number, flow: Flow): void {
    const { words, rest } = splitHeading(element);
    const text = this.#inline.text(words).replaceAll("\n", " ");
    if (level === 1 && this.#isBeforeHeadings && this.#isBanner(words, text)) {
      // The name of the site, which is on each of its pages.
    } else if (text !== "" && (this.#indents > 0 || (isShort(text) && this.#tree.leavesBox(level)))) {
      // "Types" or "Attributes" above a part of what is said of a function.
      this.#add(flow, bold(text));
    } else if (text !== "") {
      const anchor = this.#tree.useAnchor(headingAnchor(element, this.#isDropped) ?? this.#anchor);
      this.#addHeading(level, text, anchor, flow);
    }
    this.#renderNodes(rest, flow);
  }

  /** A heading that is all a link to another page, and that the page's title does not know. */
  #isBanner(words: HtmlNode[], text: string): boolean {
    const [link, ...others] = words.filter((word) => typeof word !== "string" || word.trim() !== "");
    if (typeof link !== "object" || link.name !== "a" || others.length > 0) return false;
    const { href } = link.attributes;
    return href !== undefined && !href.startsWith("#") && this.#pageTitle.isOf(text) === false;
  }

  #addHeading(level: number, text: string, anchor: string | null, flow: Flow): void {
    const previous = flow.blocks.at(-1);
    const own = this.#tree.enter(level);
    // Of two equal headings at the top, one is the banner's; and a kind (`Class`) above the title is in it.
    if (own <= 2 && previous !== undefined && headingWords(previous) === text) {
      flow.blocks.pop();
      if (own === 1 || previous.startsWith("# ")) this.headings.topHeadings.pop();
      this.#tree.level = 1;
      this.headings.topHeadings.push(text);
      this.#add(flow, `# ${text}${anchorSuffix(anchor ?? anchorOf(previous))}`);
      return;
    }
    if (own === 1 && flow.blocks.length === 1 && /^#{2,6} \S+(?: \S+)?$/.test(previous ?? ""))
      flow.blocks.pop();
    this.#isBeforeHeadings = false;
    if (own === 1) this.headings.topHeadings.push(text);
    this.headings.firstHeading ??= text;
    this.#add(flow, `${"#".repeat(own)} ${text}${anchorSuffix(anchor)}`);
  }

  /** The heading of XHTML 2, which has the level that its place gives it. SQLite's pages mark each pragma with one. */
  #renderLevelessHeading(element: HtmlElement, flow: Flow): void {
    const outer = this.#tree.level;
    this.#renderHeading(element, Math.min(6, outer + 1), flow);
    this.#tree.level = outer;
  }

  #renderList(list: HtmlElement, flow: Flow): void {
    // Items with headings are sections of the page: Javadoc draws all of it as lists.
    if (this.#indents >= MAX_INDENTS || (list.hasHeading && this.#indents === 0)) {
      this.#renderNodes(list.children, flow);
      return;
    }
    if (this.#indents === 0 && !this.#isBeforeHeadings && this.#renderMembers(list, flow)) return;
    let number = Number.parseInt(list.attributes.start ?? "1", 10) || 1;
    const items: string[] = [];
    for (const child of list.children) {
      const isItem = typeof child !== "string" && child.name === "li";
      if (typeof child !== "string" && this.#isDropped(child)) continue;
      const text = joinItem(this.#indented(isItem ? child.children : [child]));
      if (text === "") continue;
      const mark = list.name === "ol" ? `${number++}. ` : "- ";
      items.push(mark + indent(text, " ".repeat(mark.length)));
    }
    this.#add(flow, items.join("\n"));
  }

  /** A list of members, each with an anchor and its declaration before what is said of it: Scaladoc 2. */
  #renderMembers(list: HtmlElement, flow: Flow): boolean {
    const items = list.children.filter((child): child is HtmlElement => typeof child !== "string");
    const members = items.map((item) => splitMember(item, this.#isDropped));
    if (members.filter((member) => member !== null).length * 2 <= items.length) return false;
    for (const [index, item] of items.entries()) {
      const member = members[index];
      this.#anchor = item.attributes.id ?? null;
      if (member) this.#addMember(member, codeSpan(member.text), flow);
      this.#renderNodes(member?.rest ?? item.children, flow);
      this.#endLine(flow);
    }
    return true;
  }

  #indented(nodes: HtmlNode[]): string[] {
    this.#indents++;
    const blocks = this.#blocksOf(nodes);
    this.#indents--;
    return blocks;
  }

  #renderAdmonition(box: HtmlElement, flow: Flow): void {
    const admonition = findAdmonition(box);
    if (!admonition) return;
    const title = admonition.title && this.#inline.text(admonition.title.children).replace(/:$/, "");
    const isKind = !title || title.toLowerCase() === admonition.label.toLowerCase();
    const label = `**${isKind ? admonition.label : title.replaceAll("**", "")}:**`;
    const body = this.#indented(admonition.title ? withoutElement(box, admonition.title) : box.children);
    const [first, ...rest] = body;
    const isInline = first !== undefined && !/^(?:[-|>#]|\d+\. |```)/.test(first);
    for (const block of isInline ? [`${label} ${first}`, ...rest] : [label, ...body])
      this.#add(flow, quote(block));
  }

  #renderTabPanel(panel: HtmlElement, flow: Flow): void {
    const label = this.#tabLabels.shift();
    if (label) this.#add(flow, bold(label));
    this.#renderNodes(panel.children, flow);
  }
}

/** The children of a box without its title, which may be one level down. */
function withoutElement(box: HtmlElement, title: HtmlElement): HtmlNode[] {
  return box.children.flatMap((child) => {
    if (child === title) return [];
    if (typeof child !== "string" && child.children.includes(title)) {
      return [{ ...child, children: child.children.filter((inner) => inner !== title) }];
    }
    return [child];
  });
}

function isShort(heading: string): boolean {
  return !/\s\S+\s/.test(heading);
}

/** A quotation with a heading of its own that no text follows before the next heading: mdBook's asides. */
function isSidebar(quotation: HtmlElement): boolean {
  if (!quotation.hasHeading || !quotation.parent) return false;
  const siblings = quotation.parent.children;
  const next = siblings.slice(siblings.indexOf(quotation) + 1).find((node) => textOf(node).trim() !== "");
  return typeof next === "object" && isHeading(next.name);
}

/** Code that is set in lines, though not in a `pre`. */
function isCodeOfLines(element: HtmlElement): boolean {
  return (
    /^(?:code|tt|samp)$/.test(element.name) &&
    element.children.some((child) => typeof child !== "string" && child.name === "br")
  );
}

import { anchorSuffix } from "../anchors.ts";
import { findAdmonition } from "./admonition.ts";
import type { BoilerplateTest } from "./boilerplate.ts";
import { anchoredCode, anchoredLine, type AnchoredLine } from "./anchored-line.ts";
import { fence, readCodeBlocks } from "./code-block.ts";
import { isLineNumbers, readCodeBox } from "./code-box.ts";
import { headingAnchor } from "./element-anchors.ts";
import { isBlock } from "./elements.ts";
import { isBoxLabel } from "./frame-link.ts";
import { HeadingTree } from "./heading-tree.ts";
import { isMember, splitHeading } from "./heading-words.ts";
import { InlineRenderer, Line } from "./inline.ts";
import type { HtmlElement, HtmlNode } from "./parse-html.ts";
import { PageHeadings } from "./page-headings.ts";
import { isFrameLine } from "./page-turn.ts";
import { readManPage, readParagraphs } from "./preformatted.ts";
import { isSidebar, renderAdmonition } from "./render-admonition.ts";
import { renderDefinitions } from "./render-definitions.ts";
import { renderList } from "./render-list.ts";
import { renderRows, renderTable } from "./render-table.ts";
import { gridRows } from "./table.ts";
import { TitleTest } from "./title-test.ts";
import { isTabPanel, isTabSet, tabLabels } from "./tabs.ts";
import {
  bold,
  codeSpan,
  escapeStart,
  isBriefOf,
  isLabel,
  isImages,
  isStamp,
  quote,
  textOf,
  tidyLine,
} from "./text.ts";
import { type Flow, MAX_INDENTS, type Writer } from "./writer.ts";

export type RenderOptions = {
  boilerplate: BoilerplateTest;
  /** Address that links are relative to. */
  baseUrl: URL;
  /** Whether links within the site keep their address, for pages that are lists of links. */
  keepsLinks: boolean;
  /** Text of the page's `<title>`: a line above the first heading that agrees with this title is the heading of the page. */
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
 * quotations. Lines of text are not broken, and characters of markdown within a line are not escaped.
 */
export function renderMarkdown(content: HtmlElement, options: RenderOptions): Rendered {
  const renderer = new Renderer(content, options);
  const markdown = renderer.renderPage();
  const { top: topHeadings, first: firstHeading } = renderer.headings;
  return { markdown, topHeadings, firstHeading, words: renderer.countWords(markdown) };
}

/** Share of linked text above which a box above the headings is a menu. */
const MAX_LINK_SHARE = 0.6;

class Renderer {
  readonly headings: PageHeadings;
  readonly #inline: InlineRenderer;
  readonly #isDropped: (element: HtmlElement) => boolean;
  readonly #tree = new HeadingTree();
  /** The last anchor before which no text has been written since. */
  #anchor: string | null = null;
  /** Whether `#anchor` is that of a mark in the text, and not of a box around. */
  #isMark = false;
  /** The last anchor at the end of a line of text, which belongs to the text behind that line. */
  #anchorBehindLine: string | null = null;
  /** Number of open containers that indent: a heading within one is no section of the page. */
  #indents = 0;
  #tabLabels: string[] = [];
  /** Characters that had been written before the line under way. */
  #lineStart = { text: 0, linked: 0 };
  readonly #keepsLinks: boolean;
  #parts: Writer | null = null;
  readonly #content: HtmlElement;

  constructor(content: HtmlElement, options: RenderOptions) {
    this.#content = content;
    this.#isDropped = (element) => options.boilerplate.isBoilerplate(element);
    this.#inline = new InlineRenderer({ ...options, isDropped: this.#isDropped });
    this.#keepsLinks = options.keepsLinks;
    const title = new TitleTest(options.pageTitle ?? null);
    this.headings = new PageHeadings(content, { tree: this.#tree, title, isDropped: this.#isDropped });
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
      addMember: (line, text, flow) => this.#addMember(line, text, flow),
      setAnchor: (anchor) => {
        this.#anchor = anchor;
      },
      indents: () => this.#indents,
      hasHeadings: () => !this.headings.isBefore,
      startHeadings: () => {
        this.headings.isBefore = false;
      },
    });
  }

  renderPage(): string {
    return this.#blocksOf(this.#content.children).join("\n\n");
  }

  /** Characters of the text that are not in links; all of the markdown, unless links keep their address. */
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
      if (this.headings.isBefore) this.#renderAboveHeadings(element, flow);
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

  /** Writes a block above the headings of a page, and takes it back if it is a menu: links and next to nothing else. */
  #renderAboveHeadings(element: HtmlElement, flow: Flow): void {
    const { length } = flow.blocks;
    const { text, linked } = this.#inline.size;
    this.#renderBlock(element, flow);
    this.#endLine(flow);
    if (!this.headings.isBefore || this.#keepsLinks || !this.#content.hasHeading) return;
    const { size } = this.#inline;
    if (flow.blocks.length > length && size.linked - linked > (size.text - text) * MAX_LINK_SHARE)
      flow.blocks.length = length;
  }

  #endLine(flow: Flow): void {
    if (!flow.line.isEmpty) {
      const text = flow.line.hasText ? tidyLine(flow.line.toString()) : "";
      flow.line = new Line();
      if (text !== "" && this.#isPageHeading(text))
        this.#add(flow, this.headings.addName(text, this.#anchor));
      else if (text !== "" && !isStamp(text) && !isFrameLine(text) && !this.#isLogo(text))
        this.#add(flow, escapeStart(text));
    }
    this.#anchor = this.#anchorBehindLine ?? this.#anchor;
    this.#anchorBehindLine = null;
    if (this.headings.isBefore) this.#lineStart = { ...this.#inline.size };
  }

  /** Whether a line above the first heading has images and no words. */
  #isLogo(text: string): boolean {
    return this.headings.isBefore && this.#content.hasHeading && isImages(text);
  }

  #isPageHeading(text: string): boolean {
    if (!this.headings.isBefore || this.#indents > 0) return false;
    const { size } = this.#inline;
    const isLink = size.linked - this.#lineStart.linked > (size.text - this.#lineStart.text) * MAX_LINK_SHARE;
    return !isLink && this.headings.isName(text);
  }

  #add(flow: Flow, block: string): void {
    if (block === "") return;
    if (block.startsWith("```")) this.#inline.size.text += block.length;
    // A label that another label follows has nothing to label: its drawing is gone.
    if (isLabel(block) && isLabel(flow.blocks.at(-1) ?? "")) flow.blocks.pop();
    if (isBriefOf(flow.blocks.at(-1) ?? "", block)) flow.blocks.pop();
    flow.blocks.push(block);
    this.#anchor = null;
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
        renderList(element, flow, this.#writer);
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
        else if (findAdmonition(element)) renderAdmonition(element, flow, this.#writer);
        else for (const block of this.#indented(element.children)) this.#add(flow, quote(block));
        return;
      case "summary":
      case "caption":
      case "legend":
        if (element.hasHeading) this.#renderNodes(element.children, flow);
        else if (!isBoxLabel(textOf(element))) this.#add(flow, bold(this.#inline.text(element.children)));
        return;
      case "hr":
        return;
      default:
        if (this.#renderBox(element, flow)) return;
        if (isTabSet(element)) this.#tabLabels = [];
        if (this.#indents < MAX_INDENTS && findAdmonition(element))
          renderAdmonition(element, flow, this.#writer);
        else if (isTabPanel(element)) this.#renderTabPanel(element, flow);
        else this.#renderNodes(element.children, flow);
    }
  }

  /** Writes a box that is the line of an anchor, code or a table, whatever its element is; returns false for other boxes. */
  #renderBox(element: HtmlElement, flow: Flow): boolean {
    const hasMembers = this.#indents === 0 && !this.headings.isBefore;
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
    const text = isText || this.headings.isBefore ? textOf(pre, this.#isDropped) : "";
    const pieces = this.headings.isBefore && this.#indents === 0 ? readManPage(text) : null;
    if (pieces) {
      for (const piece of pieces) {
        if (piece.kind === "block") this.#add(flow, piece.text);
        else this.#add(flow, `## ${piece.text}`);
      }
      this.headings.isBefore = false;
      this.#tree.enter(2);
    } else if (isText) {
      for (const block of readParagraphs(text)) this.#add(flow, block);
    } else {
      const blocks = readCodeBlocks(pre, this.#isDropped).filter(({ code }) => !isLineNumbers(pre, code));
      const [block] = blocks;
      const line =
        block && blocks.length === 1 && this.#indents === 0 && !this.headings.isBefore
          ? anchoredCode(pre, block.code, this.#isMark ? this.#anchor : null)
          : null;
      if (line) this.#addMember(line, codeSpan(line.text), flow);
      if (!line?.isWhole) for (const one of blocks) this.#add(flow, fence(one));
    }
  }

  #renderHeading(element: HtmlElement, level: number, flow: Flow): void {
    const { words, rest } = splitHeading(element);
    const text = this.#inline.text(words).replaceAll("\n", " ");
    if (level === 1 && this.headings.isBefore && this.headings.isBanner(words, text)) {
      // The heading is the name of the site, which is on each page.
    } else if (text !== "" && (this.#indents > 0 || (isShort(text) && this.#tree.leavesBox(level)))) {
      // Such a heading is "Types" or "Attributes" above a part of the description of a function.
      this.#add(flow, bold(text));
    } else if (text !== "") {
      const anchor = this.#tree.useAnchor(headingAnchor(element, this.#isDropped) ?? this.#anchor);
      this.#add(flow, this.headings.add(level, text, anchor, flow));
    }
    this.#renderNodes(rest, flow);
  }

  /** Writes an `h` of XHTML 2, whose level follows from its place. SQLite's pages mark each pragma with an `h`. */
  #renderLevelessHeading(element: HtmlElement, flow: Flow): void {
    const outer = this.#tree.level;
    this.#renderHeading(element, Math.min(6, outer + 1), flow);
    this.#tree.level = outer;
  }

  #indented(nodes: HtmlNode[]): string[] {
    this.#indents++;
    const blocks = this.#blocksOf(nodes);
    this.#indents--;
    return blocks;
  }

  #renderTabPanel(panel: HtmlElement, flow: Flow): void {
    const label = this.#tabLabels.shift();
    if (label) this.#add(flow, bold(label));
    this.#renderNodes(panel.children, flow);
  }
}

function isShort(heading: string): boolean {
  return !/\s\S+\s/.test(heading);
}

/** Whether an element is code that is set in lines, though not in a `pre`. */
function isCodeOfLines(element: HtmlElement): boolean {
  return (
    /^(?:code|tt|samp)$/.test(element.name) &&
    element.children.some((child) => typeof child !== "string" && child.name === "br")
  );
}

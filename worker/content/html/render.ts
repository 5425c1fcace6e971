import { anchorSuffix } from "../anchors.ts";
import { findAdmonition } from "./admonition.ts";
import type { BoilerplateTest } from "./boilerplate.ts";
import { fence, isSignature, readCodeBlocks, readSignature } from "./code-block.ts";
import { headingAnchor, isFrameAnchor, termAnchor } from "./element-anchors.ts";
import { isBlock } from "./elements.ts";
import { InlineRenderer, Line } from "./inline.ts";
import type { HtmlElement, HtmlNode } from "./parse-html.ts";
import { type Cell, drawTable, isLayout, listRows, longest } from "./table.ts";
import { isTabPanel, isTabSet, tabLabels } from "./tabs.ts";
import {
  bold,
  codeSpan,
  escapeStart,
  indent,
  isLabel,
  isStamp,
  joinItem,
  quote,
  textOf,
  tidyLine,
} from "./text.ts";

export type RenderOptions = {
  boilerplate: BoilerplateTest;
  /** Address that links are relative to. */
  baseUrl: URL;
  /** Where links within the site lead is kept as well: for pages that are lists of links. */
  keepsLinks: boolean;
};

export type Rendered = {
  markdown: string;
  /** Texts of the headings of level 1. */
  topHeadings: string[];
};

/**
 * Writes a part of a page as markdown: headings with their anchors, code with its language, tables, lists, notes as
 * quotations. Lines of text are not broken, and characters of markdown within them are not escaped.
 */
export function renderMarkdown(content: HtmlElement, options: RenderOptions): Rendered {
  const renderer = new Renderer(options);
  return { markdown: renderer.renderPage(content), topHeadings: renderer.topHeadings };
}

/** Lists and quotations nested deeper than this are written without further indentation. */
const MAX_INDENTS = 8;

/** What is being written: finished blocks, and the paragraph under way. */
type Flow = { blocks: string[]; line: Line };

class Renderer {
  readonly topHeadings: string[] = [];
  readonly #inline: InlineRenderer;
  readonly #isDropped: (element: HtmlElement) => boolean;
  /** Level of the last heading, and of the terms that become headings below it. */
  #level = 0;
  /** The last anchor before which no text has been written since. */
  #anchor: string | null = null;
  /** The same for an anchor at the end of a line of text: it is that of what follows the line. */
  #anchorBehindLine: string | null = null;
  /** Containers that indent: a heading within one is no section of the page. */
  #indents = 0;
  #tabLabels: string[] = [];

  constructor(options: RenderOptions) {
    this.#isDropped = (element) => options.boilerplate.isBoilerplate(element);
    this.#inline = new InlineRenderer({ ...options, isDropped: this.#isDropped });
  }

  renderPage(content: HtmlElement): string {
    return this.#blocksOf(content.children).join("\n\n");
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
    if (id && !flow.line.hasText) this.#anchor = id;
    if (!isBlock(element.name)) this.#anchorBehindLine = id && element.children.length === 0 ? id : null;
    if (isBlock(element.name)) {
      this.#endLine(flow);
      this.#renderBlock(element, flow);
      this.#endLine(flow);
    } else if (element.hasBlock) {
      this.#renderNodes(element.children, flow);
    } else {
      this.#inline.append(flow.line, element);
    }
  }

  #endLine(flow: Flow): void {
    const text = tidyLine(flow.line.toString());
    flow.line = new Line();
    if (text !== "" && !isStamp(text)) this.#add(flow, escapeStart(text));
    this.#anchor = this.#anchorBehindLine ?? this.#anchor;
    this.#anchorBehindLine = null;
  }

  #add(flow: Flow, block: string): void {
    if (block === "") return;
    // A label followed by another had nothing to label: its drawing is gone.
    if (isLabel(block) && isLabel(flow.blocks.at(-1) ?? "")) flow.blocks.pop();
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
        this.#renderHeading(element, Number(element.name.charAt(1)), flow);
        return;
      case "h":
        this.#renderLevelessHeading(element, flow);
        return;
      case "pre":
        for (const block of readCodeBlocks(element, this.#isDropped)) this.#add(flow, fence(block));
        return;
      case "ul":
      case "ol":
      case "menu":
      case "dir":
        this.#renderList(element, flow);
        return;
      case "dl":
        this.#renderDefinitions(element, flow);
        return;
      case "table":
        this.#renderTable(element, flow);
        return;
      case "blockquote":
        if (this.#indents >= MAX_INDENTS) this.#renderNodes(element.children, flow);
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
        if (isSignature(element)) {
          this.#add(flow, fence(readSignature(element, this.#isDropped)));
          return;
        }
        if (isTabSet(element)) this.#tabLabels = [];
        if (this.#indents < MAX_INDENTS && findAdmonition(element)) this.#renderAdmonition(element, flow);
        else if (isTabPanel(element)) this.#renderTabPanel(element, flow);
        else this.#renderNodes(element.children, flow);
    }
  }

  #renderHeading(element: HtmlElement, level: number, flow: Flow): void {
    const anchor =
      headingAnchor(element, this.#isDropped) ?? (isFrameAnchor(this.#anchor) ? null : this.#anchor);
    const { words, rest } = splitHeading(element);
    const text = this.#inline.text(words).replaceAll("\n", " ");
    if (text !== "" && this.#indents > 0) {
      this.#add(flow, bold(text));
    } else if (text !== "") {
      this.#level = level;
      if (level === 1) this.topHeadings.push(text);
      this.#add(flow, `${"#".repeat(level)} ${text}${anchorSuffix(anchor)}`);
    }
    this.#renderNodes(rest, flow);
  }

  /** The heading of XHTML 2, which has the level that its place gives it. SQLite's pages mark each pragma with one. */
  #renderLevelessHeading(element: HtmlElement, flow: Flow): void {
    const outer = this.#level;
    this.#renderHeading(element, Math.min(6, outer + 1), flow);
    this.#level = outer;
  }

  #renderList(list: HtmlElement, flow: Flow): void {
    // Items with headings are sections of the page: Javadoc draws all of it as lists.
    if (this.#indents >= MAX_INDENTS || (list.hasHeading && this.#indents === 0)) {
      this.#renderNodes(list.children, flow);
      return;
    }
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

  #indented(nodes: HtmlNode[]): string[] {
    this.#indents++;
    const blocks = this.#blocksOf(nodes);
    this.#indents--;
    return blocks;
  }

  #renderDefinitions(list: HtmlElement, flow: Flow): void {
    const parts = listParts(list);
    const isApi =
      this.#indents === 0 && parts.some((part) => part.name === "dt" && termAnchor(part) !== null);
    if (isApi) this.#renderAnchoredTerms(parts, flow);
    else if (parts.every((part) => part.name === "dt")) this.#renderList({ ...list, name: "ul" }, flow);
    else this.#renderTerms(parts, flow);
  }

  /** Terms that can be linked to become sections: signatures of an API, options, settings. */
  #renderAnchoredTerms(parts: HtmlElement[], flow: Flow): void {
    const outer = this.#level;
    const level = Math.min(6, outer + 1);
    for (const part of parts) {
      if (this.#isDropped(part)) continue;
      if (part.name === "dt") {
        const isCode = /(?:^|\s)sig(?:\s|$)/.test(part.attributes.class ?? "");
        const text = isCode
          ? codeSpan(textOf(part, this.#isDropped)).trim()
          : this.#inline.text(part.children);
        if (text !== "") {
          this.#add(
            flow,
            `${"#".repeat(level)} ${text.replaceAll("\n", " ")}${anchorSuffix(termAnchor(part))}`,
          );
        }
      } else {
        this.#level = level;
        this.#renderNodes(part.children, flow);
        this.#endLine(flow);
        this.#level = outer;
      }
    }
  }

  #renderTerms(parts: HtmlElement[], flow: Flow): void {
    if (this.#indents >= MAX_INDENTS) {
      for (const part of parts) {
        this.#renderNodes(part.children, flow);
        this.#endLine(flow);
      }
      return;
    }
    const items: string[] = [];
    let terms: string[] = [];
    const flush = (definition: string[]): void => {
      const term = terms.length > 0 ? `**${terms.join(", ").replaceAll("**", "")}**` : "";
      const [first = "", ...rest] = definition;
      const isInline = first !== "" && !first.includes("\n") && !/^(?:[-|>#]|\d+\.|```)/.test(first);
      const text = isInline
        ? joinItem([term && first ? `${term}: ${first}` : term + first, ...rest])
        : joinItem([term, ...definition].filter((block) => block !== ""));
      if (text !== "") items.push(`- ${indent(text, "  ")}`);
      terms = [];
    };
    for (const part of parts) {
      if (this.#isDropped(part)) continue;
      if (part.name === "dt")
        terms.push(this.#inline.text(part.children).replaceAll("\n", " ").replace(/:$/, ""));
      else flush(this.#indented(part.children));
    }
    if (terms.length > 0) flush([]);
    this.#add(flow, items.join("\n"));
  }

  #renderTable(table: HtmlElement, flow: Flow): void {
    const caption = table.children.find((child) => typeof child !== "string" && child.name === "caption");
    if (caption) this.#renderElement(caption as HtmlElement, flow);
    const rows = listRows(table, this.#isDropped);
    if (rows.length === 0) return;
    if (longest(rows) === 1 && rows.length > 1 && !table.hasHeading) {
      this.#renderColumn(rows, flow);
      return;
    }
    if (isLayout(table, rows)) {
      for (const row of rows) {
        for (const { element } of row) {
          this.#renderNodes(element.children, flow);
          this.#endLine(flow);
        }
      }
      return;
    }
    this.#indents++;
    const text = (cell: Cell): string =>
      (cell.element.hasBlock
        ? this.#blocksOf(cell.element.children).join(" ")
        : this.#inline.text(cell.element.children)
      )
        .replaceAll(/(?<!\s)\s*\n\s*/g, " ")
        .replaceAll("|", "\\|");
    this.#add(flow, drawTable(rows, text));
    this.#indents--;
  }

  /** A table of one column is a list: DocBook writes each function, its meaning and its example in one cell. */
  #renderColumn(rows: Cell[][], flow: Flow): void {
    const items: string[] = [];
    for (const [cell] of rows) {
      if (!cell || cell.isHeader) continue;
      const item = this.#indented(cell.element.children).join("\n");
      if (item !== "") items.push(`- ${indent(item, "  ")}`);
    }
    this.#add(flow, items.join("\n"));
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

/** A heading that was never closed holds the text after it as well. */
function splitHeading(heading: HtmlElement): { words: HtmlNode[]; rest: HtmlNode[] } {
  const { children } = heading;
  const end = heading.hasBlock
    ? children.findIndex((child) => typeof child !== "string" && endsHeading.has(child.name))
    : -1;
  return end > 0
    ? { words: children.slice(0, end), rest: children.slice(end) }
    : { words: children, rest: [] };
}

const endsHeading = new Set("p pre ul ol dl table blockquote section article h1 h2 h3 h4 h5 h6".split(" "));

/** Terms and definitions of a list, also where each pair is wrapped in a `div`. */
function listParts(list: HtmlElement): HtmlElement[] {
  return list.children.flatMap((child) => {
    if (typeof child === "string") return [];
    return child.name === "div" ? child.children.filter((part) => typeof part !== "string") : [child];
  });
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

import { anchorSuffix } from "../anchors.ts";
import { findAdmonition } from "./admonition.ts";
import type { BoilerplateTest } from "./boilerplate.ts";
import { fence, isSignature, readCodeBlocks, readSignature } from "./code-block.ts";
import type { HtmlElement, HtmlNode } from "./parse-html.ts";
import { isBlock } from "./parse-html.ts";
import { type Cell, drawTable, isLayout, listRows } from "./table.ts";

export type RenderOptions = {
  boilerplate: BoilerplateTest;
  /** Address that links are relative to. */
  baseUrl: URL;
  /** Where links within the site lead is kept as well: for pages that are lists of links. */
  keepsLinks?: boolean;
};

export type Rendered = {
  markdown: string;
  /** Texts of the headings of level 1. */
  topHeadings: string[];
};

/** Writes a part of a page as markdown. Lines of text are not broken; characters of markdown are not escaped within them. */
export function renderMarkdown(content: HtmlElement, options: RenderOptions): Rendered {
  const renderer = new Renderer(options);
  return { markdown: renderer.renderPage(content), topHeadings: renderer.topHeadings };
}

/** Lists and quotations nested deeper than this are written without further indentation. */
const MAX_INDENTS = 8;

/** What is being written: finished blocks, and the paragraph under way. */
type Flow = { blocks: string[]; line: Line };

/** A list of parts: looking at the end of one growing string would take time in the square of its length. */
class Line {
  hasText = false;
  readonly #parts: string[] = [];

  add(part: string): void {
    if (part === "") return;
    this.hasText ||= part.trim() !== "";
    this.#parts.push(part);
  }

  /** Two code spans side by side would read as an empty one. */
  addJoined(part: string): void {
    const last = this.#parts.at(-1);
    if (last?.endsWith("`") && part.startsWith("`") && !part.startsWith("``")) {
      this.#parts[this.#parts.length - 1] = last.slice(0, -1);
      this.#parts.push(part.slice(1));
    } else {
      this.add(part);
    }
  }

  toString(): string {
    return this.#parts.join("");
  }
}

class Renderer {
  readonly topHeadings: string[] = [];
  readonly #options: RenderOptions;
  readonly #isDropped: (element: HtmlElement) => boolean;
  /** Level of the last heading, and of the terms that become headings below it. */
  #level = 0;
  /** The last anchor before which no text has been written since. */
  #anchor: string | null = null;
  /** Containers that indent: a heading within one is no section of the page. */
  #indents = 0;
  #tabLabels: string[] = [];
  /** Addresses that the page has given already. */
  readonly #linked = new Set<string>();

  constructor(options: RenderOptions) {
    this.#options = options;
    this.#isDropped = (element) => options.boilerplate.isBoilerplate(element);
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
      if (typeof node === "string") this.#appendInline(flow.line, node);
      else this.#renderElement(node, flow);
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
    if (isBlock(element.name)) {
      this.#endLine(flow);
      this.#renderBlock(element, flow);
      this.#endLine(flow);
    } else if (element.hasBlock) {
      this.#renderNodes(element.children, flow);
    } else {
      this.#appendInline(flow.line, element);
    }
  }

  #endLine(flow: Flow): void {
    const text = tidyLine(flow.line.toString());
    flow.line = new Line();
    if (text !== "" && !isStamp(text)) this.#add(flow, escapeStart(text));
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
        else this.#add(flow, bold(this.#inlineText(element.children)));
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
    const text = this.#inlineText(element.children).replaceAll("\n", " ");
    if (text === "") return;
    if (this.#indents > 0) {
      this.#add(flow, bold(text));
      return;
    }
    this.#level = level;
    if (level === 1) this.topHeadings.push(text);
    this.#add(flow, `${"#".repeat(level)} ${text}${anchorSuffix(anchor)}`);
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
          : this.#inlineText(part.children);
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
        terms.push(this.#inlineText(part.children).replaceAll("\n", " ").replace(/:$/, ""));
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
    if (Math.max(...rows.map((row) => row.length)) === 1 && !table.hasHeading && rows.length > 1) {
      const items = rows
        .filter(([cell]) => cell && !cell.isHeader)
        .map(([cell]) => (cell ? this.#indented(cell.element.children).join("\n") : ""));
      this.#add(
        flow,
        items
          .filter((item) => item !== "")
          .map((item) => `- ${indent(item, "  ")}`)
          .join("\n"),
      );
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
        : this.#inlineText(cell.element.children)
      )
        .replaceAll(/\s*\n\s*/g, " ")
        .replaceAll("|", "\\|");
    this.#add(flow, drawTable(rows, text));
    this.#indents--;
  }

  #renderAdmonition(box: HtmlElement, flow: Flow): void {
    const admonition = findAdmonition(box);
    if (!admonition) return;
    const title = admonition.title && this.#inlineText(admonition.title.children).replace(/:$/, "");
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

  #inlineText(nodes: HtmlNode[]): string {
    const line = new Line();
    for (const node of nodes) this.#appendInline(line, node);
    return tidyLine(line.toString());
  }

  #appendInline(line: Line, node: HtmlNode): void {
    if (typeof node === "string") {
      line.add(node.replaceAll(/\s+/g, " "));
    } else if (!this.#isDropped(node)) {
      const part = this.#inline(node);
      if (isBlock(node.name)) line.add(` ${part} `);
      else line.addJoined(part);
    }
  }

  #inline(element: HtmlElement): string {
    switch (element.name) {
      case "br":
        return "\n";
      case "wbr":
        return "";
      case "img":
        return imageText(element);
      case "code":
      case "tt":
      case "samp":
      case "kbd":
        return codeSpan(textOf(element, this.#isDropped));
      case "math":
        return mathText(element);
      case "a":
        return this.#link(element);
    }
    const text = this.#childrenInline(element);
    if ((element.name === "strong" || element.name === "b") && !text.includes("**"))
      return emphasise(text, "**");
    // Names of parameters and the like: one word.
    if ((element.name === "em" || element.name === "var" || element.name === "i") && /^\w[\w.-]*$/.test(text))
      return `*${text}*`;
    if (element.name === "sup" && /^-?[\w+]{1,3}$/.test(text) && /^\W*\d/.test(text)) return `^${text}`;
    return text;
  }

  #childrenInline(element: HtmlElement): string {
    const line = new Line();
    for (const child of element.children) this.#appendInline(line, child);
    return line.toString();
  }

  /** Links within the site are words; where another link leads is said once. */
  #link(element: HtmlElement): string {
    const text = this.#childrenInline(element);
    const { baseUrl, keepsLinks } = this.#options;
    const { href } = element.attributes;
    const words = text.trim();
    if (!href || words === "" || words.includes("](") || href.length > MAX_LINK_LENGTH) return text;
    if (!keepsLinks && !/^(?:https?:)?\/\//i.test(href)) return text;
    const url = parseUrl(href, baseUrl);
    if (!url || this.#linked.has(url.href) || (!keepsLinks && url.host === baseUrl.host)) return text;
    this.#linked.add(url.href);
    const address = url.href.replaceAll("(", "%28").replaceAll(")", "%29");
    return text.replace(words, () => `[${words}](${address})`);
  }
}

/** Longer addresses carry data, such as the code for a playground. */
const MAX_LINK_LENGTH = 200;

function parseUrl(href: string, base: URL): URL | null {
  if (!URL.canParse(href, base.href)) return null;
  const url = new URL(href, base);
  return url.protocol === "http:" || url.protocol === "https:" ? url : null;
}

/** One line for each line break of the page, none of them blank, with single spaces. */
function tidyLine(text: string): string {
  const line = text.replaceAll(/[\u200b\ufeff]+/g, "").replaceAll(/[ \u00a0]{2,}/g, " ");
  if (!line.includes("\n")) return line.trim();
  return line
    .split("\n")
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .join("\n");
}

/** Keeps a line of text from being read as a heading or a fence. */
function escapeStart(text: string): string {
  return text.replaceAll(/^(#{1,6}\s|```|~~~)/gm, "\\$1");
}

function isLabel(block: string): boolean {
  return block.startsWith("**") && block.endsWith(":**") && !block.includes("\n");
}

/** When the page was changed last, which generators write at its end. */
function isStamp(text: string): boolean {
  return (
    text.length < 160 &&
    /^(?:this page (?:was )?last (?:modified|updated|edited|changed)|last (?:updated|modified|edited)\b(?: on|:))/i.test(
      text,
    )
  );
}

function joinItem(blocks: string[]): string {
  let text = "";
  for (const block of blocks) {
    const isList = /^(?:- |\d+\. )/.test(block);
    text += text === "" ? block : isList ? `\n${block}` : `\n\n${block}`;
  }
  return text;
}

function indent(text: string, by: string): string {
  return text.replaceAll(/\n(?!\n|$)/g, `\n${by}`);
}

/** Code stays as it is: the mark of a quotation on each of its lines would be in the way of whoever copies it. */
function quote(block: string): string {
  return block.startsWith("```") ? block : block.replaceAll(/^/gm, "> ").replaceAll(/^> $/gm, ">");
}

function bold(text: string): string {
  return text === "" || text.includes("**") ? text : `**${text}**`;
}

/** Marks go inside the white space, or they would not be marks. */
function emphasise(text: string, mark: string): string {
  const words = text.trim();
  return words === "" ? text : text.replace(words, () => `${mark}${words}${mark}`);
}

function codeSpan(text: string): string {
  const code = text.replaceAll(/\s+/g, " ");
  const words = code.trim();
  if (words === "") return code;
  const lead = code.startsWith(" ") ? " " : "";
  const trail = code.endsWith(" ") ? " " : "";
  if (!words.includes("`")) return `${lead}\`${words}\`${trail}`;
  const ticks = words.includes("``") ? "```" : "``";
  return `${lead}${ticks} ${words} ${ticks}${trail}`;
}

function textOf(node: HtmlNode, isDropped?: (element: HtmlElement) => boolean): string {
  if (typeof node === "string") return node;
  if (node.name === "br") return "\n";
  let text = "";
  for (const child of node.children) {
    if (typeof child === "string" || !isDropped?.(child)) text += textOf(child, isDropped);
  }
  return text;
}

function imageText(image: HtmlElement): string {
  const text = image.attributes.alt?.replaceAll(/\s+/g, " ").trim() ?? "";
  return text.length > 2 && !/\.(?:png|jpe?g|gif|svg|webp)$/i.test(text) ? `[image: ${text}]` : "";
}

/** The TeX that a formula was made from, if the page has it. */
function mathText(math: HtmlElement): string {
  const source = findByName(math, "annotation");
  const tex =
    source && /tex/i.test(source.attributes.encoding ?? "") ? textOf(source) : math.attributes.alttext;
  return tex ? `$${tex.trim()}$` : textOf(math).replaceAll(/\s+/g, " ");
}

function findByName(element: HtmlElement, name: string): HtmlElement | null {
  for (const child of element.children) {
    if (typeof child === "string") continue;
    const found = child.name === name ? child : findByName(child, name);
    if (found) return found;
  }
  return null;
}

/** The target of a heading's link to itself says best which anchor the site itself uses; then its id, then one inside. */
function headingAnchor(heading: HtmlElement, isDropped: (element: HtmlElement) => boolean): string | null {
  let inner: string | null = null;
  const visit = (element: HtmlElement): string | null => {
    for (const child of element.children) {
      if (typeof child === "string") continue;
      const { href, id, name, class: className } = child.attributes;
      if (
        href?.startsWith("#") &&
        href.length > 1 &&
        /(?:anchor|headerlink|hash-link|permalink|mark)/.test(className ?? "")
      ) {
        return decode(href.slice(1));
      }
      if (!isDropped(child) || child.name === "a")
        inner ??= id ?? (child.name === "a" ? name : undefined) ?? null;
      const found = visit(child);
      if (found) return found;
    }
    return null;
  };
  return visit(heading) ?? heading.attributes.id ?? inner;
}

/** The id of a box around the page is no address of its first heading. */
function isFrameAnchor(anchor: string | null): boolean {
  return (
    anchor !== null &&
    /^(?:header|content|main|main-content|top|page|wrapper|container|body|root|app|__next|__docusaurus|preamble)$/i.test(
      anchor,
    )
  );
}

function termAnchor(term: HtmlElement): string | null {
  if (term.attributes.id) return term.attributes.id;
  for (const child of term.children) {
    if (typeof child === "string") {
      if (child.trim() !== "") return null;
      continue;
    }
    const { id, name, class: className } = child.attributes;
    if (id && !className?.includes("indexterm")) return id;
    if (child.name === "a" && name) return name;
    return null;
  }
  return null;
}

function decode(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

/** Terms and definitions of a list, also where each pair is wrapped in a `div`. */
function listParts(list: HtmlElement): HtmlElement[] {
  return list.children.flatMap((child) => {
    if (typeof child === "string") return [];
    return child.name === "div" ? child.children.filter((part) => typeof part !== "string") : [child];
  });
}

const tabSetClass = /(?:^|\s)(?:tabbed-set|tabbed-labels|sd-tab-set|vp-code-group|tabs)(?:\s|$)/;

/** A box of tabs, or of their labels: Material for MkDocs, sphinx-design, VitePress. */
function isTabSet(element: HtmlElement | null): boolean {
  return element?.attributes.class !== undefined && tabSetClass.test(element.attributes.class);
}

function isTabPanel(element: HtmlElement): boolean {
  const { role, class: className = "" } = element.attributes;
  if (role === "tabpanel" || /(?:^|\s)(?:tabbed-block|sd-tab-content)(?:\s|$)/.test(className)) return true;
  return element.parent?.attributes.class === "blocks" && isTabSet(element.parent.parent);
}

function tabLabels(list: HtmlElement): string[] {
  const labels: string[] = [];
  const visit = (element: HtmlElement): void => {
    for (const child of element.children) {
      if (typeof child === "string") continue;
      if (child.attributes.role === "tab") labels.push(tidyLine(textOf(child)));
      else visit(child);
    }
  };
  visit(list);
  return labels;
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

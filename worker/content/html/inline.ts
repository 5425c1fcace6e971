import type { HtmlElement, HtmlNode } from "./parse-html.ts";
import { isBlock } from "./elements.ts";
import { codeSpan, emphasise, textOf, tidyLine } from "./text.ts";

export type InlineOptions = {
  /** Address that links are relative to. */
  baseUrl: URL;
  /** Whether links within the site keep their address, for pages that are lists of links. */
  keepsLinks: boolean;
  isDropped: (element: HtmlElement) => boolean;
};

/** A line of text as a list of parts: looking at the end of one growing string would take time in the square of its length. */
export class Line {
  hasText = false;
  readonly #parts: string[] = [];

  add(part: string): void {
    if (part === "") return;
    this.hasText ||= part.trim() !== "";
    this.#parts.push(part);
  }

  /** Adds a part, joined with a code span before it: two code spans side by side would read as an empty one. */
  addJoined(part: string): void {
    const last = this.#parts.at(-1);
    if (last?.endsWith("`") && part.startsWith("`") && !part.startsWith("``")) {
      this.#parts[this.#parts.length - 1] = last.slice(0, -1);
      this.#parts.push(part.slice(1));
    } else {
      this.add(part);
    }
  }

  get isEmpty(): boolean {
    return this.#parts.length === 0;
  }

  toString(): string {
    return this.#parts.join("");
  }
}

/** Writes the contents of a line: words, code, links. One renderer for each page, since each address is written but once. */
export class InlineRenderer {
  readonly #options: InlineOptions;
  /** Addresses that the page has given already. */
  readonly #linked = new Set<string>();
  readonly #codeByClass = new Map<string, boolean>();
  /** Characters of text that were written so far, and those of them in links. */
  readonly size = { text: 0, linked: 0 };

  constructor(options: InlineOptions) {
    this.#options = options;
  }

  text(nodes: HtmlNode[]): string {
    const line = new Line();
    for (const node of nodes) this.append(line, node);
    return tidyLine(line.toString());
  }

  append(line: Line, node: HtmlNode): void {
    if (typeof node === "string") {
      const text = node.replaceAll(spaces, " ");
      this.size.text += text.length;
      line.add(text);
    } else if (!this.#options.isDropped(node)) {
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
        return codeSpan(textOf(element, this.#options.isDropped));
      case "math":
        return mathText(element);
      case "a":
        return this.#link(element);
      case "span":
        if (this.#isCode(element.attributes.class)) return codeSpan(textOf(element, this.#options.isDropped));
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

  #isCode(className: string | undefined): boolean {
    if (className === undefined) return false;
    let isCode = this.#codeByClass.get(className);
    if (isCode === undefined) this.#codeByClass.set(className, (isCode = codeClass.test(className)));
    return isCode;
  }

  #childrenInline(element: HtmlElement): string {
    const line = new Line();
    for (const child of element.children) this.append(line, child);
    return line.toString();
  }

  /** A link within the site as its words, another with its address the first time. */
  #link(element: HtmlElement): string {
    const before = this.size.text;
    const text = this.#childrenInline(element);
    this.size.linked += this.size.text - before;
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

/** Class names of code from generators that use no `code` element: erl_docgen, DITA, Asciidoctor, TeX4ht. */
const codeClass =
  /(?:^|\s)(?:code|literal|bold_code|inline-?code|code-?inline|codeph|mono(?:spaced?)?|monospaced|typewriter|texttt|tt)(?:\s|$)/;

/** White space other than a single plain space, which is most of it and needs no replacement. */
const spaces = /\s{2,}|[^\S ]/g;

/** Limit on addresses: longer ones carry data, such as the code for a playground. */
const MAX_LINK_LENGTH = 200;

function parseUrl(href: string, base: URL): URL | null {
  if (!URL.canParse(href, base.href)) return null;
  const url = new URL(href, base);
  return url.protocol === "http:" || url.protocol === "https:" ? url : null;
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

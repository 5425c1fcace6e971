import {
  cellNames,
  type Closing,
  endsDrawing,
  impliedEnds,
  isBlock,
  isHeading,
  paragraphEnd,
  skippedNames,
  tableNames,
  voidNames,
} from "./elements.ts";
import { ARTICLE_RANK, mainRank } from "./main-container.ts";
import { MAX_TURN_LEVELS, turnsPage } from "./page-turn.ts";
import { type QuoteType, Tokenizer, type TokenizerCallbacks } from "htmlparser2";

export type HtmlNode = string | HtmlElement;

export type HtmlElement = {
  /** Name in lower case. */
  name: string;
  /** Only the attributes that the reader has a use for. */
  attributes: HtmlAttributes;
  children: HtmlNode[];
  parent: HtmlElement | null;
  /** Whether a block element, and a heading of the page, is somewhere below. */
  hasBlock: boolean;
  hasHeading: boolean;
  /** Rank as the container of the page's text, 0 being the surest; -1 when nothing says that the element is one. */
  mainRank: number;
  /** Whether a container of the page's text is somewhere below. */
  holdsMain: boolean;
  /** Whether a link to the page before, after or above is a few levels below. */
  turnsPage: boolean;
};

export type HtmlAttributes = { [name in AttributeName]?: string };

export type HtmlDocument = {
  root: HtmlElement;
  scripts: number;
};

type AttributeName = (typeof attributeNames)[number];

const attributeNames = [
  "accesskey",
  "alt",
  "alttext",
  "aria-hidden",
  "aria-label",
  "aria-labelledby",
  "class",
  "colspan",
  "content",
  "data-code-lang",
  "data-lang",
  "data-language",
  "data-title",
  "encoding",
  "hidden",
  "href",
  "http-equiv",
  "id",
  "itemprop",
  "label",
  "lang",
  "name",
  "property",
  "rel",
  "role",
  "rowspan",
  "src",
  "start",
  "style",
  "title",
  "type",
] as const;

const wantedAttributes: ReadonlySet<string> = new Set(attributeNames);

/** Limit on the depth of the tree, so that recursion is safe: no document nests its text so deep. Deeper nodes hang on the last level. */
const MAX_DEPTH = 200;

/** Limit on values: longer ones are data (inline images, state of a framework), not names, addresses or texts. */
const MAX_ATTRIBUTE_LENGTH = 4000;

/**
 * Builds a tree of a page in time linear in its length, whatever the page is; never throws. Unlike a browser, the parser rebuilds
 * no formatting elements, and leaves out elements without text for a reader: scripts, styles, drawings, form fields.
 */
export function parseHtml(html: string): HtmlDocument {
  const builder = new TreeBuilder(html);
  const tokenizer = new Tokenizer({ decodeEntities: true, recognizeSelfClosing: false }, builder);
  tokenizer.write(html);
  tokenizer.end();
  return { root: builder.root, scripts: builder.scripts };
}

/** Class of a box whose heading is none of the page's: DocBook writes the word "Note" of a note as a heading. */
const noteBox = /^(?:note|tip|important|warning|caution)$/;

class TreeBuilder implements TokenizerCallbacks {
  readonly root: HtmlElement = {
    name: "#root",
    attributes: {},
    children: [],
    parent: null,
    hasBlock: false,
    hasHeading: false,
    mainRank: -1,
    holdsMain: false,
    turnsPage: false,
  };
  scripts = 0;
  readonly #html: string;
  readonly #isXml: boolean;
  #top = this.root;
  #depth = 0;
  /** Open elements beyond the deepest level, which have no node. */
  #overflow = 0;
  #skipped: string | null = null;
  #skippedDepth = 0;
  #openParagraphs = 0;
  #tagName = "";
  #attributes: HtmlAttributes = {};
  #attribute: AttributeName | null = null;
  #value = "";

  constructor(html: string) {
    this.#html = html;
    this.#isXml = html.slice(0, 200).trimStart().startsWith("<?xml");
  }

  isInForeignContext(): boolean {
    return this.#skipped === "svg";
  }

  ontext(start: number, end: number): void {
    this.#addText(this.#html.slice(start, end));
  }

  ontextentity(codePoint: number): void {
    this.#addText(String.fromCodePoint(codePoint));
  }

  onopentagname(start: number, end: number): void {
    this.#tagName = this.#html.slice(start, end).toLowerCase();
    this.#attributes = {};
  }

  onattribname(start: number, end: number): void {
    const name = this.#html.slice(start, Math.min(end, start + 40)).toLowerCase();
    this.#attribute = wantedAttributes.has(name) ? (name as AttributeName) : null;
    this.#value = "";
  }

  onattribdata(start: number, end: number): void {
    if (this.#attribute && this.#value.length <= MAX_ATTRIBUTE_LENGTH) {
      this.#value += this.#html.slice(start, Math.min(end, start + MAX_ATTRIBUTE_LENGTH + 1));
    }
  }

  onattribentity(codePoint: number): void {
    if (this.#attribute && this.#value.length <= MAX_ATTRIBUTE_LENGTH) {
      this.#value += String.fromCodePoint(codePoint);
    }
  }

  onattribend(_quote: QuoteType, _end: number): void {
    if (!this.#attribute || this.#value.length > MAX_ATTRIBUTE_LENGTH) return;
    this.#attributes[this.#attribute] ??= this.#value;
  }

  onopentagend(): void {
    this.#open(this.#tagName, this.#attributes, false);
  }

  onselfclosingtag(): void {
    this.#open(this.#tagName, this.#attributes, this.#isXml || this.#skipped === "svg");
  }

  onclosetag(start: number, end: number): void {
    this.#close(this.#html.slice(start, end).toLowerCase());
  }

  oncdata(start: number, end: number, offset: number): void {
    if (this.#isXml) this.#addText(this.#html.slice(start, end - offset));
  }

  oncomment(): void {}
  ondeclaration(): void {}
  onprocessinginstruction(): void {}
  onend(): void {}

  #addText(text: string): void {
    if (this.#skipped !== null) return;
    const children = this.#top.children;
    const last = children.length - 1;
    if (last >= 0 && typeof children[last] === "string") children[last] += text;
    else children.push(text);
  }

  #open(name: string, attributes: HtmlAttributes, isClosed: boolean): void {
    if (this.#skipped !== null && !this.#leavesDrawing(name)) {
      if (name === this.#skipped && !isClosed) this.#skippedDepth++;
      return;
    }
    if (skippedNames.has(name)) {
      if (name === "script") this.scripts++;
      if (isClosed) return;
      this.#skipped = name;
      this.#skippedDepth = 1;
      return;
    }
    this.#closeImplied(name);
    const element: HtmlElement = {
      name,
      attributes,
      children: [],
      parent: this.#top,
      hasBlock: false,
      hasHeading: false,
      mainRank: isBlock(name) ? mainRank(name, attributes) : -1,
      holdsMain: false,
      turnsPage: false,
    };
    this.#top.children.push(element);
    if (element.mainRank >= 0 && element.mainRank < ARTICLE_RANK) this.#noteMain();
    if (name === "a" && turnsPage(attributes)) this.#noteTurn();
    if (isBlock(name)) this.#noteBlock(isHeading(name) && !noteBox.test(this.#top.attributes.class ?? ""));
    if (isClosed || voidNames.has(name)) return;
    if (this.#depth >= MAX_DEPTH) {
      this.#overflow++;
      return;
    }
    if (name === "p") this.#openParagraphs++;
    this.#top = element;
    this.#depth++;
  }

  #noteBlock(isHeadingBlock: boolean): void {
    for (let above: HtmlElement | null = this.#top; above; above = above.parent) {
      if (above.hasBlock && (above.hasHeading || !isHeadingBlock)) return;
      above.hasBlock = true;
      above.hasHeading ||= isHeadingBlock;
    }
  }

  #noteMain(): void {
    for (let above: HtmlElement | null = this.#top; above && !above.holdsMain; above = above.parent)
      above.holdsMain = true;
  }

  #noteTurn(): void {
    let above: HtmlElement | null = this.#top;
    for (let levels = 0; above && levels < MAX_TURN_LEVELS; levels++, above = above.parent)
      above.turnsPage = true;
  }

  #leavesDrawing(name: string): boolean {
    if (this.#skipped !== "svg" || !endsDrawing.has(name)) return false;
    this.#skipped = null;
    return true;
  }

  #closeImplied(name: string): void {
    if (this.#openParagraphs > 0 && isBlock(name)) this.#closeNearest(paragraphEnd);
    const implied = impliedEnds.get(name);
    if (implied) this.#closeNearest(implied);
    if (name === "a" && this.#top.name === "a") this.#pop();
    if (isHeading(name) && isHeading(this.#top.name)) this.#pop();
  }

  #closeNearest({ closes, within }: Closing): void {
    for (let open: HtmlElement | null = this.#top; open?.parent; open = open.parent) {
      if (closes.has(open.name)) {
        this.#popTo(open);
        return;
      }
      if (within.has(open.name)) return;
    }
  }

  #close(name: string): void {
    if (this.#skipped !== null) {
      if (name === this.#skipped && --this.#skippedDepth === 0) this.#skipped = null;
      return;
    }
    if (name === "br" || voidNames.has(name)) return;
    if (this.#overflow > 0) {
      this.#overflow--;
      return;
    }
    const isTable = tableNames.has(name);
    const isAnyHeading = isHeading(name);
    for (let open: HtmlElement | null = this.#top; open?.parent; open = open.parent) {
      // An end tag of a heading ends a heading of any level.
      if (open.name === name || (isAnyHeading && isHeading(open.name))) {
        this.#popTo(open);
        return;
      }
      if (!isTable && cellNames.has(open.name)) return;
    }
  }

  #popTo(element: HtmlElement): void {
    while (this.#top !== element && this.#top.parent) this.#pop();
    this.#pop();
  }

  #pop(): void {
    if (!this.#top.parent) return;
    if (this.#top.name === "p") this.#openParagraphs--;
    this.#top = this.#top.parent;
    this.#depth--;
  }
}

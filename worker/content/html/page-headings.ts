import { anchorSuffix } from "../anchors.ts";
import type { HeadingTree } from "./heading-tree.ts";
import { anchorOf, headingWords, topHeadings } from "./heading-words.ts";
import type { HtmlElement, HtmlNode } from "./parse-html.ts";
import type { TitleTest } from "./title-test.ts";
import type { Flow } from "./writer.ts";

type Options = { tree: HeadingTree; title: TitleTest; isDropped: (element: HtmlElement) => boolean };

/** The headings of a page while it is written: which line is its name, which belongs to the site, which of two equal ones stays. */
export class PageHeadings {
  /** Texts of the headings of level 1. */
  readonly top: string[] = [];
  /** The first heading of any level. */
  first: string | null = null;
  /** Until the first heading of the page. */
  isBefore = true;
  readonly #content: HtmlElement;
  readonly #options: Options;

  constructor(content: HtmlElement, options: Options) {
    this.#content = content;
    this.#options = options;
  }

  /** A line that agrees with the page's title, unless a heading says it too. */
  isName(text: string): boolean {
    const { title } = this.#options;
    return title.agrees(text) && this.#tops().every((heading) => !title.isOf(heading));
  }

  /** A page whose name is no heading: Doxygen, Haddock. What it has as headings of level 1 are then parts of it. */
  addName(text: string, anchor: string | null): string {
    const { tree } = this.#options;
    const own = tree.useAnchor(anchor);
    tree.enter(1);
    if (this.#tops().length > 0) tree.shift = 1;
    this.isBefore = false;
    this.top.push(text);
    return `# ${text.replaceAll("\n", " ")}${anchorSuffix(own)}`;
  }

  /** A heading that is all a link to another page, and that the page's title does not know. */
  isBanner(words: HtmlNode[], text: string): boolean {
    const [link, ...others] = words.filter((word) => typeof word !== "string" || word.trim() !== "");
    if (typeof link !== "object" || link.name !== "a" || others.length > 0) return false;
    const { href } = link.attributes;
    return href !== undefined && !href.startsWith("#") && this.#options.title.isOf(text) === false;
  }

  /** The line of a heading; takes the one before it out of `flow` where this one says the same. */
  add(level: number, text: string, anchor: string | null, flow: Flow): string {
    const { tree } = this.#options;
    const previous = flow.blocks.at(-1);
    const own = tree.enter(level);
    // Of two equal headings at the top, one is the banner's; and a kind (`Class`) above the title is in it.
    if (own <= 2 && previous !== undefined && headingWords(previous) === text) {
      flow.blocks.pop();
      if (own === 1 || previous.startsWith("# ")) this.top.pop();
      tree.level = 1;
      this.top.push(text);
      return `# ${text}${anchorSuffix(anchor ?? anchorOf(previous))}`;
    }
    if (own === 1 && flow.blocks.length === 1 && /^#{2,6} \S+(?: \S+)?$/.test(previous ?? ""))
      flow.blocks.pop();
    this.isBefore = false;
    if (own === 1) this.top.push(text);
    this.first ??= text;
    return `${"#".repeat(own)} ${text}${anchorSuffix(anchor)}`;
  }

  #tops(): string[] {
    return topHeadings(this.#content, this.#options.isDropped);
  }
}

import { anchorSuffix } from "../anchors.ts";
import type { HeadingTree } from "./heading-tree.ts";
import { anchorOf, headingWords, topHeadings } from "./heading-words.ts";
import type { HtmlElement, HtmlNode } from "./parse-html.ts";
import type { TitleTest } from "./title-test.ts";
import type { Flow } from "./writer.ts";

type Options = { tree: HeadingTree; title: TitleTest; isDropped: (element: HtmlElement) => boolean };

/** The headings of a page under way: which line is the page's name, which belongs to the site, which of two equal headings stays. */
export class PageHeadings {
  /** Texts of the headings of level 1. */
  readonly top: string[] = [];
  /** The first heading of any level. */
  first: string | null = null;
  /** Whether the first heading of the page is still to come. */
  isBefore = true;
  readonly #content: HtmlElement;
  readonly #options: Options;

  constructor(content: HtmlElement, options: Options) {
    this.#content = content;
    this.#options = options;
  }

  /** Whether a line is the name of the page: it agrees with the page's title, and no heading of level 1 is in that title. */
  isName(text: string): boolean {
    const { title } = this.#options;
    return title.agrees(text) && this.#tops().every((heading) => !title.isOf(heading));
  }

  /** Adds the name of a page that has it in no heading: Doxygen, Haddock. Headings of level 1 are then parts of the page. */
  addName(text: string, anchor: string | null): string {
    const { tree } = this.#options;
    const own = tree.useAnchor(anchor);
    tree.enter(1);
    if (this.#tops().length > 0) tree.shift = 1;
    this.isBefore = false;
    this.top.push(text);
    return `# ${text.replaceAll("\n", " ")}${anchorSuffix(own)}`;
  }

  /** Whether a heading is the site's banner: all of it is a link to another page, and its words are not in the page's title. */
  isBanner(words: HtmlNode[], text: string): boolean {
    const [link, ...others] = words.filter((word) => typeof word !== "string" || word.trim() !== "");
    if (typeof link !== "object" || link.name !== "a" || others.length > 0) return false;
    const { href } = link.attributes;
    return href !== undefined && !href.startsWith("#") && this.#options.title.isOf(text) === false;
  }

  /** The line of a heading; takes the heading before out of `flow` where both say the same. */
  add(level: number, text: string, anchor: string | null, flow: Flow): string {
    const { tree } = this.#options;
    const previous = flow.blocks.at(-1);
    const own = tree.enter(level);
    // One of two equal headings at the top is the banner's, and the title includes a kind (`Class`) above it.
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

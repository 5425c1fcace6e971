import type { HtmlElement, HtmlNode } from "./parse-html.ts";
import { textOf } from "./text.ts";

/** Whether a heading is a member's: Doxygen gives members the level of the heading above. */
export function isMember({ attributes }: HtmlElement): boolean {
  return attributes.class === "memtitle";
}

/** Texts of the headings of level 1. */
export function topHeadings(element: HtmlElement, isDropped: (element: HtmlElement) => boolean): string[] {
  return element.children.flatMap((child) => {
    if (typeof child === "string" || isDropped(child)) return [];
    if (child.name === "h1") return [textOf(child, isDropped)];
    return child.hasHeading ? topHeadings(child, isDropped) : [];
  });
}

const headingBlock = /^#{1,6} (.*?)(?: \{#([^\s{}]+)\})?$/;

/** The words of a block that is a heading; empty for a block that is none. */
export function headingWords(block: string): string {
  return headingBlock.exec(block)?.[1] ?? "";
}

export function anchorOf(block: string): string | null {
  return headingBlock.exec(block)?.[2] ?? null;
}

/** Splits a heading into its words and the rest: a heading that was never closed holds the text after it as well. */
export function splitHeading(heading: HtmlElement): { words: HtmlNode[]; rest: HtmlNode[] } {
  const { children } = heading;
  const end = heading.hasBlock
    ? children.findIndex((child) => typeof child !== "string" && endsHeading.has(child.name))
    : -1;
  return end > 0
    ? { words: children.slice(0, end), rest: children.slice(end) }
    : { words: children, rest: [] };
}

const endsHeading = new Set("p pre ul ol dl table blockquote section article h1 h2 h3 h4 h5 h6".split(" "));

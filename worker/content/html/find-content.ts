import type { BoilerplateTest } from "./boilerplate.ts";
import type { HtmlElement } from "./parse-html.ts";

/** Containers of the text, the surest first. Within a rank the one with the most text counts. */
const ranks: ((element: HtmlElement) => boolean)[] = [
  ({ attributes }) => attributes.class !== undefined && textClasses.test(attributes.class),
  ({ attributes }) => attributes.id !== undefined && textIds.test(attributes.id),
  ({ name, attributes }) => name === "main" || attributes.role === "main",
  ({ name, attributes }) => name === "article" || attributes.itemprop === "articleBody",
];

const textClasses =
  /(?:^|\s)(?:theme-doc-markdown|vp-doc|markdown-body|md-content__inner|devsite-article-body|rst-content)(?:\s|$)/;
const textIds = /^(?:apicontent|content-area|docContent|main-content|mw-content-text)$/;

/** A container with less than this share of the page's text is not all of the document. */
const MIN_SHARE = 0.4;

/** The smallest container that seems to hold the whole text of the page: the root itself when no other is known. */
export function findContent(root: HtmlElement, boilerplate: BoilerplateTest): HtmlElement {
  const best: { element: HtmlElement; size: number }[] = [];

  function measure(element: HtmlElement): number {
    let size = 0;
    for (const child of element.children) {
      if (typeof child === "string") size += child.length;
      else if (child.name !== "head" && !boilerplate.isBoilerplate(child)) size += measure(child);
    }
    for (const [rank, isContainer] of ranks.entries()) {
      if (size > (best[rank]?.size ?? 0) && isContainer(element)) best[rank] = { element, size };
    }
    return size;
  }

  const total = measure(root);
  return best.find((candidate) => candidate && candidate.size >= total * MIN_SHARE)?.element ?? root;
}

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

export type Content = {
  element: HtmlElement;
  /** Characters of text, and how many of them stand in links. */
  text: number;
  linked: number;
};

/** The smallest container that seems to hold the whole text of the page: the root itself when no other is known. */
export function findContent(root: HtmlElement, boilerplate: BoilerplateTest): Content {
  const best: Content[] = [];

  function measure(element: HtmlElement): Size {
    let text = 0;
    let linked = 0;
    for (const child of element.children) {
      if (typeof child === "string") {
        // Line breaks and indentation between elements are no text.
        if (child.length > 80 || child.trim() !== "") text += child.length;
      } else if (!boilerplate.isBoilerplate(child)) {
        const size = measure(child);
        text += size.text;
        linked += child.name === "a" ? size.text : size.linked;
      }
    }
    for (const [rank, isContainer] of ranks.entries()) {
      if (text > (best[rank]?.text ?? 0) && isContainer(element)) best[rank] = { element, text, linked };
    }
    return { text, linked };
  }

  const total = measure(root);
  return (
    best.find((candidate) => candidate && candidate.text >= total.text * MIN_SHARE) ?? {
      ...total,
      element: root,
    }
  );
}

type Size = Omit<Content, "element">;

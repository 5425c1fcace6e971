import type { BoilerplateTest } from "./boilerplate.ts";
import { ARTICLE_RANK } from "./main-container.ts";
import type { HtmlElement } from "./parse-html.ts";

/** A container with less than this share of the page's text is not all of the document. */
const MIN_SHARE = 0.4;
/** An article with less than this share of the text of all articles is one of several. */
const MIN_ARTICLE_SHARE = 0.7;

export type Content = {
  element: HtmlElement;
  /** Characters of text, and how many of them stand in links. */
  text: number;
  linked: number;
};

/** The smallest container that seems to hold the whole text of the page: the root itself when no other is known. */
export function findContent(root: HtmlElement, boilerplate: BoilerplateTest): Content {
  const best: Content[] = [];
  /** Text of all articles that are not within another one. */
  let inArticles = 0;

  function measure(element: HtmlElement, isInArticle: boolean): Size {
    const isArticle = element.mainRank === ARTICLE_RANK;
    let text = 0;
    let linked = 0;
    for (const child of element.children) {
      if (typeof child === "string") {
        // Line breaks and indentation between elements are no text.
        if (child.length > 80 || child.trim() !== "") text += child.length;
      } else if (!boilerplate.isBoilerplate(child)) {
        const size = measure(child, isInArticle || isArticle);
        text += size.text;
        linked += child.name === "a" ? size.text : size.linked;
      }
    }
    if (isArticle && !isInArticle) inArticles += text;
    const rank = element.mainRank;
    if (rank >= 0 && text > (best[rank]?.text ?? 0)) best[rank] = { element, text, linked };
    return { text, linked };
  }

  const total = measure(root, false);
  // Of several articles, each is a part of the page: erl_docgen has one for each function.
  const article = best[ARTICLE_RANK];
  if (article && article.text < inArticles * MIN_ARTICLE_SHARE) delete best[ARTICLE_RANK];
  return (
    best.find((candidate) => candidate && candidate.text >= total.text * MIN_SHARE) ?? {
      ...total,
      element: root,
    }
  );
}

type Size = Omit<Content, "element">;

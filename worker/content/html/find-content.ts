import type { BoilerplateTest } from "./boilerplate.ts";
import { topHeadings } from "./heading-words.ts";
import { ARTICLE_RANK, COLUMN_RANK } from "./main-container.ts";
import type { HtmlElement } from "./parse-html.ts";
import { textOf } from "./text.ts";
import type { TitleTest } from "./title-test.ts";

/** Share of the page's text below which a container is not all of the document. */
const MIN_SHARE = 0.4;
/** Share of the text of all articles below which an article is one of several. */
const MIN_ARTICLE_SHARE = 0.7;
/** Share of a container's unlinked words from which an article within is chosen as the narrower of the two. */
const MIN_ARTICLE_WORDS = 0.8;
/** Least share of the page's unlinked words in a box that is a column only by its name. */
const MIN_COLUMN_SHARE = 0.25;
/** Length of a page below which the frame may have more words than the column. */
const SHORT_PAGE_LENGTH = 600;
/** Share of a column's unlinked words from which a column within is chosen as the narrower of the two. */
const MIN_INNER_SHARE = 0.7;

export type Content = {
  element: HtmlElement;
  /** Characters of text, and of text in links. */
  text: number;
  linked: number;
};

/** The smallest container that seems to hold the whole text of the page; the root itself when no other is known. */
export function findContent(root: HtmlElement, boilerplate: BoilerplateTest, title: TitleTest): Content {
  const best: Content[] = [];
  /** Text of all articles that are not within another one. */
  let inArticles = 0;

  /** Whether a column is around one that holds most of its words: columns are measured from the inside out. */
  function isAround(words: number, rank: number): boolean {
    const inner = best[rank];
    return (
      rank === COLUMN_RANK && inner !== undefined && inner.text - inner.linked >= words * MIN_INNER_SHARE
    );
  }

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
    if (rank >= 0 && text > (best[rank]?.text ?? 0) && !isAround(text - linked, rank))
      best[rank] = { element, text, linked };
    return { text, linked };
  }

  const total = measure(root, false);
  // Each of several articles is a part of the page: erl_docgen has an article for each function.
  const article = best[ARTICLE_RANK];
  if (article && article.text < inArticles * MIN_ARTICLE_SHARE) delete best[ARTICLE_RANK];
  const words = total.text - total.linked;
  const isEnough = (one: Content, rank: number): boolean => {
    if (rank < COLUMN_RANK) return one.text >= total.text * MIN_SHARE;
    return total.text < SHORT_PAGE_LENGTH || one.text - one.linked >= words * MIN_COLUMN_SHARE;
  };
  const chosen = best.find((candidate, rank) => candidate && isEnough(candidate, rank));
  if (!chosen) return { ...total, element: root };
  if (chosen.element.mainRank < ARTICLE_RANK) {
    const isNarrower =
      article !== undefined &&
      best[ARTICLE_RANK] === article &&
      article.text - article.linked >= (chosen.text - chosen.linked) * MIN_ARTICLE_WORDS &&
      isWithin(article.element, chosen.element) &&
      (holdsTopHeading(article.element) || !holdsTopHeading(chosen.element));
    return isNarrower ? article : chosen;
  }
  if (chosen === article) {
    const column = best[COLUMN_RANK];
    return column && isHeaded(column.element, article.element, boilerplate, title) ? column : article;
  }
  return { ...chosen, element: withPageHeading(chosen.element, root, boilerplate, title) };
}

/** Whether the column around an article has the heading of the page, which the article lacks. */
function isHeaded(
  column: HtmlElement,
  article: HtmlElement,
  boilerplate: BoilerplateTest,
  title: TitleTest,
): boolean {
  if (!isWithin(article, column) || holdsTopHeading(article)) return false;
  const headings = topHeadings(column, (element) => boilerplate.isBoilerplate(element));
  return headings.some((heading) => title.agrees(heading));
}

/**
 * A column with the page's heading, which stands before the column and outside of the frame, as its beginning: a heading of level 1
 * that agrees with the page's title, or, for a column without such a heading, any that does not name the site.
 */
function withPageHeading(
  column: HtmlElement,
  root: HtmlElement,
  boilerplate: BoilerplateTest,
  title: TitleTest,
): HtmlElement {
  const before = headingBefore(column, root, boilerplate);
  if (!before) return column;
  const words = textOf(before.heading);
  const inside = topHeadings(column, (element) => boilerplate.isBoilerplate(element));
  const isWanted =
    inside.length === 0
      ? title.agrees(words) || title.isOf(words) !== true
      : title.agrees(words) && !inside.some((heading) => title.agrees(heading));
  if (!isWanted) return column;
  return { ...column, children: [before.box, ...column.children], hasBlock: true, hasHeading: true };
}

/** The last heading of level 1 before a column, and the box beside the column that holds it. */
function headingBefore(
  column: HtmlElement,
  root: HtmlElement,
  boilerplate: BoilerplateTest,
): { heading: HtmlElement; box: HtmlElement } | null {
  let heading: HtmlElement | null = null;
  const visit = (element: HtmlElement): boolean => {
    for (const child of element.children) {
      if (child === column) return true;
      if (typeof child === "string" || boilerplate.isBoilerplate(child)) continue;
      if (child.name === "h1") heading = child;
      else if (visit(child)) return true;
    }
    return false;
  };
  visit(root);
  // The visitor's assignment is not seen by the compiler.
  const found = heading as HtmlElement | null;
  if (!found) return null;
  let box: HtmlElement | null = found;
  while (box && box.parent !== column.parent) box = box.parent;
  return { heading: found, box: box ?? found };
}

function holdsTopHeading({ hasHeading, children }: HtmlElement): boolean {
  return (
    hasHeading &&
    children.some((child) => typeof child !== "string" && (child.name === "h1" || holdsTopHeading(child)))
  );
}

function isWithin(element: HtmlElement, box: HtmlElement): boolean {
  for (let at: HtmlElement | null = element; at; at = at.parent) if (at === box) return true;
  return false;
}

type Size = Omit<Content, "element">;

import type { HtmlAttributes } from "./parse-html.ts";

/** Rank of an article, which may be all of the page, or one of the teasers beside it. */
export const ARTICLE_RANK = 3;
/** Rank of a box that is the column of text only by its name; the heading of the page may stand outside. */
export const COLUMN_RANK = 4;

/** Rank of an element as the container of the page's text, 0 being the surest; -1 when nothing says that it is one. */
export function mainRank(name: string, attributes: HtmlAttributes): number {
  const { class: className, id, role, itemprop } = attributes;
  if (className !== undefined && className.length >= MIN_CLASS_LENGTH && textClasses.test(className))
    return 0;
  if (id !== undefined && textIds.test(id)) return 1;
  if (name === "main" || role === "main") return 2;
  if (name === "article" || itemprop === "articleBody") return ARTICLE_RANK;
  const isColumn =
    (id !== undefined && columnIds.test(id)) || (className !== undefined && columnClasses.test(className));
  return isColumn ? COLUMN_RANK : -1;
}

const textClasses =
  /(?:^|\s)(?:theme-doc-markdown|vp-doc|markdown-body|md-content__inner|devsite-article-body|rst-content)(?:\s|$)/;
/** Length of the shortest name in `textClasses`. */
const MIN_CLASS_LENGTH = 6;
const columnIds =
  /^(?:content|mw-content-text|main|page-?content|docs?-?content|documentation|article|contents?-?(?:body|inner))$/i;
const columnClasses = /(?:^|\s)(?:(?:col|main|page|docs?)-content|content-(?:body|main))(?:\s|$)/;
const textIds = /^(?:apicontent|content-area|docContent|main-content)$/;

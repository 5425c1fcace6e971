import type { BoilerplateTest } from "./boilerplate.ts";
import type { Content } from "./find-content.ts";
import { isMostlyLinks, linkShare } from "./link-share.ts";
import type { HtmlElement } from "./parse-html.ts";

/** Share of the unlinked words from which a child is where the text of the page is. */
const MIN_SHARE = 0.6;

/**
 * The innermost box that holds most of the unlinked words of a page, for a page that says nowhere what its text is. Children of the
 * box that are mostly links are left out.
 */
export function findDensest(root: HtmlElement, boilerplate: BoilerplateTest): Content {
  let element = root;
  for (;;) {
    const words = unlinked(element);
    const next: HtmlElement | undefined = element.children.find(
      (child): child is HtmlElement =>
        typeof child !== "string" &&
        child.hasBlock &&
        !boilerplate.isBoilerplate(child) &&
        unlinked(child) >= words * MIN_SHARE,
    );
    if (!next) break;
    element = next;
  }
  const children = element.children.filter((child) => typeof child === "string" || !isMostlyLinks(child));
  const content = { ...element, children };
  return { element: content, ...linkShare(content) };
}

function unlinked(element: HtmlElement): number {
  const { text, linked } = linkShare(element);
  return text - linked;
}

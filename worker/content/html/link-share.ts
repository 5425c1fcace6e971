import { isHeading } from "./elements.ts";
import type { HtmlElement } from "./parse-html.ts";
import { isSourceListing } from "./source-listing.ts";

/** Share of linked text above which a box is a list of links. */
export const MAX_LINK_SHARE = 0.6;
const MIN_LINKS = 3;

/** Characters of text, characters of it in links, and number of links; listings of source code count for nothing. */
export type LinkShare = { text: number; linked: number; links: number };

export function isMostlyLinks(element: HtmlElement): boolean {
  const { text, linked, links } = linkShare(element);
  return links >= MIN_LINKS && linked > text * MAX_LINK_SHARE;
}

export function linkShare(element: HtmlElement): LinkShare {
  const share = { text: 0, linked: 0, links: 0 };
  add(element, false, share);
  return share;
}

/** Share of links in the text behind the first heading, frames left out. */
export function shareBehindHeading(
  element: HtmlElement,
  isFrame: (element: HtmlElement) => boolean,
): Pick<LinkShare, "text" | "linked"> {
  const share = { text: 0, linked: 0 };
  let isBehind = false;
  const visit = (box: HtmlElement, isLinked: boolean): void => {
    for (const child of box.children) {
      if (typeof child === "string") {
        if (!isBehind) continue;
        const length = child.trim().length;
        share.text += length;
        if (isLinked) share.linked += length;
      } else if (isHeading(child.name)) isBehind = true;
      else if (!isFrame(child)) visit(child, isLinked || child.name === "a");
    }
  };
  visit(element, false);
  return share;
}

function add(element: HtmlElement, isLinked: boolean, share: LinkShare): void {
  for (const child of element.children) {
    if (typeof child === "string") {
      const length = child.trim().length;
      share.text += length;
      if (isLinked) share.linked += length;
    } else if (!isSourceListing(child)) {
      const isLink = child.name === "a" && child.attributes.href !== undefined;
      if (isLink) share.links++;
      add(child, isLinked || isLink, share);
    }
  }
}

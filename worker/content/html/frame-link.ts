import type { HtmlElement } from "./parse-html.ts";

const symbolsOnly = /^[\s¶#§🔗†‡\u200b\ufeff*◆]*$/u;

const sourceWords = /^\W*(?:source|src|view source|source code|show source|edit|view on git\w+)\W*$/i;

/** From a summary to what is said further down. */
const moreWords = /^\s*(?:more|read more|details)(?:\.{3}|…)\s*$/i;

/** What opens and closes a box of the page, or a part of it. */
const toggleWords = /^\W*(?:collapse|expand|hide|show|toggle)(?: all)?\W*$/i;

/** Where generators put the source of what they describe: copies of it with lines to link to, or a forge. */
const sourceAddress =
  /(?:^|\/)(?:_?src|_?sources?|_modules)\/|[-_.]source\.html|\/(?:blob|tree|edit)\/|#L-?\d/;

/**
 * A link that is a tool of the page and none of its words: to where it stands, drawn as a symbol or an image; to the source
 * of what it stands beside; to the page before or after; to nowhere, since a script opens a box with it.
 */
export function isToolLink(element: HtmlElement): boolean {
  const { href, rel } = element.attributes;
  if (href === undefined) return false;
  if (rel === "prev" || rel === "next") return true;
  if (element.children.length !== 1) return false;
  const [child] = element.children;
  if (typeof child !== "string") return child?.name === "img" && href.startsWith("#");
  if (child.length > 20) return false;
  if (href.includes("#") && child.trim() !== "" && symbolsOnly.test(child)) return true;
  if (/^(?:#$|javascript:)/i.test(href) && toggleWords.test(child)) return true;
  return (
    (sourceWords.test(child) && sourceAddress.test(href)) || (href.includes("#") && moreWords.test(child))
  );
}

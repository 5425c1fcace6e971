import type { HtmlElement } from "./parse-html.ts";

const symbolsOnly = /^[\s¶#§🔗†‡\u200b\ufeff*◆]*$/u;

const sourceWords = /^\W*(?:source|src|view source|source code|show source|edit|view on git\w+)\W*$/i;

/** Words of a link from a summary to the text further down. */
const moreWords = /^\s*(?:more|read more|details)(?:\.{3}|…)\s*$/i;

/** Words of a link that opens and closes a box of the page. */
const toggleWords = /^\W*(?:collapse|expand|hide|show|toggle)(?: all)?\W*$/i;

/** Addresses where generators put source code: copies with lines to link to, or a forge. */
const sourceAddress =
  /(?:^|\/)(?:_?src|_?sources?|_modules)\/|[-_.]source\.html|\/(?:blob|tree|edit)\/|#L-?\d/;

/**
 * Whether a link is a tool of the page and no word of its text: a link to its own place, drawn as a symbol or an image; to source
 * code; to the page before or after; to further text; to nowhere, for a script that opens a box.
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

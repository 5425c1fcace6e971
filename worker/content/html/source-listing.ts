import type { HtmlElement } from "./parse-html.ts";
import { textOf } from "./text.ts";

/** Words that open a listing: "Source code in `client.py`", "View source". */
const openerWords = /^\W*(?:view |show )?source(?: code)?(?: in [^\n]{1,200})?\W*$/i;

/** Nodes at the beginning of a box among which the checkbox is: a heading and the white space around. */
const MAX_BEFORE = 8;

/**
 * Whether a box is the source code of what is described above, folded away: the documentation has the signature already. Either a
 * `details` says so (mkdocstrings), or a checkbox before the box opens it (pdoc).
 */
export function isSourceListing(element: HtmlElement): boolean {
  if (element.name === "details") {
    const first = element.children.find((child) => typeof child !== "string");
    return typeof first === "object" && first.name === "summary" && openerWords.test(textOf(first).trim());
  }
  if (element.name !== "div" || !element.parent || !holdsOnlyCode(element)) return false;
  return element.parent.children
    .slice(0, MAX_BEFORE)
    .some((sibling) => typeof sibling !== "string" && sibling.name === "input" && isOpener(sibling));
}

function isOpener({ attributes }: HtmlElement): boolean {
  return attributes.type === "checkbox" && /(?:view|show)-?source/i.test(attributes.class ?? "");
}

function holdsOnlyCode({ children }: HtmlElement): boolean {
  const parts = children.filter((child) => typeof child !== "string" || child.trim() !== "");
  return parts.length === 1 && typeof parts[0] === "object" && parts[0].name === "pre";
}

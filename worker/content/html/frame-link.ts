import type { HtmlElement } from "./parse-html.ts";

const symbolsOnly = /^[\s¶#§🔗†‡\u200b\ufeff*◆]*$/u;

const sourceWords = /^\W*(?:source|src|view source|source code|show source|edit|view on git\w+)\W*$/i;

/** Words of a link from a summary to the text further down. */
const moreWords = /^\s*(?:more|read more|details)(?:\.{3}|…)\s*$/i;

/** Words of a link that opens and closes a box of the page. */
const toggleWords = /^\W*(?:collapse|expand|hide|show|toggle)(?: all)?\W*$/i;

/** Words of a box that opens, which say no more than that there is something: the box shows what. */
const boxWords = /^\W*(?:details|more|history|(?:show|hide|see|view)(?: (?:more|all|details|history))?)\W*$/i;

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

/** Whether the words of a box that opens say nothing of what is in the box. */
export function isBoxLabel(words: string): boolean {
  return boxWords.test(words);
}

const MIN_BAR_LINKS = 3;
const barNames = new Set("p div center".split(" "));
const barSigns = /^[\s\u00a0|·•[\]]*$/;
/** Boxes in which links with signs between them may be the types of a value: `A | B | C`. */
const typeBoxes = new Set("dd dt li table tr td th".split(" "));

/** Whether a box is a row of links with bars or dots between them, and nothing else: a menu at the page's edge. */
export function isLinkBar({ name, parent, children }: HtmlElement): boolean {
  if (!barNames.has(name)) return false;
  let links = 0;
  let bars = 0;
  for (const child of children) {
    if (typeof child === "string") {
      if (!barSigns.test(child)) return false;
      if (/[|·•[\]]/.test(child)) bars++;
    } else if (child.name === "a" && child.attributes.href !== undefined) links++;
    else if (child.name !== "br") return false;
  }
  if (links < MIN_BAR_LINKS || bars < links - 1) return false;
  for (let box = parent; box; box = box.parent) if (typeBoxes.has(box.name)) return false;
  return true;
}

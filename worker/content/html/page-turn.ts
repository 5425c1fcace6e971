import { plainWords } from "../sections.ts";
import type { HtmlAttributes, HtmlElement } from "./parse-html.ts";

/** Levels between a link that turns the page and the box that holds such links: a cell, a row, a table, a box around. */
export const MAX_TURN_LEVELS = 6;

/** Limit on a bar: a longer box has text beside the links that turn the page. */
const MAX_BAR_LENGTH = 600;
const MAX_UNLINKED_LENGTH = 120;

const MAX_IMPRINT = 200;

const turningRels = /(?:^|\s)(?:prev|previous|next|up|contents|index|start|home)(?:\s|$)/i;

/** Whether a link leads to the page before, after or above, by its `rel` or its key (Texinfo, DocBook). */
export function turnsPage({ rel, accesskey }: HtmlAttributes): boolean {
  return (
    (rel !== undefined && turningRels.test(rel)) || (accesskey !== undefined && /^[pnuh]$/i.test(accesskey))
  );
}

const barNames = new Set("div p table tr ul header center footer section span".split(" "));

/** Whether a box has links to the pages before, after and above, and next to nothing else. */
export function isTurnBar(element: HtmlElement): boolean {
  if (!element.turnsPage || element.hasHeading || !barNames.has(element.name)) return false;
  const size = { text: 0, linked: 0, isText: false };
  measure(element, false, size);
  return !size.isText && size.linked > 0 && size.text - size.linked <= MAX_UNLINKED_LENGTH;
}

function measure(
  element: HtmlElement,
  isLinked: boolean,
  size: { text: number; linked: number; isText: boolean },
): void {
  for (const child of element.children) {
    if (size.isText) return;
    if (typeof child !== "string") {
      if (child.name === "pre") size.isText = true;
      else if (child.name === "img" && isLinked) size.linked += child.attributes.alt?.length ?? 1;
      else measure(child, isLinked || child.name === "a", size);
      continue;
    }
    const length = child.length > MAX_BAR_LENGTH ? child.length : child.trim().length;
    size.text += length;
    if (isLinked) size.linked += length;
    size.isText = size.text > MAX_BAR_LENGTH;
  }
}

const turningWord =
  "(?:image:|prev(?:ious)?|next|up|home|table of contents|contents|index|top|back to top|back|page|chapter|section)";

const turningLine = new RegExp(`^(?:[\\s|<>«»‹›←→↑[\\]()·•.,:-]|${turningWord})+$`, "i");
const turningWords = new RegExp(turningWord, "gi");

/** Buttons in text: `[Contents]`, `< Back`, and the answer of a copy button, `Copied!`. */
const buttonLine =
  /^(?:\[ ?(?:top|contents|index|\?|up|next|prev(?:ious)?|back|forward|<<?|>>?) ?\]|(?:[<«←‹] ?)(?:back|previous)|(?:next) ?[>»→›]|(?:(?:link|content|code|text) )?copied(?: to (?:the )?clipboard)?[.!]?)$/i;

/** The holder of the rights, or the program that made the page, which generators write at the page's edges. */
const imprintLine =
  /^(?:(?:©|\(c\)|copyright)(?:[\s:©]|\(c\))*(?:\d{4}|by )|(?:generated|created|built|made|powered|rendered|published) (?:by|with|using|on) (?:[^.:]|[.:]\d){1,120}\.?$)/i;

const frameLine =
  /^\W{0,3}(?:(?:was|is) this (?:page|article|section|document) (?:helpful|useful)\??|edit (?:this page|on git\w+)|improve this page|on this page|in this (?:page|article)|skip to (?:main )?content|skip navigation(?: links)?|view page source|show source|report (?:a|an) (?:bug|issue)|copy(?: page| link| code)?)\W{0,3}$/i;

/** Words in brackets and nothing between: the menu of fpdoc. */
const bracketLine = /^\**(?:\[\p{Lu}[\p{L} ]{2,40}\] ?){3,}\**$/u;

/** Whether a line only turns the page, or belongs to the frame wherever it stands. */
export function isFrameLine(line: string): boolean {
  if (line.length > 400) return false;
  const text = line.includes("](") ? plainWords(line) : line;
  if (text.length <= MAX_IMPRINT)
    if (buttonLine.test(text) || imprintLine.test(text) || bracketLine.test(text)) return true;
  if (text.length > 100) return false;
  if (frameLine.test(text)) return true;
  return (
    turningLine.test(text) &&
    /(?:prev|next|up|home)/i.test(text) &&
    (text.match(turningWords)?.length ?? 0) > 1
  );
}

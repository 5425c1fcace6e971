import { linkShare, MAX_LINK_SHARE } from "./link-share.ts";
import type { HtmlElement } from "./parse-html.ts";

/** Least characters of a box of text: shorter ones are labels and buttons. */
const MIN_LENGTH = 60;
/** Boxes between a sidebar and the section that it belongs to. */
const MAX_LEVELS = 2;

const sectionClass = /(?:^|\s)(?:section|sect[1-5]|refsect[1-3]|chapter)(?:\s|$)/;

/**
 * Whether a box called sidebar is text beside the text of a section, as books set it (DocBook, Sphinx' directive of that name), and
 * not the column of links beside the page.
 */
export function isTextBox(sidebar: HtmlElement): boolean {
  let box = sidebar.parent;
  for (let level = 0; box && !isSection(box); level++) box = level < MAX_LEVELS ? box.parent : null;
  if (!box) return false;
  const { text, linked } = linkShare(sidebar);
  return text >= MIN_LENGTH && linked <= text * MAX_LINK_SHARE;
}

function isSection({ name, attributes }: HtmlElement): boolean {
  return name === "section" || (attributes.class !== undefined && sectionClass.test(attributes.class));
}

import { decodeHTML } from "entities";

const PLAIN: Record<string, string> = {
  "\u2018": "'",
  "\u2019": "'",
  "\u201C": '"',
  "\u201D": '"',
  "\u2011": "-",
  "\u2013": "-",
  "\u2014": "-",
  "\u2026": "...",
  "\u00A0": " ",
  "\u200B": "",
  "\u00B6": "",
};
const TYPOGRAPHY = new RegExp(`[${Object.keys(PLAIN).join("")}]`, "gu");
const MARKDOWN_LINK = /!?\[([^[\]\n]*)\]\([^()\s]*\)/gu;
const MARKUP_AND_SPACE = /[`*\\\s]+/gu;

/**
 * The form in which texts are compared: without white space, entities, curly quotes, markdown links, back ticks,
 * asterisks and backslashes, so that a converter may wrap lines or mark up words as it likes. Case counts.
 */
export function squeeze(text: string): string {
  return decodeHTML(text)
    .replace(TYPOGRAPHY, (character) => PLAIN[character] ?? "")
    .replace(MARKDOWN_LINK, "$1")
    .replace(MARKUP_AND_SPACE, "");
}

/** The strings of `must` that a text does not hold, by `squeeze`. */
export function missingFrom(text: string, must: readonly string[]): string[] {
  const squeezed = squeeze(text);
  return must.filter((wanted) => !squeezed.includes(squeeze(wanted)));
}

const MAX_WORD_LENGTH = 48;

const LINK_TARGET = /\]\([^()\s]*\)/g;
const WEB_ADDRESS = /https?:\/\/[^\s)>"']+/g;
const WORD = /\w+/g;
const OUTER_UNDERSCORES = /^_+|(?<!_)_+$/g;
const WORD_PARTS = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+/g;
/** Long numbers, of five digits and more or twelve hexadecimal digits and more: one word stands for all long numbers. */
const LONG_NUMBER = /^[0-9]{5,}$|^(?=.*[0-9])[0-9a-f]{12,}$/;
const ANY_LONG_NUMBER = "#num";

/**
 * Counts the words of a text as the training of `docs-static` counted them: lower-case words, the parts of identifiers, and
 * neighbours joined by one of `. - /`. Link targets and web addresses do not count. The weights fit these words and no others,
 * so a change here needs new weights.
 */
export function countWords(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  const count = (word: string) => counts.set(word, (counts.get(word) ?? 0) + 1);
  const plain = fold(text).replace(LINK_TARGET, "] ").replace(WEB_ADDRESS, " ");
  let previous = "";
  let previousEnd = -2;
  for (const { 0: raw, index } of plain.matchAll(WORD)) {
    let word = raw.toLowerCase().replace(OUTER_UNDERSCORES, "");
    if (!word || word.length > MAX_WORD_LENGTH) continue;
    const isLongNumber = LONG_NUMBER.test(word);
    if (isLongNumber) word = ANY_LONG_NUMBER;
    const joint = plain.charAt(previousEnd);
    if (index === previousEnd + 1 && (joint === "." || joint === "-" || joint === "/"))
      count(previous + joint + word);
    count(word);
    if (!isLongNumber) {
      for (const part of partsOf(raw)) if (part.length > 1 && part !== word) count(part);
    }
    previous = word;
    previousEnd = index + raw.length;
  }
  return counts;
}

function fold(text: string): string {
  if (!/[^\0-\x7f]/.test(text)) return text;
  return text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .replaceAll("\u2019", "'");
}

function partsOf(word: string): string[] {
  const parts = word.match(WORD_PARTS) ?? [];
  return parts.length > 1 ? parts.map((part) => part.toLowerCase()) : [];
}

/** Words whose form an unknown word may be, likeliest first. */
export function stemsOf(word: string): string[] {
  const stems: string[] = [];
  const cut = (ending: string, minLength: number, ...replacements: string[]) => {
    if (word.length < minLength || !word.endsWith(ending)) return;
    for (const replacement of replacements) stems.push(word.slice(0, -ending.length) + replacement);
  };
  cut("ies", 6, "y");
  cut("es", 5, "");
  cut("s", 4, "");
  cut("ing", 6, "", "e");
  cut("ed", 5, "", "e");
  cut("ly", 5, "");
  return stems;
}

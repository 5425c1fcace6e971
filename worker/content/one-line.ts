/** Characters of a title or heading that are shown. */
const MAX_CHARACTERS = 150;

/** A title, heading or name from outside on one line, without characters that hide text or turn it around. */
export function oneLine(text: string, maxCharacters = MAX_CHARACTERS): string {
  const line = text.replace(/[\s\p{C}]+/gu, " ").trim();
  return line.length <= maxCharacters ? line : `${line.slice(0, maxCharacters - 1).trimEnd()}…`;
}

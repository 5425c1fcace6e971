const MAX_CHARACTERS = 180;
/** Characters shown of the text before the first word of the question. */
const LEAD_CHARACTERS = 60;

/** A piece of a passage of markdown as one line of plain text, around the first longer word of the question that is in it. */
export function snippetOf(markdown: string, question: string): string {
  const text = plainLine(markdown);
  const at = firstMatch(text.toLowerCase(), question.toLowerCase());
  const start = at <= LEAD_CHARACTERS ? 0 : text.indexOf(" ", at - LEAD_CHARACTERS) + 1;
  const end = start + MAX_CHARACTERS;
  const cut = text.length <= end ? text.slice(start) : text.slice(start, text.lastIndexOf(" ", end));
  return `${start > 0 ? "… " : ""}${cut}${text.length > end ? " …" : ""}`;
}

function firstMatch(text: string, question: string): number {
  const words = question.split(/[^\p{L}\p{N}_.-]+/u).filter((word) => word.length > 2);
  const longest = words.toSorted((a, b) => b.length - a.length).find((word) => text.includes(word));
  return longest === undefined ? 0 : text.indexOf(longest);
}

function plainLine(markdown: string): string {
  return markdown
    .replace(/^[ \t]*(?:```|~~~).*$/gm, "")
    .replace(/^#{1,6} .*$/gm, "")
    .replace(/^[ \t]*(?:[-*+]|\d+\.) +/gm, "")
    .replace(/^[-:| ]+$/gm, (line) => (line.includes("|") ? "" : line))
    .replace(/!?\[([^\][]*)\]\([^()]*\)/g, "$1")
    .replace(/[`*|]+/g, " ")
    .replace(/\s+/g, " ")
    .replace(/ ([.,;:)])/g, "$1")
    .trim();
}

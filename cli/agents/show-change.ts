const CONTEXT_LINES = 2;

/** The lines that differ, marked with - and +, with two lines around them. Our changes are in one place of a file. */
export function showChange(before: string, after: string): string {
  const old = linesOf(before);
  const now = linesOf(after);
  const shorter = Math.min(old.length, now.length);
  let start = 0;
  while (start < shorter && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < shorter - start && old.at(-1 - end) === now.at(-1 - end)) end += 1;
  return [
    marked(" ", old.slice(Math.max(0, start - CONTEXT_LINES), start)),
    marked("-", old.slice(start, old.length - end)),
    marked("+", now.slice(start, now.length - end)),
    marked(" ", old.slice(old.length - end, old.length - end + CONTEXT_LINES)),
  ].join("");
}

function linesOf(text: string): string[] {
  return text === "" ? [] : text.replace(/\n$/, "").split("\n");
}

function marked(sign: string, lines: string[]): string {
  return lines.map((line) => `${sign} ${line}\n`).join("");
}

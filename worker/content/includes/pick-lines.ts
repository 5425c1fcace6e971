/** First and last line, counted from one; the last is null for an open range. */
export type LineRange = { first: number; last: number | null };

/** Ranges of lines in the forms of generators: `1-3`, `5:6`, `8..10`, `12,` and lists of these. Null for other texts. */
export function parseRanges(written: string): LineRange[] | null {
  const ranges = written
    .split(/[,;]/)
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .map((part): LineRange | null => {
      const [, first, mark, last] = /^L?(\d{0,7})(?:(-|:|\.\.)L?(-?\d{0,7}))?$/.exec(part) ?? [];
      if (first === undefined || (first === "" && !last)) return null;
      const from = first === "" ? 1 : Number(first);
      if (mark === undefined) return { first: from, last: from };
      return {
        first: from,
        last: last === "" || last === undefined || last.startsWith("-") ? null : Number(last),
      };
    });
  return ranges.length > 0 && ranges.every((range) => range !== null) ? ranges : null;
}

export function linesIn(lines: string[], ranges: readonly LineRange[]): string[] {
  return ranges.flatMap(({ first, last }) => lines.slice(Math.max(0, first - 1), last ?? lines.length));
}

/** Lines between two texts (`:start-after:`, `:end-before:` and their likes); null when the first text is not there. */
export function linesBetween(
  lines: string[],
  {
    startAfter,
    startAt,
    endBefore,
    endAt,
  }: Partial<Record<"startAfter" | "startAt" | "endBefore" | "endAt", string>>,
): string[] | null {
  let first = 0;
  const start = startAfter ?? startAt;
  if (start !== undefined) {
    const found = lines.findIndex((line) => line.includes(start));
    if (found === -1) return null;
    first = startAfter === undefined ? found : found + 1;
  }
  const end = endBefore ?? endAt;
  if (end === undefined) return lines.slice(first);
  const found = lines.findIndex((line, at) => at >= first && line.includes(end));
  if (found === -1) return lines.slice(first);
  return lines.slice(first, endBefore === undefined ? found + 1 : found);
}

/** A function or class of Python by its dotted name, with its decorators; null for a name that is not there. */
export function pythonObject(lines: string[], name: string): string[] | null {
  let from = 0;
  let to = lines.length;
  for (const part of name.split(".")) {
    if (!/^\w{1,200}$/.test(part)) return null;
    const head = new RegExp(`^\\s*(?:async\\s+)?(?:def|class)\\s+${part}\\b`);
    const at = lines.findIndex((line, index) => index >= from && index < to && head.test(line));
    if (at === -1) return null;
    const indent = indentOf(lines[at] ?? "");
    const end = lines.findIndex(
      (line, index) =>
        index > at &&
        index < to &&
        line.trim() !== "" &&
        indentOf(line) <= indent &&
        !/^\s*[)\]}]/.test(line),
    );
    to = end === -1 ? to : end;
    from = at;
    while (from > 0 && /^\s*@/.test(lines[from - 1] ?? "")) from -= 1;
  }
  return trimmed(lines.slice(from, to));
}

/** Lines without their common indentation. */
export function dedented(lines: string[]): string[] {
  const indents = lines.filter((line) => line.trim() !== "").map(indentOf);
  const least = indents.length > 0 ? Math.min(...indents) : 0;
  return least === 0 ? lines : lines.map((line) => line.slice(least));
}

/** Lines without empty lines at both ends. */
export function trimmed(lines: string[]): string[] {
  const first = lines.findIndex((line) => line.trim() !== "");
  if (first === -1) return [];
  return lines.slice(first, lines.findLastIndex((line) => line.trim() !== "") + 1);
}

function indentOf(line: string): number {
  return /^[ \t]*/.exec(line)?.[0].length ?? 0;
}

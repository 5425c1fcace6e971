/** Marks by which comments of a file name its parts, for each generator that reads such marks; group 1 is the part's name. */
const MARKS: { start: RegExp; end: RegExp }[] = [
  // VitePress, Docusaurus, editors: `// #region name`, `<!-- #region name -->`, `#pragma region name`.
  {
    start: /(?:#(?:pragma )?[ \t]*|^[ \t]*\/\/[ \t]*)region[ \t]+([\w*.:-]+)/i,
    end: /(?:#(?:pragma )?[ \t]*|^[ \t]*\/\/[ \t]*)endregion\b(?:[ \t]+([\w*.:-]+))?/i,
  },
  // mdBook.
  { start: /\bANCHOR:[ \t]*([\w*.:-]+)/, end: /\bANCHOR_END:[ \t]*([\w*.:-]+)/ },
  // Snippets of PyMdown Extensions.
  { start: /--8<--[ \t]*\[start:[ \t]*([\w*.-]+)\]/, end: /--8<--[ \t]*\[end:[ \t]*([\w*.-]+)\]/ },
  // AsciiDoc; no name has such a mark in it.
  { start: /\btag::((?:(?!\btag::)[^\s[\]])+)\[\]/, end: /\bend::((?:(?!\bend::)[^\s[\]])+)\[\]/ },
  // Google's samples, and others after them.
  { start: /\[START[ \t]+([\w.-]+)\]/, end: /\[END[ \t]+([\w.-]+)\]/ },
  { start: /\[docs:start[ \t]+([\w.-]+)\]/, end: /\[docs:end[ \t]+([\w.-]+)\]/ },
  { start: /<docs-start:([\w.-]+)>/, end: /<docs-end:([\w.-]+)>/ },
];

type Mark = { at: number; name: string | null; isStart: boolean };

/** The lines of a part by its name, without lines of marks; null when the file has no such part. */
export function regionOf(lines: string[], name: string): string[] | null {
  for (const { start, end } of MARKS) {
    const marks = marksOf(lines, start, end);
    const from = marks.find((mark) => mark.isStart && mark.name === name);
    if (!from) continue;
    let open = 0;
    const to = marks.find((mark) => {
      if (mark.at <= from.at) return false;
      if (mark.isStart) open += 1;
      else if (mark.name === name || (mark.name === null && open === 0)) return true;
      else open -= 1;
      return false;
    });
    return withoutMarks(lines.slice(from.at + 1, to?.at ?? lines.length));
  }
  return null;
}

/** The lines without those that only mark a part. */
export function withoutMarks(lines: string[]): string[] {
  return lines.filter((line) => !isMark(line));
}

function isMark(line: string): boolean {
  return line.length < 300 && MARKS.some(({ start, end }) => isBare(line, start) || isBare(line, end));
}

/**
 * The lines that tags of AsciiDoc choose: `a;b`, `!c`, `*` for all that is tagged, `**` for all lines. Null when none of the
 * tags is there.
 */
export function taggedLines(lines: string[], written: string): string[] | null {
  const asked = written
    .split(/[;,]/)
    .map((tag) => tag.trim())
    .filter((tag) => tag !== "");
  const refused = new Set(asked.filter((tag) => tag.startsWith("!")).map((tag) => tag.slice(1)));
  const wanted = asked.filter((tag) => !tag.startsWith("!"));
  const isAll = wanted.includes("**") || wanted.length === 0;
  const [, , , { start, end }] = MARKS as [unknown, unknown, unknown, { start: RegExp; end: RegExp }];
  const marks = new Map(marksOf(lines, start, end).map((mark) => [mark.at, mark]));
  const known = new Set([...marks.values()].map(({ name }) => name));
  if (!isAll && !wanted.includes("*") && !wanted.some((tag) => known.has(tag))) return null;
  const open: string[] = [];
  return lines.filter((_line, at) => {
    const mark = marks.get(at);
    if (mark) {
      if (mark.isStart) open.push(mark.name ?? "");
      else if (open.includes(mark.name ?? "")) open.splice(open.lastIndexOf(mark.name ?? ""), 1);
      return false;
    }
    // The innermost tag that was named decides.
    const named = open.findLast((tag) => wanted.includes(tag) || refused.has(tag));
    if (named !== undefined) return !refused.has(named);
    if (open.length > 0 && refused.has("*")) return false;
    return isAll || (open.length > 0 && wanted.includes("*"));
  });
}

function marksOf(lines: string[], start: RegExp, end: RegExp): Mark[] {
  return lines.flatMap((line, at): Mark[] => {
    if (line.length > 300) return [];
    const ending = end.exec(line);
    if (ending) return [{ at, name: ending[1] ?? null, isStart: false }];
    const name = start.exec(line)?.[1];
    return name === undefined ? [] : [{ at, name, isStart: true }];
  });
}

/** Whether a line holds nothing but a mark and the signs of a comment. */
function isBare(line: string, mark: RegExp): boolean {
  const found = mark.exec(line);
  return found !== null && !/[\p{L}\p{N}]/u.test(line.replace(found[0], "").replace(/pragma|REM|@?doc/g, ""));
}

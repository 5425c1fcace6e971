/** Limit on columns: a wider table is data. */
const MAX_COLUMNS = 40;
const MAX_LINE = 4000;
/** The bar of a cell with its optional marks for span, alignment and kind of text (`2+^.>s|`). */
const CELL = /(?:^|(?<=\s))(?:(\d{0,2})(?:\.\d{1,2})?([+*]))?(?:[<^>]|\.[<^>]){0,2}([adehlmsv]?)\|/g;

/**
 * The rows of an AsciiDoc table, the first one as its head; where there is no head, that row is empty. `told` is the line of
 * attributes above the table (`%header,cols="1,2"`).
 */
export function asciidocTable(lines: readonly string[], told: string): string[][] {
  const cells = lines.flatMap((line) => (line.length > MAX_LINE ? [] : cellsOf(line)));
  const first = lines.findIndex((line) => line.trim() !== "");
  const inFirstLine = cellsOf(lines[first] ?? "").filter(({ isNew }) => isNew).length;
  const columns = Math.min(MAX_COLUMNS, columnsTold(told) ?? Math.max(1, inFirstLine));
  const texts: string[] = [];
  for (const { text, isNew, span } of cells) {
    if (isNew || texts.length === 0) texts.push(text, ...Array.from({ length: span - 1 }, () => ""));
    else texts[texts.length - 1] += ` ${text}`;
  }
  const rows = Array.from({ length: Math.ceil(texts.length / columns) }, (_, at) =>
    texts.slice(at * columns, (at + 1) * columns),
  );
  const hasHead =
    /%header|options?="?[^"=]*header/.test(told) ||
    (first === 0 && inFirstLine === columns && (lines[1] ?? "").trim() === "" && !/%noheader/.test(told));
  return hasHead ? rows : [[], ...rows];
}

function cellsOf(line: string): { text: string; isNew: boolean; span: number }[] {
  const marks = [...line.matchAll(CELL)].filter(({ index }) => line.charAt(index - 1) !== "\\");
  const lead = line.slice(0, marks[0]?.index ?? line.length).trim();
  return [
    ...(lead === "" ? [] : [{ text: lead, isNew: false, span: 1 }]),
    ...marks.map((mark, at) => ({
      text: line.slice(mark.index + mark[0].length, marks[at + 1]?.index ?? line.length).trim(),
      isNew: true,
      span: mark[2] === "+" ? Math.min(MAX_COLUMNS, Math.max(1, Number(mark[1] || 1))) : 1,
    })),
  ];
}

/** Number of columns by `cols="1,2,3"`, `cols="3*"` or `cols=2*`. */
function columnsTold(told: string): number | null {
  const [, quoted, bare] = /\bcols=(?:"([^"]*)"|([^\s,\]]+))/.exec(told) ?? [];
  const written = quoted ?? bare;
  if (written === undefined) return null;
  const times = /^\s*(\d{1,2})\*/.exec(written)?.[1];
  return times ? Number(times) : written.split(/[,;]/).length;
}

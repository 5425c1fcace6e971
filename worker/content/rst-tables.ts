/** Rows of a table, the first one as its head (empty for a table without a head), and the line behind the table. */
export type ReadTable = { rows: string[][]; next: number };

/** Limits on a table: a longer or a wider one is data, and one without an end after so many lines is no table. */
const MAX_LINES = 2000;
const MAX_COLUMNS = 40;
const MAX_LINE = 4000;
const GRID_BORDER = /^\s*\+(?:[-=]+\+)+\s*$/;
const SIMPLE_BORDER = /^\s*={2,}(?:\s+={2,})+\s*$/;

/** The grid or simple table of reStructuredText that begins in a line; null where none does. */
export function rstTableAt(lines: readonly string[], at: number): ReadTable | null {
  const line = lines[at] ?? "";
  if (line.length > MAX_LINE) return null;
  if (GRID_BORDER.test(line)) return gridTable(lines, at);
  return SIMPLE_BORDER.test(line) ? simpleTable(lines, at) : null;
}

function gridTable(lines: readonly string[], at: number): ReadTable | null {
  const first = lines[at] ?? "";
  const indent = first.search(/\S/);
  const edges = [...first.trimEnd()].flatMap((sign, place) => (sign === "+" ? [place] : []));
  if (edges.length > MAX_COLUMNS) return null;
  const rows: string[][] = [];
  let row: string[] = [];
  let heads = 0;
  let next = at + 1;
  for (; next < Math.min(lines.length, at + MAX_LINES); next += 1) {
    const line = lines[next] ?? "";
    if (line.search(/\S/) !== indent || !/^\s*[|+]/.test(line)) break;
    if (GRID_BORDER.test(line)) {
      if (row.some((cell) => cell.trim() !== "")) rows.push(row);
      if (line.includes("=")) heads = rows.length;
      row = [];
      continue;
    }
    edges.slice(0, -1).forEach((edge, column) => {
      // A cell over several columns has no bar at the inner edges; its text belongs to the first column.
      const spans = column > 0 && !/[|+]/.test(line.charAt(edge));
      const text = line.slice(edge + (spans ? 0 : 1), edges[column + 1]).replace(/^\+?[-=]{3,}\+?$/, "");
      const owner = spans ? Math.max(0, column - 1) : column;
      row[owner] = `${row[owner] ?? ""}${spans ? "" : " "}${text}`;
    });
  }
  // Borders around nothing are a table without rows, so that the borders are not read again as text.
  return { rows: heads > 0 || rows.length === 0 ? rows : [[], ...rows], next };
}

function simpleTable(lines: readonly string[], at: number): ReadTable | null {
  const border = (lines[at] ?? "").trimEnd();
  const columns = [...border.matchAll(/=+/g)].map(({ index }) => index);
  if (columns.length > MAX_COLUMNS) return null;
  const rows: string[][] = [];
  let heads = 0;
  for (let next = at + 1; next < Math.min(lines.length, at + MAX_LINES); next += 1) {
    const line = lines[next] ?? "";
    if (SIMPLE_BORDER.test(line)) {
      const following = lines[next + 1] ?? "";
      if (heads === 0 && rows.length > 0 && following.trim() !== "") {
        heads = rows.length;
        continue;
      }
      return { rows: heads > 0 || rows.length === 0 ? rows : [[], ...rows], next: next + 1 };
    }
    // The rows of a simple table stand together, except behind its head.
    if (line.trim() === "" && (lines[next + 1] ?? "").trim() === "") return null;
    if (/^\s*-{2,}(?:\s+-{2,})*\s*$/.test(line) || line.trim() === "" || line.length > MAX_LINE) continue;
    const cells = columns.map((start, column) =>
      line.slice(start, columns[column + 1] ?? line.length).trim(),
    );
    const last = rows.at(-1);
    // Without a first cell the line goes on with the row above.
    if (cells[0] === "" && last) cells.forEach((cell, column) => (last[column] = `${last[column]} ${cell}`));
    else rows.push(cells);
  }
  return null;
}

/** The rows of a `list-table`: a list of lists. */
export function listTable(body: readonly string[]): string[][] {
  const rows: string[][] = [];
  for (const line of body) {
    const dash = line.indexOf("-");
    const isCell = /^(?:\*\s+|\s+)-(?:\s|$)/.test(line) && dash <= 4;
    if (/^\*\s/.test(line)) rows.push([]);
    const row = rows.at(-1);
    if (!row) continue;
    if (isCell) row.push(line.slice(dash + 1).trimStart());
    else if (row.length > 0) row[row.length - 1] += ` ${line.trim()}`;
  }
  return rows;
}

/** The rows of a `csv-table`; cells in quotes may have commas. */
export function csvTable(body: readonly string[]): string[][] {
  return body
    .filter((line) => line.trim() !== "")
    .map((line) =>
      [...line.slice(0, MAX_LINE).matchAll(/\s*(?:"((?:[^"]|"")*)"|([^,]*))\s*(?:,|$)/g)]
        .slice(0, MAX_COLUMNS)
        .map(([, quoted, plain]) => (quoted?.replaceAll('""', '"') ?? plain ?? "").trim())
        .slice(0, -1),
    );
}

import type { HtmlElement } from "./parse-html.ts";

/** A cell that claims more than this is a mistake or an attack. */
const MAX_SPAN = 50;

export type Cell = { element: HtmlElement; isHeader: boolean; columns: number; rows: number };

/** Rows of a table, without those of tables within it. */
export function listRows(table: HtmlElement, isDropped: (element: HtmlElement) => boolean): Cell[][] {
  const rows: Cell[][] = [];
  const visit = (parent: HtmlElement): void => {
    for (const child of parent.children) {
      if (typeof child === "string" || isDropped(child)) continue;
      if (child.name === "tr") rows.push(listCells(child, isDropped));
      else if (child.name !== "table" && child.name !== "caption") visit(child);
    }
  };
  visit(table);
  return rows.filter((row) => row.length > 0);
}

function listCells(row: HtmlElement, isDropped: (element: HtmlElement) => boolean): Cell[] {
  const cells: Cell[] = [];
  for (const child of row.children) {
    if (typeof child === "string" || (child.name !== "td" && child.name !== "th") || isDropped(child))
      continue;
    cells.push({
      element: child,
      isHeader: child.name === "th",
      columns: span(child.attributes.colspan),
      rows: span(child.attributes.rowspan),
    });
  }
  return cells;
}

function span(value: string | undefined): number {
  const number = Number.parseInt(value ?? "1", 10);
  return number >= 1 && number <= MAX_SPAN ? number : 1;
}

/** Puts text side by side instead of listing it; or has cells that a markdown table cannot hold: code, headings, tables. */
export function isLayout(table: HtmlElement, rows: Cell[][]): boolean {
  if (table.attributes.role === "presentation" || table.attributes.role === "none") return true;
  if (rows.length < 2 || longest(rows) < 2) return true;
  return rows.some((row) => row.some(({ element }) => element.hasBlock && holdsCodeOrTable(element)));
}

function holdsCodeOrTable(element: HtmlElement): boolean {
  return element.children.some(
    (child) =>
      typeof child !== "string" &&
      (child.name === "pre" ||
        child.name === "table" ||
        /^h[1-6]$/.test(child.name) ||
        (child.hasBlock && holdsCodeOrTable(child))),
  );
}

/** Length of the longest row. */
export function longest(rows: unknown[][]): number {
  return rows.reduce((length, row) => Math.max(length, row.length), 0);
}

/** A markdown table. A cell that spans rows is said again in each; the first row is the head. */
export function drawTable(rows: Cell[][], text: (cell: Cell) => string): string {
  const grid: string[][] = [];
  let spare = 1000 + 4 * rows.reduce((sum, row) => sum + row.length, 0);
  for (const [y, row] of rows.entries()) {
    const line = (grid[y] ??= []);
    let x = 0;
    for (const cell of row) {
      while (line[x] !== undefined) x++;
      const value = text(cell);
      const down = Math.min(cell.rows, rows.length - y);
      spare -= down * cell.columns - 1;
      const [height, width] = spare >= 0 ? [down, cell.columns] : [1, 1];
      for (let dy = 0; dy < height; dy++) {
        const target = (grid[y + dy] ??= []);
        for (let dx = 0; dx < width; dx++) target[x + dx] ??= dx === 0 ? value : "";
      }
      x += width;
    }
  }
  const width = longest(grid);
  const lines = grid
    .map((line) => Array.from({ length: width }, (_, x) => line[x] ?? ""))
    .filter((line) => line.some((value) => value !== ""))
    .map((line) => `| ${line.join(" | ")} |`);
  lines.splice(1, 0, `|${" --- |".repeat(width)}`);
  return lines.join("\n");
}

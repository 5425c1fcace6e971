import type { HtmlElement } from "./parse-html.ts";
import { textOf } from "./text.ts";

/** Limit on the span of a cell: a larger one is a mistake or an attack. */
const MAX_SPAN = 50;

export type Cell = { element: HtmlElement; isHeader: boolean; columns: number; rows: number };

/** Rows of a table, without the rows of tables inside. */
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

const columnClass =
  /(?:^|\s)col-(?:first|second|last|constructor-name|summary-item-name|deprecated-item-name|\d+)(?:\s|$)/;

const laterColumn = /(?:^|\s)col-(?:second|last|[2-9])(?:\s|$)/;
const firstColumn = /(?:^|\s)col-first(?:\s|$)/;

/** Rows of a table that is drawn with boxes: Javadoc's since 16, and rows and cells by their roles. Null for other boxes. */
export function gridRows(box: HtmlElement, isDropped: (element: HtmlElement) => boolean): Cell[][] | null {
  if (box.name !== "div") return null;
  const { role } = box.attributes;
  if (role === "table" || role === "grid") return rowsByRole(box, isDropped);
  const first = box.children.find((child) => typeof child !== "string");
  if (typeof first !== "object" || !firstColumn.test(first.attributes.class ?? "")) return null;
  const children = box.children.filter(
    (child): child is HtmlElement => typeof child !== "string" && !isDropped(child),
  );
  const rows: Cell[][] = [];
  for (const child of children) {
    const name = child.attributes.class ?? "";
    if (!columnClass.test(name)) return null;
    if (!laterColumn.test(name)) rows.push([]);
    rows.at(-1)!.push({ element: child, isHeader: /header/.test(name), columns: 1, rows: 1 });
  }
  return rows.length > 1 && longest(rows) > 1 && longest(rows) < 8 ? rows : null;
}

function rowsByRole(box: HtmlElement, isDropped: (element: HtmlElement) => boolean): Cell[][] | null {
  const rows: Cell[][] = [];
  const visit = (element: HtmlElement): void => {
    for (const child of element.children) {
      if (typeof child === "string" || isDropped(child)) continue;
      const { role } = child.attributes;
      if (role === "row") rows.push([]);
      if (role === "cell" || role === "gridcell" || role === "columnheader" || role === "rowheader")
        rows.at(-1)?.push({ element: child, isHeader: role === "columnheader", columns: 1, rows: 1 });
      else visit(child);
    }
  };
  visit(box);
  return rows.length > 1 && longest(rows) > 1 ? rows.filter((row) => row.length > 0) : null;
}

/** Whether a table only puts text side by side, or has cells that a markdown table cannot hold: code, headings, tables. */
export function isLayout(table: HtmlElement, rows: Cell[][]): boolean {
  if (table.attributes.role === "presentation" || table.attributes.role === "none") return true;
  if (rows.length < 2 || longest(rows) < 2) return true;
  return rows.some((row) => row.some(({ element }) => element.hasBlock && holdsCodeOrTable(element)));
}

function holdsCodeOrTable(element: HtmlElement): boolean {
  return element.children.some(
    (child) =>
      typeof child !== "string" &&
      ((child.name === "pre" && hasLines(child)) ||
        isListing(child) ||
        child.name === "table" ||
        /^h[1-6]$/.test(child.name) ||
        (child.hasBlock && holdsCodeOrTable(child))),
  );
}

/** Whether code has several lines: a single line has room in a cell. */
function hasLines(pre: HtmlElement): boolean {
  return textOf(pre).trim().includes("\n");
}

/** Whether an element is code in several boxes, a line each. */
function isListing({ attributes, children }: HtmlElement): boolean {
  return (
    attributes.class !== undefined &&
    /(?:^|\s)(?:fragment|highlight|listing|lstlisting)(?:\s|$)/.test(attributes.class) &&
    children.filter((child) => typeof child !== "string" && child.name === "div").length > 1
  );
}

/** Length of the longest row. */
export function longest(rows: unknown[][]): number {
  return rows.reduce((length, row) => Math.max(length, row.length), 0);
}

/** Joins a row of two cells without a name to the row above: Doxygen describes a member in a row of its own. */
function joinContinued(grid: string[][], rows: Cell[][]): string[][] {
  if (longest(grid) !== 2 || rows.some((row) => row.some(({ isHeader, rows: down }) => isHeader || down > 1)))
    return grid;
  const joined: string[][] = [];
  for (const line of grid) {
    const above = joined.at(-1);
    if (above && line[0] === "") above[1] = [above[1], line[1]].filter((text) => text).join(" — ");
    else joined.push([line[0] ?? "", line[1] ?? ""]);
  }
  return joined;
}

/** A markdown table without empty columns. A cell that spans rows is repeated in each of these rows; the first row is the head. */
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
  const whole = joinContinued(grid, rows);
  const filled = Array.from({ length: width }, (_, x) => whole.some((line) => (line[x] ?? "") !== ""));
  const lines = whole
    .map((line) => Array.from({ length: width }, (_, x) => line[x] ?? "").filter((_, x) => filled[x]))
    .filter((line) => line.some((value) => value !== ""))
    .map((line) => `| ${line.join(" | ")} |`);
  if (lines.length === 0) return "";
  lines.splice(1, 0, `|${" --- |".repeat(filled.filter(Boolean).length)}`);
  return lines.join("\n");
}

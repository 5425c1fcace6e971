import { fence } from "./code-block.ts";
import { readCodeTable } from "./code-box.ts";
import type { HtmlElement } from "./parse-html.ts";
import { type Cell, drawTable, isLayout, listRows, longest } from "./table.ts";
import { codeSpan, indent } from "./text.ts";
import type { Flow, Writer } from "./writer.ts";

export function renderTable(table: HtmlElement, flow: Flow, writer: Writer): void {
  const caption = table.children.find((child) => typeof child !== "string" && child.name === "caption");
  if (caption) writer.nodes([caption], flow);
  const rows = listRows(table, writer.isDropped);
  if (rows.length === 0) return;
  const code = readCodeTable(table, rows, writer.isDropped);
  if (code) {
    writer.add(flow, fence(code));
    return;
  }
  if (longest(rows) === 1 && rows.length > 1 && !table.hasHeading) {
    renderColumn(rows, flow, writer);
    return;
  }
  if (table.hasHeading && rows.length > 1 && longest(rows) > 1 && rows.some(isHeadingRow)) {
    renderParts(rows, flow, writer);
    return;
  }
  if (isLayout(table, rows)) {
    for (const row of rows) {
      for (const { element } of row) {
        writer.nodes(element.children, flow);
      }
    }
    return;
  }
  renderRows(rows, flow, writer);
}

/** Writes a table whose headings have rows to themselves as one table below each heading: Doxygen's lists of members. */
function renderParts(rows: Cell[][], flow: Flow, writer: Writer): void {
  let part: Cell[][] = [];
  const flush = (): void => {
    const isRow =
      part.length === 1 ||
      longest(part) < 2 ||
      part.some((row) => row.some(({ element }) => element.hasHeading));
    if (!isRow) renderRows(part, flow, writer);
    else
      for (const { element } of part.flat()) {
        writer.nodes(element.children, flow);
      }
    part = [];
  };
  for (const row of rows) {
    if (isHeadingRow(row)) {
      flush();
      writer.nodes(row[0]!.element.children, flow);
    } else {
      part.push(row);
    }
  }
  flush();
}

export function renderRows(rows: Cell[][], flow: Flow, writer: Writer): void {
  const text = (cell: Cell): string =>
    (cell.element.hasBlock
      ? writer.indented(cell.element.children).map(unfenced).join(" ")
      : writer.inline.text(cell.element.children)
    )
      .replaceAll(/(?<!\s)\s*\n\s*/g, " ")
      .replaceAll("|", "\\|");
  writer.add(flow, drawTable(rows, text));
}

/** Writes a table of one column as a list: DocBook writes each function, its meaning and its example in one cell. */
function renderColumn(rows: Cell[][], flow: Flow, writer: Writer): void {
  const items: string[] = [];
  for (const [cell] of rows) {
    if (!cell || cell.isHeader) continue;
    const item = writer.indented(cell.element.children).join("\n");
    if (item !== "") items.push(`- ${indent(item, "  ")}`);
  }
  writer.add(flow, items.join("\n"));
}

function isHeadingRow(row: Cell[]): boolean {
  return row.length === 1 && row[0]!.element.hasHeading;
}

/** One line of code as a code span; longer code as it is. */
function unfenced(block: string): string {
  const [, code] = /^```[^\n`]*\n([^\n]*)\n```$/.exec(block) ?? [];
  return code === undefined ? block : codeSpan(code).trim();
}

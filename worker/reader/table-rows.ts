import { listBlocks } from "#worker/content/blocks.ts";
import { listFences } from "#worker/content/fences.ts";
import { plainWords } from "#worker/content/sections.ts";
import { holdsWords } from "./symbols.ts";

type Range = { start: number; end: number };
type Row = Range & { cells: string[] };
type Table = { caption: (Range & { words: string }) | null; head: Row[]; rows: Row[] };

/**
 * The part of a page's tables that one of the names means, the first name first: the rows whose first cell is the name, a table with the
 * name in its caption, the rows whose first cell holds the name, or a table with it in its head. Rows come with the caption and the head
 * of their table. Names are in lower case. Null when no table has any.
 */
export function findTableRows(markdown: string, names: string[]): Range[] | null {
  const tables = listTables(markdown);
  for (const name of names) {
    const topic = name.replace(/^(?:the )?(?:table (?:of |for )?)?|\s+table$/g, "");
    if (!topic) continue;
    const holds = (text: string) => holdsWords(text, topic);
    const chosen =
      firstOf(tables, (table) => rowsOf(table, (cell) => cell === topic)) ??
      firstOf(tables, (table) => (holds(table.caption?.words ?? "") ? table.rows : [])) ??
      firstOf(tables, (table) => rowsOf(table, holds)) ??
      firstOf(tables, (table) => (table.head[0]?.cells.some(holds) ? table.rows : []));
    if (chosen) return chosen;
  }
  return null;
}

function firstOf(tables: Table[], choose: (table: Table) => Row[]): Range[] | null {
  for (const table of tables) {
    const rows = choose(table);
    if (rows.length === 0) continue;
    const parts = [...(table.caption ? [table.caption] : []), ...table.head, ...rows];
    return parts.map(({ start, end }) => ({ start, end }));
  }
  return null;
}

function rowsOf(table: Table, isMeant: (cell: string) => boolean): Row[] {
  return table.rows.filter(({ cells }) => isMeant(cells[0] ?? ""));
}

function listTables(markdown: string): Table[] {
  const blocks = listBlocks(markdown, listFences(markdown), 0, markdown.length);
  return blocks.flatMap((block, i) => {
    if (block.kind !== "table") return [];
    const lines = listRows(markdown, block);
    const hasHead = lines.length > 1 && lines[1]!.cells.every((cell) => /^:?-+:?$/.test(cell));
    const before = blocks[i - 1];
    const above = before?.kind === "text" ? markdown.slice(before.start, before.end) : "\n";
    // One line above a table is its caption or leads to the table.
    const caption = above.includes("\n")
      ? null
      : { start: before!.start, end: before!.end, words: words(above) };
    return [{ caption, head: hasHead ? lines.slice(0, 2) : [], rows: hasHead ? lines.slice(2) : lines }];
  });
}

function listRows(markdown: string, block: Range): Row[] {
  let at = block.start;
  return markdown
    .slice(block.start, block.end)
    .split("\n")
    .map((line) => {
      const start = at;
      at += line.length + 1;
      const inner = line.trim().replace(/^\||\|$/g, "");
      return { start, end: start + line.length, cells: inner.split(/(?<!\\)\|/).map(words) };
    });
}

function words(cell: string): string {
  return plainWords(cell.trim()).toLowerCase();
}

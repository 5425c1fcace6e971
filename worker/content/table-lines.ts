/** Rows as a table of markdown, the first one as its head. Lines of a cell are joined into one. */
export function tableLines(rows: readonly (readonly string[])[]): string[] {
  const columns = Math.max(0, ...rows.map((row) => row.length));
  if (columns === 0) return [];
  const [head = [], ...body] = rows;
  const line = (row: readonly string[]) =>
    `| ${Array.from({ length: columns }, (_, at) => cellText(row[at] ?? "")).join(" | ")} |`;
  return [line(head), `|${" --- |".repeat(columns)}`, ...body.map(line)];
}

function cellText(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim().replaceAll(/\\?\|/g, "\\|");
}

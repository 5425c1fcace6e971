/** Columns as wide as their longest cell, two spaces apart. Control characters of names are left out. */
export function renderTable(head: string[], rows: string[][]): string {
  const cells = [head, ...rows].map((row) => row.map(plain));
  const widths = head.map((_, column) => Math.max(...cells.map((row) => row[column]!.length)));
  return cells
    .map((row) =>
      row.map((cell, column) => (column === row.length - 1 ? cell : cell.padEnd(widths[column]!))).join("  "),
    )
    .map((line) => `${line.trimEnd()}\n`)
    .join("");
}

/** Text of a web site, such as a name, without the control characters that a terminal would obey. */
export function plain(text: string): string {
  // oxlint-disable-next-line no-control-regex -- these are the characters meant
  return text.replaceAll(/[\u0000-\u001f\u007f-\u009f]/g, " ");
}

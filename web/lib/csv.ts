/**
 * Rows as CSV (RFC 4180), the first with the names of the columns. A cell that a spreadsheet would take for a formula gets an apostrophe:
 * its text may be a stranger's. A number stays one.
 */
export function csvOf(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => `${cells.map((cell) => quoted(harmless(cell))).join(",")}\r\n`).join("");
}

/** Offers a text as a file to download. */
export function download(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

function harmless(cell: string): string {
  return /^[=+\-@\t\r]/.test(cell) && !/^-?\d+(?:\.\d+)?$/.test(cell) ? `'${cell}` : cell;
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

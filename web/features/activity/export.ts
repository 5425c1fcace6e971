import { detailsOf, keyNameOf, tokensOf } from "./transactions.ts";
import type { Transaction } from "./transactions.ts";

const HEADER = [
  "timestamp",
  "type",
  "details",
  "api key",
  "amount",
  "tokens sent",
  "tokens of the full pages",
  "id",
];

/** Rows as CSV (RFC 4180). A cell that a spreadsheet would take for a formula gets an apostrophe: its text is a stranger's. */
export function toCsv(rows: readonly Transaction[]): string {
  const lines = rows.map((row) => {
    const tokens = tokensOf(row);
    return [
      row.timestamp,
      row.source,
      harmless(detailsOf(row)),
      harmless(keyNameOf(row)),
      String(row.amount),
      String(tokens?.sent ?? ""),
      String(tokens?.full ?? ""),
      row.id,
    ];
  });
  return [HEADER, ...lines].map((cells) => cells.map(quoted).join(",")).join("\r\n") + "\r\n";
}

export function toJson(rows: readonly Transaction[]): string {
  return `${JSON.stringify(rows, null, 2)}\n`;
}

/** Offers a text as a file. */
export function download(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

function harmless(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

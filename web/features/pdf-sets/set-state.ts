/** The classes by which a set or a file is shown (specification, section 4). */
export type PdfClass = "complete" | "failed" | "running" | "pending" | "unknown";

export function pdfClass(status: string): PdfClass {
  switch (status) {
    case "indexed":
      return "complete";
    case "failed":
      return "failed";
    case "indexing":
    case "queued":
      return "running";
    case "not indexed":
      return "pending";
    default:
      return "unknown";
  }
}

export function isRunning({ status }: { status: string }): boolean {
  return pdfClass(status) === "running";
}

/** The status as a chip says it: `Not indexed`. */
export function statusWord(status: string): string {
  return pdfClass(status) === "unknown" ? "Unknown" : status.replace(/^./, (first) => first.toUpperCase());
}

/** A size as `812 B` or `1.4 MB`, in steps of 1,024. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  let value = bytes;
  let unit = "B";
  for (const next of ["KB", "MB", "GB"]) {
    if (value < 1024) break;
    value /= 1024;
    unit = next;
  }
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${unit}`;
}

const LANGUAGES = new Intl.DisplayNames(["en-US"], { type: "language" });

/** The name of a language, `English` for `en`; null where the language is not known. */
export function languageName(code: string | null): string | null {
  if (code === null) return null;
  try {
    return LANGUAGES.of(code) ?? code;
  } catch {
    return code;
  }
}

export type ChosenFile = { name: string; size: number };

/** The reason why a file cannot be sent, in words, or null. The server looks again, at the bytes too. */
export function fileProblem({ name, size }: ChosenFile): string | null {
  if (!/\.pdf$/i.test(name)) return "Not a PDF: only files that end with .pdf are read.";
  if (size === 0) return "The file is empty.";
  return null;
}

/** A name for a set that its owner did not name: the name of a single file; empty for several files. */
export function suggestedName(files: readonly ChosenFile[]): string {
  return files.length === 1 ? files[0]!.name.replace(/\.pdf$/i, "").slice(0, 100) : "";
}

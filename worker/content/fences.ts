/** A fenced code block: offsets of its first character and of the end of its last line, without the line break. */
export type Fence = { start: number; end: number };

/** The opening of a fence, which may be the first thing of a list item, behind the item's mark. */
const opening = /^[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+){0,4}(`{3,}(?=[^`]*$)|~{3,})/;

/**
 * Fenced code blocks of a markdown text, in order, with any indentation. A fence that is never closed is text:
 * otherwise one slip of an author would swallow the headings of the rest of the page. Fences of quotations are not
 * listed, since nothing within a quotation can be taken for a heading.
 */
export function listFences(markdown: string): Fence[] {
  const fences: Fence[] = [];
  /** Length from which a mark is known to have no closing line further on, by the mark's character. */
  const unclosed = new Map<string, number>();
  let at = 0;
  while (at < markdown.length) {
    const end = lineEnd(markdown, at);
    const mark = opening.exec(markdown.slice(at, end))?.[1];
    if (mark === undefined || mark.length >= (unclosed.get(mark.charAt(0)) ?? Number.POSITIVE_INFINITY)) {
      at = end + 1;
      continue;
    }
    const close = closingEnd(markdown, end + 1, mark);
    if (close === -1) {
      unclosed.set(mark.charAt(0), mark.length);
      at = end + 1;
    } else {
      fences.push({ start: at, end: close });
      at = close + 1;
    }
  }
  return fences;
}

/** The mark that would close the code in which a text was cut; null when the text ends outside of code. */
export function openFence(text: string): string | null {
  const from = listFences(text).at(-1)?.end ?? 0;
  return /^[ \t]*(`{3,}|~{3,})/m.exec(text.slice(from))?.[1] ?? null;
}

/** End of the line that closes a fence, or -1. */
function closingEnd(markdown: string, from: number, mark: string): number {
  for (let at = from; at < markdown.length;) {
    const end = lineEnd(markdown, at);
    const line = markdown.slice(at, end).trim();
    if (line.startsWith(mark) && line === mark.charAt(0).repeat(line.length)) return end;
    at = end + 1;
  }
  return -1;
}

/** Offset of the line break that ends the line at `from`, or of the end of the text. */
export function lineEnd(markdown: string, from: number): number {
  const end = markdown.indexOf("\n", from);
  return end === -1 ? markdown.length : end;
}

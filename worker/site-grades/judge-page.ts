import { listFences } from "#worker/content/fences.ts";
import { findInjections } from "#worker/content/injections/find-injections.ts";
import { listSections } from "#worker/content/sections.ts";

/** Passed ones among all that were counted. */
export type Share = { passed: number; total: number };

/** Verdict on one page of text about how its site is written. */
export type PageVerdict = {
  anchors: Share;
  "code-languages": Share;
  tables: Share;
  injections: Share;
};

/**
 * Judges one page as `readDocument` writes it. Only pages of HTML need anchors: markdown has none, and its readers name headings by their
 * words.
 */
export function judgePage(markdown: string, isHtml: boolean): PageVerdict {
  const fences = listFences(markdown);
  const headings = isHtml ? listSections(markdown).filter(({ level }) => level >= 2) : [];
  const tables = listTableHeads(markdown, fences);
  return {
    anchors: shareOf(headings, ({ anchor }) => anchor !== null),
    "code-languages": shareOf(fences, ({ start }) => hasLanguage(markdown, start)),
    tables: shareOf(tables, namesColumns),
    injections: { passed: findInjections(markdown).length === 0 ? 1 : 0, total: 1 },
  };
}

function shareOf<T>(items: T[], isGood: (item: T) => boolean): Share {
  return { passed: items.filter(isGood).length, total: items.length };
}

function hasLanguage(markdown: string, start: number): boolean {
  const end = markdown.indexOf("\n", start);
  return /^[^`~]*(?:`{3,}|~{3,})[ \t]*[\w+#.-]/.test(markdown.slice(start, end === -1 ? undefined : end));
}

/** The first rows of the tables outside of code. */
function listTableHeads(markdown: string, fences: { start: number; end: number }[]): string[] {
  const heads: string[] = [];
  let before = "";
  let at = 0;
  for (const line of markdown.split("\n")) {
    const isCode = fences.some(({ start, end }) => at >= start && at < end);
    if (!isCode && /^\s*\|(?:\s*:?-{3,}:?\s*\|)+\s*$/.test(line) && before.trimStart().startsWith("|"))
      heads.push(before);
    before = line;
    at += line.length + 1;
  }
  return heads;
}

/** Whether a table's head names its columns. The first cell may be empty, above a column of names. */
function namesColumns(head: string): boolean {
  const cells = head
    .trim()
    .replace(/^\|/, "")
    .replace(/\|$/, "")
    .split(/(?<!\\)\|/);
  return cells.some((cell) => cell.trim() !== "") && cells.slice(1).every((cell) => cell.trim() !== "");
}

import { rankParts } from "#worker/reader/rank-parts.ts";
import type { Change } from "./diff-pages.ts";

/** Changes that have a word of the question in their texts, title or headings, best first. */
export function rankChanges<C extends Change>(changes: C[], terms: { term: string; weight: number }[]): C[] {
  const parts = changes.map(({ title, headingPath, before, after }, ordinal) => ({
    ordinal,
    anchor: null,
    headingPath: [title, ...headingPath],
    start: 0,
    end: 0,
    text: [before, after].filter(Boolean).join("\n"),
    tokens: 0,
  }));
  return rankParts(parts, [{ terms }]).map(({ ordinal }) => changes[ordinal]!);
}

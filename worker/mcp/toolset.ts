import { readDocumentation } from "#worker/calls/read-documentation.ts";
import { searchDocumentation } from "#worker/calls/search-documentation.ts";

/** The words of `?tools=`, each with the names that its tool has for clients. */
export const TOOLSETS: Readonly<Record<string, readonly string[]>> = {
  search: [searchDocumentation.name, "search"],
  read: [readDocumentation.name, "fetch"],
};

/** The tools that an address offers by `?tools=`: null for all, undefined for words that no tool has. */
export function readToolset(words: string | undefined): ReadonlySet<string> | null | undefined {
  if (words === undefined || words === "") return null;
  const sets = words.split(",").map((word) => TOOLSETS[word.trim()]);
  return sets.every((set) => set !== undefined) ? new Set(sets.flat()) : undefined;
}

export const SEARCH_DOCS = "Search docs";
export const SEARCH_FAILED = "The search did not answer.";
export const NOTHING_FOUND = "Nothing says exactly that. The nearest:";
export const SEARCHING = "Searching…";

/** Words read aloud when results have come. */
export function foundWords(count: number): string {
  return count === 1 ? "1 section" : `${count} sections`;
}

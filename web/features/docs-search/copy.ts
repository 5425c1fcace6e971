export const SEARCH_DOCS = "Search the docs";
export const SEARCH_FAILED = "The search did not answer.";
export const NOTHING_FOUND = "No page answers that. The nearest:";
export const SEARCHING = "Searching…";

/** Said aloud when results have come. */
export function foundWords(count: number): string {
  return count === 1 ? "1 section" : `${count} sections`;
}

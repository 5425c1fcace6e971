/** Documents above this share say little about which of them a question wants, and cost most of a full-text query's time. */
const COMMON_SHARE = 0.2;
/** Common terms are left out when this many others are left. */
const MIN_RARE_TERMS = 3;

/**
 * The full-text query for the documents that hold any of the terms: each in quotes, joined by OR. Terms that no document has
 * are left out, and common ones when there are enough others. Null when nothing is left to look for.
 */
export function matchAny(terms: string[], frequencies: number[], documents: number): string | null {
  const found = terms.filter((term, i) => frequencies[i]! > 0 && isIndexable(term));
  const rare = found.filter((term) => frequencies[terms.indexOf(term)]! <= documents * COMMON_SHARE);
  const chosen = rare.length >= MIN_RARE_TERMS ? rare : found;
  return chosen.length > 0 ? chosen.map(quote).join(" OR ") : null;
}

/** A string of FTS5's query language: nothing but a quote has a meaning inside. */
function quote(term: string): string {
  return `"${term.replaceAll('"', '""')}"`;
}

/** What the tokenizer would take for several terms, or for the end of the query, is not a term of ours. */
function isIndexable(term: string): boolean {
  return /^[^\0-\x20"'`]+$/.test(term);
}

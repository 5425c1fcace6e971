/** Terms in more documents than this share say little about which of them a question wants. */
const COMMON_SHARE = 0.2;
/** Common terms are left out when this many others are left. */
const MIN_RARE_TERMS = 3;
/**
 * A full-text query takes about a microsecond for every document that a term is in, nearly all of it for the rank. In a large
 * index the commonest terms of a question go, but never below this many terms. Measured on 150 questions to an index of
 * 100,000 chunks (the corpora three times, two of them in partly other words): with 20,000 and 5, recall@5 88.7 and MRR 0.758;
 * with 4,000 and 2, 90.7 and 0.756 in 60% of the time. Corpora of up to 11,000 chunks hardly notice: 6 questions of 150 differ.
 */
const MAX_POSTINGS = 4_000;
const MIN_TERMS = 2;

/**
 * The full-text query for the documents that hold any of the terms: each in quotes, joined by OR. Terms that no document has
 * are left out, and common ones when there are enough others. Null when nothing is left to look for.
 */
export function matchAny(terms: string[], frequencies: number[], documents: number): string | null {
  const found = terms
    .map((term, i) => ({ term, frequency: frequencies[i]! }))
    .filter(({ term, frequency }) => frequency > 0 && isIndexable(term))
    .sort((a, b) => a.frequency - b.frequency);
  const rare = found.filter(({ frequency }) => frequency <= documents * COMMON_SHARE);
  const chosen = withinBudget(rare.length >= MIN_RARE_TERMS ? rare : found);
  return chosen.length > 0 ? chosen.map(({ term }) => quote(term)).join(" OR ") : null;
}

function withinBudget<Term extends { frequency: number }>(terms: Term[]): Term[] {
  let postings = 0;
  return terms.filter(({ frequency }, i) => (postings += frequency) <= MAX_POSTINGS || i < MIN_TERMS);
}

/** A string of FTS5's query language: nothing but a quote has a meaning inside. */
function quote(term: string): string {
  return `"${term.replaceAll('"', '""')}"`;
}

/** What the tokenizer would take for several terms, or for the end of the query, is not a term of ours. */
function isIndexable(term: string): boolean {
  return /^[^\0-\x20"'`]+$/.test(term);
}

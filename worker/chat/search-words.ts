import { analyzeQuestion } from "#worker/docs-index/terms.ts";
import { MAX_QUERY_CHARACTERS } from "#worker/search/search-docs.ts";

/** Words that refer to something said before. */
const POINTS_BACK =
  /\b(?:it|its|they|them|their|that|this|these|those|there|one|ones|same|else|instead|also)\b/i;
/** Fewest terms of a complete question; a shorter question is probably about the one before. */
const MIN_TERMS = 3;
const PAGE = /\bhttps?:\/\/[^\s<>"'`]{4,2000}/gi;
const MAX_PAGES = 2;

/**
 * Search query for a question of a conversation: the question, preceded by the previous one where the question points back. No model
 * writes the query, so that no passage influences the search.
 */
export function searchWords(question: string, previous: string | null): string {
  const asked = withoutPages(question) || question;
  if (previous === null) return asked.slice(0, MAX_QUERY_CHARACTERS);
  const terms = analyzeQuestion(asked).terms.filter(({ isAdded }) => !isAdded);
  const pointsBack = POINTS_BACK.test(asked) || terms.length < MIN_TERMS;
  return (pointsBack ? `${withoutPages(previous)} ${asked}` : asked).trim().slice(0, MAX_QUERY_CHARACTERS);
}

/** The pages that a question names, without the punctuation of the sentence. */
export function pagesNamed(question: string): string[] {
  const urls = Array.from(question.matchAll(PAGE), ([url]) => url.replace(/[.,;:!?)\]]{1,5}$/, ""));
  return [...new Set(urls)].slice(0, MAX_PAGES);
}

function withoutPages(question: string): string {
  return question.replace(PAGE, " ").trim();
}

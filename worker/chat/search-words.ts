import { analyzeQuestion } from "#worker/docs-index/terms.ts";
import { MAX_QUERY_CHARACTERS } from "#worker/search/search-docs.ts";

/** Words that stand for something said before. */
const POINTS_BACK =
  /\b(?:it|its|they|them|their|that|this|these|those|there|one|ones|same|else|instead|also)\b/i;
/** A question of fewer terms of its own is probably about the one before. */
const MIN_TERMS = 3;
const PAGE = /\bhttps?:\/\/[^\s<>"'`]{4,2000}/gi;
const MAX_PAGES = 2;

/**
 * What the search is asked for a question of a conversation: the question, with the one before in front where it points back to it.
 * No model writes it, so that no passage has a say in what is searched for.
 */
export function searchWords(question: string, previous: string | null): string {
  const asked = withoutPages(question) || question;
  if (previous === null) return asked.slice(0, MAX_QUERY_CHARACTERS);
  const terms = analyzeQuestion(asked).terms.filter(({ isAdded }) => !isAdded);
  const pointsBack = POINTS_BACK.test(asked) || terms.length < MIN_TERMS;
  return (pointsBack ? `${withoutPages(previous)} ${asked}` : asked).trim().slice(0, MAX_QUERY_CHARACTERS);
}

/** The pages that a question names, without what ends the sentence around them. */
export function pagesNamed(question: string): string[] {
  const urls = Array.from(question.matchAll(PAGE), ([url]) => url.replace(/[.,;:!?)\]]{1,5}$/, ""));
  return [...new Set(urls)].slice(0, MAX_PAGES);
}

function withoutPages(question: string): string {
  return question.replace(PAGE, " ").trim();
}

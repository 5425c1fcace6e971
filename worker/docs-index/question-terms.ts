import type { QueryTerm } from "./candidates.ts";
import { phraseBookTerms } from "./phrase-book/phrase-book.ts";
import { analyzeQuestion } from "./terms.ts";

/** Less than half as much finds fewer pages, more puts what is only near above what was asked. */
const PHRASE_BOOK_WEIGHT = 0.3;

/** The terms of a question and, behind them, what documentation may say for it: by its words, then by what it is about. */
export function questionTerms(question: string): { terms: QueryTerm[] } {
  const { terms } = analyzeQuestion(question);
  const added = phraseBookTerms(question, new Set(terms.map(({ term }) => term)));
  return {
    terms: [...terms, ...added.map((term) => ({ term, weight: PHRASE_BOOK_WEIGHT, isAdded: true }))],
  };
}

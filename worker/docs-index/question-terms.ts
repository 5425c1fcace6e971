import type { DataFiles } from "#worker/platform/data-files.ts";
import type { Log } from "#worker/platform/log.ts";
import type { QueryTerm } from "./candidates.ts";
import { phraseBookTerms } from "./phrase-book/phrase-book.ts";
import { analyzeQuestion } from "./terms.ts";

/**
 * Of what a caller guesses that documentation says: less than what was asked, since a guess may be of another trade. One that no page has
 * adds nothing, and one that is everywhere hardly anything, by the rarity that every term is weighed with.
 */
const KEYWORD_WEIGHT = 0.5;
/** Less than half as much finds fewer pages, more puts what is only near above what was asked. */
const PHRASE_BOOK_WEIGHT = 0.3;

type QuestionCtx = { services: { dataFiles: DataFiles }; log: Pick<Log, "error"> };

/**
 * The terms of a question and, behind them, what documentation may say for it: the caller's keywords, then by its words and by what
 * it is about. Without the latter when the phrase book cannot be read now.
 */
export async function questionTerms(
  { services, log }: QuestionCtx,
  question: string,
  keywords: readonly string[] = [],
  keywordWeight = KEYWORD_WEIGHT,
): Promise<{ terms: QueryTerm[] }> {
  const terms = withKeywords(analyzeQuestion(question).terms, keywords, keywordWeight);
  const asked = new Set(terms.map(({ term }) => term));
  try {
    const added = await phraseBookTerms(services.dataFiles, question, asked);
    return {
      terms: [...terms, ...added.map((term) => ({ term, weight: PHRASE_BOOK_WEIGHT, isAdded: true }))],
    };
  } catch (error) {
    log.error("phrase-book.failed", error);
    return { terms };
  }
}

/** The keywords' own terms between those of the question and the words that stand for them, each term once. */
function withKeywords(terms: QueryTerm[], keywords: readonly string[], keywordWeight: number): QueryTerm[] {
  if (keywords.length === 0) return terms;
  const own = terms.filter(({ isAdded }) => !isAdded);
  const guessed = analyzeQuestion(keywords.join("\n"))
    .terms.filter(({ term, isAdded }) => !isAdded && !own.some((asked) => asked.term === term))
    .map(({ term, weight }): QueryTerm => ({ term, weight: keywordWeight * weight, isAdded: true }));
  const known = new Set([...own, ...guessed].map(({ term }) => term));
  return [...own, ...guessed, ...terms.filter(({ term, isAdded }) => isAdded && !known.has(term))];
}

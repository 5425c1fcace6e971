import type { DataFiles } from "#worker/platform/data-files.ts";
import type { Log } from "#worker/platform/log.ts";
import type { QueryTerm } from "./candidates.ts";
import { phraseBookTerms } from "./phrase-book/phrase-book.ts";
import { analyzeQuestion } from "./terms.ts";

/**
 * Weight of a keyword, the caller's guess at documentation's words: less than a word that was asked, since a guess may be of another
 * trade. A keyword that no page has adds nothing, and a keyword of every page hardly anything, by the rarity that weighs every term.
 */
const KEYWORD_WEIGHT = 0.5;
/** Weight of a term from the phrase book: less than half of it finds fewer pages, more puts related pages above those asked for. */
const PHRASE_BOOK_WEIGHT = 0.3;

type QuestionCtx = { services: { dataFiles: DataFiles }; log: Pick<Log, "error"> };

/**
 * The terms of a question and, behind them, terms that documentation may use: from the caller's keywords, from spoken words, and from
 * the phrase book. Without the last when the phrase book cannot be read now.
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

/** Puts the keywords' terms behind the question's own terms and before the added ones, each term once. */
function withKeywords(terms: QueryTerm[], keywords: readonly string[], keywordWeight: number): QueryTerm[] {
  if (keywords.length === 0) return terms;
  const own = terms.filter(({ isAdded }) => !isAdded);
  const guessed = analyzeQuestion(keywords.join("\n"))
    .terms.filter(({ term, isAdded }) => !isAdded && !own.some((asked) => asked.term === term))
    .map(({ term, weight }): QueryTerm => ({ term, weight: keywordWeight * weight, isAdded: true }));
  const known = new Set([...own, ...guessed].map(({ term }) => term));
  return [...own, ...guessed, ...terms.filter(({ term, isAdded }) => isAdded && !known.has(term))];
}

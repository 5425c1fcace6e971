import type { DataFiles } from "#worker/platform/data-files.ts";
import type { Log } from "#worker/platform/log.ts";
import type { QueryTerm } from "./candidates.ts";
import { phraseBookTerms } from "./phrase-book/phrase-book.ts";
import { analyzeQuestion } from "./terms.ts";

/** Less than half as much finds fewer pages, more puts what is only near above what was asked. */
const PHRASE_BOOK_WEIGHT = 0.3;

type QuestionCtx = { services: { dataFiles: DataFiles }; log: Pick<Log, "error"> };

/**
 * The terms of a question and, behind them, what documentation may say for it: by its words, then by what it is about. Without
 * the latter when the phrase book cannot be read now.
 */
export async function questionTerms(
  { services, log }: QuestionCtx,
  question: string,
): Promise<{ terms: QueryTerm[] }> {
  const { terms } = analyzeQuestion(question);
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

import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import type { Scope } from "./args.ts";
import type { Question } from "./data.ts";
import { BUDGETS, DEFAULT_BUDGET, isWithin, rankOf } from "./metrics.ts";
import type { Budget, Outcome } from "./metrics.ts";
import { missingFrom } from "./squeeze.ts";
import type { SearchSystem } from "./system.ts";

/** Budget of the search that a read follows. */
const SEARCH_BEFORE_READ_TOKENS = 1500;
/** Budget of that read. The default of 7,000 gives the answer about as often and costs three times the tokens. */
const READ_TOKENS = 2500;
/** Budget of the answer whose list of pages is the ranking: the largest, since that answer lists most. */
const RANKING_BUDGET: Budget = 5000;

/** Path of a page below its corpus; null for a URL that is not of that corpus. */
export type PathOf = (corpus: string, url: string) => string | null;

/** Asks one question at every budget, and once more as a search followed by a read; each in a session of its own. */
export async function askQuestion(
  system: SearchSystem,
  question: Question,
  scope: Scope,
  pathOf: PathOf,
): Promise<Outcome> {
  const corpus = scope === "source" ? question.corpus : null;
  const answers = {} as Outcome["answers"];
  const pathsOf = (urls: readonly string[]) => urls.map((url) => pathOf(question.corpus, url) ?? url);
  let listed: string[] = [];
  let sent: Outcome["sent"] = { text: "", pages: [] };
  let listedWithText = 0;
  for (const budget of BUDGETS) {
    const { reply, seconds } = await timed(() =>
      system.search({ query: question.query, keywords: question.keywords, budget, corpus }),
    );
    answers[budget] = {
      missing: reply.isError ? question.must : missingFrom(reply.text, question.must),
      tokens: tokensOf(reply.text),
      seconds,
      isEmpty: reply.isError || reply.pagesWithText === 0,
      confidence: reply.confidence,
      inFileOf: reply.inFileOf ?? [],
    };
    if (budget === DEFAULT_BUDGET)
      sent = { text: reply.text, pages: pathsOf(reply.pages.slice(0, reply.pagesWithText)) };
    if (budget === RANKING_BUDGET) {
      listed = pathsOf(reply.pages);
      listedWithText = reply.pagesWithText;
    }
  }
  const goldRanks = question.gold.map((page) => rankOf(listed, [page]));
  return {
    question,
    rank: rankOf(listed, question.gold),
    hasAllGold: goldRanks.every((rank) => isWithin(rank, 10)),
    listed,
    listedWithText,
    answers,
    sent,
    searchThenRead: await searchThenRead(system, question, corpus, pathOf),
  };
}

/**
 * A search of 1,500 tokens and one read of 2,500 in the same session, by an agent that always picks the listed page that
 * answers: the first listed page that is a gold page, and where none is listed, the first. The strings are looked for
 * in both texts; the tokens are those of both.
 */
async function searchThenRead(
  system: SearchSystem,
  question: Question,
  corpus: string | null,
  pathOf: PathOf,
): Promise<Outcome["searchThenRead"]> {
  const { reply: found, seconds } = await timed(() =>
    system.search({
      query: question.query,
      keywords: question.keywords,
      budget: SEARCH_BEFORE_READ_TOKENS,
      corpus,
    }),
  );
  const isGold = (url: string) => question.gold.includes(pathOf(question.corpus, url) ?? "");
  const url = found.pages.find(isGold) ?? found.pages[0];
  if (url === undefined || found.isError) {
    return { missing: question.must, tokens: tokensOf(found.text), seconds, read: null };
  }
  const { reply: page, seconds: readSeconds } = await timed(() =>
    system.read({ url, session: found.session, budget: READ_TOKENS }),
  );
  const texts = page.isError ? [found.text] : [found.text, page.text];
  return {
    missing: missingFrom(texts.join("\n\n"), question.must),
    tokens: tokensOf(found.text) + tokensOf(page.text),
    seconds: seconds + readSeconds,
    read: url,
  };
}

/** o200k tokens, counted exactly; text that looks like a control token counts as plain text. */
export function tokensOf(text: string): number {
  return countTokens(text, { disallowedSpecial: new Set() });
}

async function timed<T>(call: () => Promise<T>): Promise<{ reply: T; seconds: number }> {
  const start = performance.now();
  const reply = await call();
  return { reply, seconds: (performance.now() - start) / 1000 };
}

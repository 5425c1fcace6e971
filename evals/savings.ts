import type { Outcome } from "./metrics.ts";
import { DEFAULT_BUDGET } from "./metrics.ts";
import { sample } from "./random.ts";
import { mean } from "./statistics.ts";

/** Tokens given to an agent that asks nobody: the baseline of the specification. */
export const BASELINE_TOKENS = 10_000;
/** Number of questions behind the specification's claim (5,447 of 10,000 tokens saved on average, at best 95%). */
export const CLAIM_QUESTIONS = 17;
const CLAIM_SEED = 1;

export type Saved = { mean: number; best: number; together: number };

export type Savings = {
  questions: number;
  tokensMean: number;
  tokensLeast: number;
  pageTokensMean: number;
  /** Shares of the tokens (0 to 1) that answers save: the mean over the questions, the best question, and all tokens together. */
  ofBaseline: Saved;
  ofPage: Saved;
};

/** Savings of default answers that hold every string, against ten thousand tokens and against the page that answers, read whole. */
export function savingsOf(outcomes: readonly Outcome[], pageTokensOf: (outcome: Outcome) => number): Savings {
  const tokens = outcomes.map(({ answers }) => answers[DEFAULT_BUDGET].tokens);
  const pages = outcomes.map(pageTokensOf);
  const saved = (of: (index: number) => number) => {
    const shares = tokens.map((count, index) => 1 - count / of(index));
    return {
      mean: mean(shares),
      best: Math.max(0, ...shares),
      together: tokens.length === 0 ? 0 : 1 - mean(tokens) / mean(tokens.map((_, index) => of(index))),
    };
  };
  return {
    questions: outcomes.length,
    tokensMean: mean(tokens),
    tokensLeast: tokens.length === 0 ? 0 : Math.min(...tokens),
    pageTokensMean: mean(pages),
    ofBaseline: saved(() => BASELINE_TOKENS),
    ofPage: saved((index) => pages[index] ?? 0),
  };
}

/** The questions whose default answer holds every string; a question that is not answered saves nothing. */
export function answered(outcomes: readonly Outcome[]): Outcome[] {
  return outcomes.filter(({ answers }) => answers[DEFAULT_BUDGET].missing.length === 0);
}

/** Seventeen answered questions, the same ones every time for the same outcomes. */
export function drawForClaim(outcomes: readonly Outcome[]): Outcome[] {
  return sample(answered(outcomes), CLAIM_QUESTIONS, CLAIM_SEED);
}

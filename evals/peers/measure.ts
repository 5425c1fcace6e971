import { tokensOf } from "../ask.ts";
import type { Question } from "../data.ts";
import { BUDGETS, isWithin, rankOf, reciprocalRank } from "../metrics.ts";
import type { Budget } from "../metrics.ts";
import { missingFrom } from "../squeeze.ts";
import { mean, median, quantile } from "../statistics.ts";
import { cutAt } from "./cut.ts";
import type { PeerAnswer, Way } from "./peer.ts";

/** The outcome of one way of asking for one question. */
export type PeerOutcome = {
  id: string;
  difficulty: Question["difficulty"];
  /** Place of the first gold page among the pages named, from 1; 0 when no gold page is named. */
  rank: number;
  /** Number of pages named. */
  named: number;
  /** Tokens of everything returned. */
  tokens: number;
  seconds: number;
  /** Whether every `must` string is in the returned text, and in its first tokens, filled up where there was more. */
  must: Record<Budget | "returned", boolean>;
  error: string | null;
};

export type PeerFigures = {
  recall1: number;
  recall5: number;
  mrr10: number;
  must: Record<Budget | "returned", number>;
  tokensMean: number;
  tokensMedian: number;
  p50Ms: number;
  p95Ms: number;
  /** Share of questions for which no page was named. */
  nothing: number;
  errors: number;
};

export type TimedAnswer = { answer: PeerAnswer; seconds: number; error: string | null };

/** Asks one question. An answer that fails counts as one that holds nothing, with its time. */
export async function timeAnswer(way: Way, { query, corpus }: Question): Promise<TimedAnswer> {
  const start = performance.now();
  let error: string | null = null;
  const answer = await way.ask({ query, corpus }).catch((reason: unknown): PeerAnswer => {
    error = String(reason);
    return { pages: [], text: "" };
  });
  return { answer, seconds: (performance.now() - start) / 1000, error };
}

/** Judges an answer, and asks for more of it where a budget has room. */
export async function judgeAnswer(question: Question, timed: TimedAnswer): Promise<PeerOutcome> {
  const { answer, seconds, error } = timed;
  const cuts = cutAt((await answer.more?.()) ?? answer.text, BUDGETS);
  const holds = (text: string) => missingFrom(text, question.must).length === 0;
  return {
    id: question.id,
    difficulty: question.difficulty,
    rank: rankOf(answer.pages, question.gold),
    named: answer.pages.length,
    tokens: tokensOf(answer.text),
    seconds,
    must: {
      returned: holds(answer.text),
      1000: holds(cuts[1000]),
      2000: holds(cuts[2000]),
      5000: holds(cuts[5000]),
    },
    error,
  };
}

export function summarizePeer(outcomes: readonly PeerOutcome[]): PeerFigures {
  const share = (holds: (outcome: PeerOutcome) => boolean) =>
    mean(outcomes.map((outcome) => Number(holds(outcome))));
  const tokens = outcomes.map((outcome) => outcome.tokens);
  const times = outcomes.map(({ seconds }) => seconds * 1000);
  return {
    recall1: share(({ rank }) => isWithin(rank, 1)),
    recall5: share(({ rank }) => isWithin(rank, 5)),
    mrr10: mean(outcomes.map(({ rank }) => reciprocalRank(rank))),
    must: {
      returned: share(({ must }) => must.returned),
      1000: share(({ must }) => must[1000]),
      2000: share(({ must }) => must[2000]),
      5000: share(({ must }) => must[5000]),
    },
    tokensMean: mean(tokens),
    tokensMedian: median(tokens),
    p50Ms: quantile(times, 0.5),
    p95Ms: quantile(times, 0.95),
    nothing: share(({ named }) => named === 0),
    errors: outcomes.filter(({ error }) => error !== null).length,
  };
}

import type { Question } from "./data.ts";
import { mean, median } from "./statistics.ts";
import type { SearchReply } from "./system.ts";

export const BUDGETS = [1000, 2000, 5000] as const;
export type Budget = (typeof BUDGETS)[number];
/** The budget at which savings, misses and samples are reported; `tokens` of a question is of this call. */
export const DEFAULT_BUDGET: Budget = 2000;
export const RECALL_DEPTHS = [1, 3, 5, 10] as const;
const MRR_DEPTH = 10;

export type Answered = {
  missing: string[];
  tokens: number;
  seconds: number;
  /** Whether the answer has no passage: it says why nothing is sent, or what went wrong. */
  isEmpty: boolean;
  /** The confidence that the answer states. */
  confidence?: SearchReply["confidence"];
  /** Clients that put some of the answer into a file. */
  inFileOf?: readonly string[];
};

/** The results for one question. */
export type Outcome = {
  question: Question;
  /** Place of the first gold page among the pages that the answer lists, from 1; 0 when it lists none of them. */
  rank: number;
  /** Whether all gold pages are among the first ten. */
  hasAllGold: boolean;
  /** Paths (or foreign URLs) of the pages in the order listed. */
  listed: string[];
  /** Number of pages, from the first, that came with text. */
  listedWithText: number;
  answers: Record<Budget, Answered>;
  /** The answer within the default budget: its text, and the pages that it has text of, in its order. */
  sent: { text: string; pages: string[] };
  searchThenRead: { missing: string[]; tokens: number; seconds: number; read: string | null };
};

export type Figures = {
  questions: number;
  recall: Record<string, number>;
  mrr10: number;
  must: Record<string, number>;
  tokensMean: number;
  tokensMedian: number;
  searchThenRead: { must: number; tokensMean: number };
  /** Share of questions whose default answer has no passage. All questions have an answer, so this should be small. */
  notFound: number;
  /** Share of questions whose default answer says that its passages are the nearest and may not answer. */
  nearest: number;
  /** Seconds of the default call, and of a search followed by a read. */
  seconds: { search: number; searchThenRead: number };
};

/** Place of the first gold page, from 1; 0 when there is none. */
export function rankOf(listed: readonly string[], gold: readonly string[]): number {
  return listed.findIndex((page) => gold.includes(page)) + 1;
}

export function reciprocalRank(rank: number): number {
  return rank > 0 && rank <= MRR_DEPTH ? 1 / rank : 0;
}

export function isWithin(rank: number, depth: number): boolean {
  return rank > 0 && rank <= depth;
}

/** Shares (0 to 1) and means over the outcomes. */
export function summarize(outcomes: readonly Outcome[]): Figures {
  const share = (holds: (outcome: Outcome) => boolean) =>
    mean(outcomes.map((outcome) => Number(holds(outcome))));
  const tokens = outcomes.map((outcome) => outcome.answers[DEFAULT_BUDGET].tokens);
  return {
    questions: outcomes.length,
    recall: Object.fromEntries(
      RECALL_DEPTHS.map((depth) => [String(depth), share(({ rank }) => isWithin(rank, depth))]),
    ),
    mrr10: mean(outcomes.map(({ rank }) => reciprocalRank(rank))),
    must: Object.fromEntries(
      BUDGETS.map((budget) => [String(budget), share(({ answers }) => answers[budget].missing.length === 0)]),
    ),
    tokensMean: mean(tokens),
    tokensMedian: median(tokens),
    searchThenRead: {
      must: share(({ searchThenRead }) => searchThenRead.missing.length === 0),
      tokensMean: mean(outcomes.map(({ searchThenRead }) => searchThenRead.tokens)),
    },
    notFound: share(({ answers }) => answers[DEFAULT_BUDGET].isEmpty),
    nearest: share(({ answers }) => answers[DEFAULT_BUDGET].confidence === "nearest"),
    seconds: {
      search: mean(outcomes.map(({ answers }) => answers[DEFAULT_BUDGET].seconds)),
      searchThenRead: mean(outcomes.map(({ searchThenRead }) => searchThenRead.seconds)),
    },
  };
}

/** Figures of each group, in the order in which the groups are first met. */
export function summarizeBy(
  outcomes: readonly Outcome[],
  groupOf: (question: Question) => string,
): Record<string, Figures> {
  const groups = Map.groupBy(outcomes, ({ question }) => groupOf(question));
  return Object.fromEntries([...groups].map(([name, group]) => [name, summarize(group)]));
}

import type { QueryTerm } from "#worker/docs-index/candidates.ts";
import type { PackOptions } from "#worker/search/assemble.ts";
import type { PickOptions } from "#worker/search/pick.ts";
import type { CandidateGroup, RankedCandidate, RankingOptions } from "#worker/search/rank.ts";
import type { Scope } from "../args.ts";
import type { Question } from "../data.ts";
import { missingFrom } from "../squeeze.ts";
import { pathOf, textsOf } from "./lab.ts";
import type { AskedQuestion, LabSource } from "./lab.ts";
import { readBest } from "./read.ts";
import type { SearchAnswerText } from "./read.ts";

const { rankCandidates } = await import("#worker/search/rank.ts");
const { answerLength, LENGTH } = await import("#worker/search/answer-length.ts");
const { confidenceOf, minConfidence } = await import("#worker/search/confidence.ts");
const { FILL, pickChunks } = await import("#worker/search/pick.ts");
const { assembleAnswer, leftOutSection } = await import("#worker/search/assemble.ts");
const { namesSource } = await import("#worker/catalog/named-sources.ts");
const { countTokens } = await import("#worker/content/tokens.ts");

export type LabOutcome = {
  question: Question;
  /** Place of the first gold page among the pages of the ranking, from 1; 0 when it is not there. */
  rank: number;
  /** Whether each budget's answer answers, and its tokens. */
  answers: { isAnswered: boolean; tokens: number }[];
  /** The answer to a caller who names no budget; null when only ranks are asked for. */
  byDefault: { isAnswered: boolean; tokens: number } | null;
  /** A search and one read behind it; null when no read is asked for. */
  thenRead: { isAnswered: boolean; tokens: number } | null;
};

/** Sections that an answer without a budget names. */
const DEFAULT_NAMES = 2;
/** Budgets of the search and of the read, as in the evaluation. */
const THEN_READ_BUDGETS = { search: 1500, read: 2500 };

type AnswerSettings = {
  ranking: RankingOptions;
  pick: PickOptions;
  pack?: PackOptions;
  asksAllAtOnce?: boolean;
};

/** Ranks, picks and assembles with the product's own modules, without the choice among many sources and without the honest negative. */
export function answerQuestion(
  asked: AskedQuestion,
  scope: Scope,
  settings: AnswerSettings & {
    length?: typeof LENGTH;
    /** Sections that an answer without a budget names. */
    defaultNames?: number;
    /** Whether the read behind the search is left out; it takes half of the time. */
    skipsRead?: boolean;
    budgets: readonly number[];
  },
): LabOutcome {
  const { question, query } = asked;
  const ranked = rankQuestion(asked, scope, settings);
  const pages = [...new Set(ranked.map((entry) => `${entry.source.name}/${pathOf(entry.candidate.url)}`))];
  const isGold = (page: string) => question.gold.some((gold) => page === `${question.corpus}/${gold}`);
  const answer = (budget: number, maxNames?: number) =>
    assemble(
      pickChunks(ranked, budget, new Set(), pickFor(settings.pick, maxNames === undefined)),
      budget,
      query.terms,
      settings.pack,
      maxNames,
    );
  const judge = ({ text }: SearchAnswerText) => ({
    isAnswered: missingFrom(text, question.must).length === 0,
    tokens: countTokens(text),
  });
  return {
    question,
    rank: pages.findIndex(isGold) + 1,
    thenRead:
      settings.budgets.length > 0 && !settings.skipsRead
        ? readBest(asked, answer(THEN_READ_BUDGETS.search), THEN_READ_BUDGETS.read)
        : null,
    answers: settings.budgets.map((budget) => judge(answer(budget))),
    byDefault:
      settings.budgets.length > 0
        ? judge(
            answer(
              answerLength(ranked, ({ name }) => namesSource(question.query, name), settings.length),
              settings.defaultNames ?? DEFAULT_NAMES,
            ),
          )
        : null,
  };
}

/** The numbers to pick with: a budget that the caller gave is filled. */
function pickFor(pick: PickOptions, isBudgetGiven: boolean): PickOptions {
  const { minScoreShare, minShareOfOtherPages } = FILL;
  return isBudgetGiven ? { ...pick, minScoreShare, minShareOfOtherPages } : pick;
}

function rankQuestion(
  { question, query, found }: AskedQuestion,
  scope: Scope,
  settings: AnswerSettings,
): RankedCandidate<LabSource>[] {
  const groups = found.map((group) => ({
    ...group,
    isNamed: scope === "all" && namesSource(question.query, group.source.name),
  }));
  return rankMeant(groups, query.terms, settings);
}

/** The ranking as the product asks: first the sources that the question names, and all where these have no answer. */
function rankMeant(
  groups: CandidateGroup<LabSource>[],
  terms: QueryTerm[],
  { ranking, asksAllAtOnce = false }: { ranking: RankingOptions; asksAllAtOnce?: boolean },
): RankedCandidate<LabSource>[] {
  const named = groups.filter(({ isNamed }) => isNamed);
  const all = () => rankCandidates(groups, terms, ranking);
  if (named.length === 0 || asksAllAtOnce) return all();
  const ranked = rankCandidates(named, terms, ranking);
  const sources = groups.map(({ source, isNamed }) => ({ name: source.name, isNamed }));
  return confidenceOf(ranked) >= minConfidence(sources) ? ranked : all();
}

function assemble(
  picked: ReturnType<typeof pickChunks<LabSource>>,
  budget: number,
  terms: QueryTerm[],
  pack?: PackOptions,
  maxNames?: number,
) {
  const bySource = Map.groupBy(picked.chosen, (entry) => entry.source);
  const texts = new Map(
    [...bySource].map(([source, entries]) => {
      const ids = entries.map(({ candidate }) => candidate.chunkId);
      return [source, textsOf(source, ids)];
    }),
  );
  const chosen = picked.chosen.map((entry) => ({
    ...entry,
    text: texts.get(entry.source)!.get(entry.candidate.chunkId)!,
  }));
  const leftOut = picked.leftOut.map(leftOutSection);
  const rest = {
    confidence: "sure" as const,
    leftOut,
    alreadySent: [],
    notices: [],
    session: "s_482913047551",
    maxNames,
  };
  return assembleAnswer(chosen, rest, budget, "doc-482913", terms, pack);
}

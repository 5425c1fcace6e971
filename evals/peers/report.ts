import { markdownTable } from "../bench/figures.ts";
import { BUDGETS, DEFAULT_BUDGET, isWithin, reciprocalRank } from "../metrics.ts";
import type { Budget } from "../metrics.ts";
import { bootstrapInterval, mean } from "../statistics.ts";
import { docendaAt } from "./docenda.ts";
import { summarizePeer } from "./measure.ts";
import type { PeerFigures, PeerOutcome } from "./measure.ts";

/** One way of asking with what it made of all questions; indexing and memory are those of its peer. */
export type WayResult = {
  peer: string;
  version: string;
  way: string;
  how: string;
  indexSeconds: number;
  peakMb: number | null;
  outcomes: PeerOutcome[];
};

/** What could not run, and why. */
export type NotRun = { name: string; reason: string };

export type Difference = { measure: string; mean: number; low: number; high: number };

const ABSENT = "–";

/** Every way with its figures, as the JSON keeps it. */
export function withFigures(results: readonly WayResult[]): (WayResult & { figures: PeerFigures })[] {
  return results.map((result) => ({ ...result, figures: summarizePeer(result.outcomes) }));
}

/** What could not run has a row, so that nobody looks for it in vain. */
export function figuresTable(results: readonly WayResult[], notRun: readonly NotRun[]): string {
  const head = [
    "way",
    "R@1",
    "R@5",
    "MRR@10",
    "must as returned",
    ...BUDGETS.map((budget) => `≤ ${budget}`),
    "tokens mean",
    "median",
    "p50 ms",
    "p95 ms",
    "indexing s",
    "peak MB",
    "failed",
  ];
  return markdownTable([
    head,
    ...withFigures(results).map(({ way, indexSeconds, peakMb, figures }) => [
      way,
      percent(figures.recall1),
      percent(figures.recall5),
      figures.mrr10.toFixed(3),
      percent(figures.must.returned),
      ...BUDGETS.map((budget) => percent(figures.must[budget])),
      Math.round(figures.tokensMean),
      figures.tokensMedian,
      figures.p50Ms.toFixed(0),
      figures.p95Ms.toFixed(0),
      indexSeconds.toFixed(0),
      peakMb === null ? ABSENT : peakMb.toFixed(0),
      figures.errors,
    ]),
    ...notRun.map(({ name, reason }) => [
      `${name}: not run here: ${reason}`,
      ...head.slice(1).map(() => ABSENT),
    ]),
  ]);
}

/**
 * The product's gain over one way, question by question, with 95% intervals of the paired bootstrap. Ranks and what is
 * returned are those of the default budget; at a budget, the product was asked with it and the other is filled up and cut.
 */
export function differencesFrom(results: readonly WayResult[], rival: WayResult): Difference[] {
  const ours = (budget: Budget) => results.find(({ way }) => way === docendaAt(budget))?.outcomes ?? [];
  const gain = (measure: string, own: readonly PeerOutcome[], of: Measures): Difference => {
    const theirs = new Map(rival.outcomes.map((outcome) => [outcome.id, outcome]));
    const gains = own.flatMap((outcome) => {
      const other = theirs.get(outcome.id);
      return other ? [of.own(outcome) - of.other(other)] : [];
    });
    return { measure, mean: mean(gains), ...bootstrapInterval(gains) };
  };
  const byDefault = ours(DEFAULT_BUDGET);
  return [
    gain(
      "R@1",
      byDefault,
      same(({ rank }) => 100 * Number(isWithin(rank, 1))),
    ),
    gain(
      "R@5",
      byDefault,
      same(({ rank }) => 100 * Number(isWithin(rank, 5))),
    ),
    gain(
      "MRR@10",
      byDefault,
      same(({ rank }) => 100 * reciprocalRank(rank)),
    ),
    gain(
      "must as returned",
      byDefault,
      same(({ must }) => 100 * Number(must.returned)),
    ),
    ...BUDGETS.map((budget) =>
      gain(`≤ ${budget}`, ours(budget), {
        own: ({ must }) => 100 * Number(must.returned),
        other: ({ must }) => 100 * Number(must[budget]),
      }),
    ),
    gain(
      "tokens",
      byDefault,
      same(({ tokens }) => tokens),
    ),
  ];
}

type Measures = { own(outcome: PeerOutcome): number; other(outcome: PeerOutcome): number };

function same(of: (outcome: PeerOutcome) => number): Measures {
  return { own: of, other: of };
}

export function differencesTable(results: readonly WayResult[], own: string): string {
  const rivals = results.filter(({ peer }) => peer !== own);
  const rows = rivals.map((rival) => ({ rival, differences: differencesFrom(results, rival) }));
  return markdownTable([
    ["Docenda less …", ...(rows[0]?.differences.map(({ measure }) => measure) ?? [])],
    ...rows.map(({ rival, differences }) => [rival.way, ...differences.map(renderDifference)]),
  ]);
}

/** Recall at 5 and `must` within the default budget, by the difficulty of the question. */
export function difficultyTable(results: readonly WayResult[]): string {
  const difficulties = [...new Set(results[0]?.outcomes.map(({ difficulty }) => difficulty))];
  const count = (difficulty: string) =>
    results[0]?.outcomes.filter((outcome) => outcome.difficulty === difficulty).length ?? 0;
  return markdownTable([
    ["way", ...difficulties.map((difficulty) => `${difficulty} (${count(difficulty)})`)],
    ...results.map(({ way, outcomes }) => [
      way,
      ...difficulties.map((difficulty) => {
        const { recall5, must } = summarizePeer(
          outcomes.filter((outcome) => outcome.difficulty === difficulty),
        );
        return `${percent(recall5)} / ${percent(must[DEFAULT_BUDGET])}`;
      }),
    ]),
  ]);
}

/** Bold where the interval leaves 0 out. */
function renderDifference({ mean: difference, low, high }: Difference): string {
  const digits = Math.max(Math.abs(low), Math.abs(high)) >= 1000 ? 0 : 1;
  const text = `${signed(difference, digits)} [${signed(low, digits)}, ${signed(high, digits)}]`;
  return low > 0 || high < 0 ? `**${text}**` : text;
}

function signed(value: number, digits: number): string {
  return `${value > 0 ? "+" : ""}${value.toFixed(digits)}`;
}

function percent(share: number): string {
  return (100 * share).toFixed(1);
}

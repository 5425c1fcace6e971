import { markdownTable } from "../bench/figures.ts";
import { BUDGETS, DEFAULT_BUDGET, isWithin, reciprocalRank } from "../metrics.ts";
import type { Budget } from "../metrics.ts";
import { bootstrapInterval, mean } from "../statistics.ts";
import { docendaAt } from "./docenda.ts";
import { summarizePeer } from "./measure.ts";
import type { PeerOutcome } from "./measure.ts";

/** One way of asking with its outcomes for all questions; indexing and memory are those of its peer. */
export type WayResult = {
  peer: string;
  version: string;
  way: string;
  how: string;
  indexSeconds: number;
  peakMb: number | null;
  outcomes: PeerOutcome[];
};

/** A peer that could not run, and why. */
export type NotRun = { name: string; reason: string };

export type Difference = { measure: string; mean: number; low: number; high: number };

const ABSENT = "–";
const TOKENS = "tokens";

/** The JSON's data of every way; `must` of a question is as returned and within each budget, 1 for yes. */
export function toData(results: readonly WayResult[], own: string) {
  return results.map(({ outcomes, ...result }) => ({
    ...result,
    figures: summarizePeer(outcomes),
    docendaLess: result.peer === own ? [] : differencesFrom(results, { ...result, outcomes }),
    perQuestion: outcomes.map(({ id, rank, tokens, seconds, must, error }) => ({
      id,
      rank,
      tokens,
      ms: Math.round(seconds * 1000),
      must: [must.returned, ...BUDGETS.map((budget) => must[budget])].map(Number).join(""),
      ...(error !== null && { error }),
    })),
  }));
}

/** The table of figures. A peer that could not run has a row, so that nobody looks for it in vain. */
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
    "nothing found",
  ];
  return markdownTable([
    head,
    ...results.map(({ way, indexSeconds, peakMb, outcomes }) => {
      const figures = summarizePeer(outcomes);
      return [
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
        percent(figures.nothing),
      ];
    }),
    ...notRun.map(({ name, reason }) => [
      `${name}: not run here: ${reason}`,
      ...head.slice(1).map(() => ABSENT),
    ]),
  ]);
}

/**
 * The product's gain over one way, question by question, with 95% intervals of the paired bootstrap. Ranks and returned text
 * are those of the default budget; at a budget, the product was asked with it and the other is filled up and cut.
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

/** Sentences for each rival on the measures in which the product is not better beyond noise, and one for all rivals on who is faster. */
export function whereNotBetter(results: readonly WayResult[], own: string): string[] {
  const rivals = results.filter(({ peer }) => peer !== own);
  const p95Of = ({ outcomes }: WayResult) => summarizePeer(outcomes).p95Ms;
  const ours = results.find(({ way }) => way === docendaAt(DEFAULT_BUDGET));
  const ownP95 = ours ? p95Of(ours) : 0;
  const faster = rivals.filter((rival) => p95Of(rival) < ownP95);
  const unclear = rivals.flatMap((rival) => {
    const measures = differencesFrom(results, rival)
      .filter(({ measure, low, high }) => (measure === TOKENS ? high >= 0 : low <= 0))
      .map(({ measure }) => measure);
    return measures.length === 0 ? [] : [`- **${rival.way}**: ${measures.join(", ")}.`];
  });
  return [
    ...unclear,
    `- **Faster at p95** than the default's ${ownP95.toFixed(0)} ms: ${
      faster.map((rival) => `${rival.way} (${p95Of(rival).toFixed(0)})`).join("; ") || "nobody"
    }.`,
  ];
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

/** A difference, in bold where the interval leaves 0 out. */
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

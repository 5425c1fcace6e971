import { PICK } from "#worker/search/pick.ts";
import { RANKING } from "#worker/search/rank.ts";
import type { Scope } from "../args.ts";
import { markdownTable, writeFigures } from "../bench/figures.ts";
import { isWithin, reciprocalRank } from "../metrics.ts";
import { bootstrapInterval, mean } from "../statistics.ts";
import type { Interval } from "../statistics.ts";
import { answerQuestion } from "./answer.ts";
import type { LabOutcome } from "./answer.ts";
import { askAll, openLab } from "./lab.ts";
import { PARTS } from "./parts.ts";
import type { Part } from "./parts.ts";

const BUDGET = 2000;
/** Candidates from each source, as many as in the product. */
const CANDIDATES = 64;
const SCOPES: Scope[] = ["source", "all"];

const MEASURES = {
  "R@5": ({ rank }: LabOutcome) => 100 * Number(isWithin(rank, 5)),
  "MRR@10": ({ rank }: LabOutcome) => 100 * reciprocalRank(rank),
  "must 2000": ({ answers }: LabOutcome) => 100 * Number(answers[0]!.isAnswered),
  tokens: ({ answers }: LabOutcome) => answers[0]!.tokens,
};
type Measure = keyof typeof MEASURES;
const JUDGED: Measure[] = ["R@5", "MRR@10", "must 2000"];

type Gain = {
  /** Means with the part, less those without it. */
  all: Record<Measure, { mean: number } & Interval>;
  /** Mean gains on either half of the corpora. */
  halves: Record<Measure, number>[];
  /** Number of corpora in which MRR@10 rises, and in which it falls. */
  corpora: { better: number; worse: number };
};
type Row = { part: Part; gains: Partial<Record<Scope, Gain>>; verdict: string };

/**
 * Switches off each part of the ranking by itself, on all questions and in both scopes, and writes `docs/figures/ablations.md`.
 */
export async function writeAblations(options: { dataDir: string; cacheDir: string }): Promise<void> {
  const lab = await openLab(options.dataDir, options.cacheDir);
  const corpora = [...new Set(lab.questions.map(({ corpus }) => corpus))].sort();
  const full: Record<Scope, LabOutcome[]> = { source: [], all: [] };
  const rows: Row[] = PARTS.map((part) => ({ part, gains: {}, verdict: "" }));
  for (const scope of SCOPES) {
    const whole = await askAll(lab, scope, CANDIDATES);
    full[scope] = whole.map((question) => answerQuestion(question, scope, settingsOf({})));
    for (const { part, gains } of rows) {
      if (part.scope !== undefined && part.scope !== scope) continue;
      const isSamePool = part.pools === undefined && part.candidates === undefined;
      const asked = isSamePool
        ? whole
        : await askAll(lab, scope, part.candidates ?? CANDIDATES, part.pools ?? {});
      const reduced = asked.map((question) => answerQuestion(question, scope, settingsOf(part)));
      const gain = gainOf(full[scope], reduced, corpora);
      gains[scope] = gain;
      const shown = JUDGED.map((name) => `${name} ${show(gain.all[name])}`).join("  ");
      console.log(`${scope.padEnd(6)} ${part.name}: ${shown}`);
    }
  }
  for (const row of rows) row.verdict = verdictOf(row);
  writePage(rows, full, corpora);
}

function settingsOf({ ranking, pick, asksAllAtOnce }: Pick<Part, "ranking" | "pick" | "asksAllAtOnce">) {
  return {
    asksAllAtOnce,
    ranking: { ...RANKING, ...ranking },
    pick: { ...PICK, ...pick },
    budgets: [BUDGET],
  };
}

function gainOf(base: LabOutcome[], reduced: LabOutcome[], corpora: string[]): Gain {
  const differences = (measure: Measure, isIn: (corpus: string) => boolean) =>
    base.flatMap((outcome, i) =>
      isIn(outcome.question.corpus) ? [MEASURES[measure](outcome) - MEASURES[measure](reduced[i]!)] : [],
    );
  const byCorpus = corpora.map((name) => mean(differences("MRR@10", (corpus) => corpus === name)));
  return {
    all: over((measure) => {
      const gains = differences(measure, () => true);
      return { mean: mean(gains), ...bootstrapInterval(gains) };
    }),
    halves: [0, 1].map((half) =>
      over((measure) => mean(differences(measure, (corpus) => corpora.indexOf(corpus) % 2 === half))),
    ),
    corpora: {
      better: byCorpus.filter((gain) => gain > 0).length,
      worse: byCorpus.filter((gain) => gain < 0).length,
    },
  };
}

function over<T>(summarise: (measure: Measure) => T): Record<Measure, T> {
  const names = Object.keys(MEASURES) as Measure[];
  return Object.fromEntries(names.map((name) => [name, summarise(name)])) as Record<Measure, T>;
}

/** The verdict over the judged measures, in every scope where the part does something. */
function verdictOf({ gains }: Row): string {
  const judged = Object.values(gains).flatMap(({ all }) => JUDGED.map((name) => all[name]));
  const isUp = judged.some(({ low }) => low > 0);
  const isDown = judged.some(({ high }) => high < 0);
  const hasGain = judged.some((gain) => gain.mean > 0);
  if (isUp || isDown) return isUp && isDown ? "mixed" : isUp ? "pays" : hasGain ? "mixed" : "costs";
  if (hasGain) return "within noise";
  return Object.values(gains).every(({ all }) => all.tokens.high < 0) ? "saves tokens" : "does not pay";
}

function show(gain: { mean: number } & Interval): string {
  return `${signed(gain.mean)} [${signed(gain.low)}, ${signed(gain.high)}]`;
}

function signed(value: number): string {
  const text = value.toFixed(1);
  return value > 0 && Number(text) > 0 ? `+${text}` : Number(text) === 0 ? "0.0" : text;
}

function scopeTable(rows: Row[], scope: Scope): string {
  const shown = rows.filter(({ gains }) => gains[scope] !== undefined);
  return markdownTable([
    ["part", "without it", ...Object.keys(MEASURES), "halves: MRR@10", "halves: must 2000", "corpora + / −"],
    ...shown.map(({ part, gains }) => {
      const gain = gains[scope]!;
      const halves = (name: Measure) => gain.halves.map((half) => signed(half[name])).join(" / ");
      return [
        part.name,
        part.how,
        ...(Object.keys(MEASURES) as Measure[]).map((name) => show(gain.all[name])),
        halves("MRR@10"),
        halves("must 2000"),
        `${gain.corpora.better} / ${gain.corpora.worse}`,
      ];
    }),
  ]);
}

function namesWith(rows: Row[], verdict: string): string {
  const names = rows.filter((row) => row.verdict === verdict).map(({ part }) => `${part.name} (${part.how})`);
  return names.length > 0 ? names.join("; ") : "none";
}

function halfOf(corpora: string[], half: number): string {
  return corpora.filter((_, i) => i % 2 === half).join(", ");
}

function writePage(rows: Row[], full: Record<Scope, LabOutcome[]>, corpora: string[]): void {
  const verdicts = ["pays", "mixed", "saves tokens", "within noise", "does not pay", "costs"];
  const body = [
    `Each part of the ranking switched off alone, over ${full.source.length} questions, with the product's own modules in one process`,
    "(`evals/lab`): no routing, no honest negative. A gain is the figure with the part less the figure without it, question by",
    `question, in points, with the 95% interval of the paired bootstrap; what answers hold is measured at a budget of ${BUDGET} tokens.`,
    "The weights were chosen on these questions, so a gain here is the most that can be hoped for. The halves are of the corpora:",
    `${halfOf(corpora, 0)} / ${halfOf(corpora, 1)}. The last column counts corpora in which MRR@10 rises and falls.`,
    ...SCOPES.flatMap((scope) => [
      "",
      `## Scope ${scope}`,
      "",
      `With everything: ${Object.entries(MEASURES)
        .map(([name, of]) => `${name} ${mean(full[scope].map(of)).toFixed(1)}`)
        .join(", ")}.`,
      "",
      scopeTable(rows, scope),
    ]),
    "",
    "## What pays",
    "",
    "By R@5, MRR@10 and must in both scopes. A part pays when an interval is above 0 and none below; it is mixed when an interval is",
    "below 0 and something else gains; it does not pay when no interval is above 0 and no mean is, unless answers are shorter with it. What does not pay, or costs, is a candidate for removal; parts that can",
    "stand in for each other are off together in rows of their own.",
    "",
    ...verdicts.map((verdict) => `- ${verdict}: ${namesWith(rows, verdict)}`),
  ].join("\n");
  writeFigures({
    name: "ablations",
    title: "What each part of the ranking is worth",
    command: "npm run eval -- --ablations",
    body,
    data: {
      full: Object.fromEntries(
        SCOPES.map((scope) => [scope, over((name) => mean(full[scope].map(MEASURES[name])))]),
      ),
      parts: rows.map(({ part, gains, verdict }) => ({ name: part.name, without: part.how, gains, verdict })),
    },
  });
}

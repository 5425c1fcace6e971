import type { Scope } from "./args.ts";
import {
  BUDGETS,
  DEFAULT_BUDGET,
  RECALL_DEPTHS,
  isWithin,
  reciprocalRank,
  summarize,
  summarizeBy,
} from "./metrics.ts";
import type { Budget, Figures, Outcome } from "./metrics.ts";
import { bootstrapInterval, mean } from "./statistics.ts";

/** The file that `--json` writes. Shares are 0 to 1; `rank` is 0 where no gold page is listed. */
export type EvalFile = {
  scope: Scope;
} & Figures & {
    byCorpus: Record<string, Figures>;
    byKind: Record<string, Figures>;
    byDifficulty: Record<string, Figures>;
    /** Answers with more tokens than their budget; there should be none. */
    overBudget: { id: string; budget: number; tokens: number }[];
    /** The share of answers that the client puts into a file, by budget and client. A file costs the model one more call. */
    inFileOf: Record<string, Record<string, number>>;
    perQuestion: {
      id: string;
      rank: number;
      /** Tokens of the call with the default budget. */
      tokens: number;
      must: Record<string, boolean>;
      searchThenRead: { must: boolean; tokens: number };
    }[];
  };

export function toEvalFile(scope: Scope, outcomes: readonly Outcome[]): EvalFile {
  return {
    scope,
    ...summarize(outcomes),
    byCorpus: summarizeBy(outcomes, (question) => question.corpus),
    byKind: summarizeBy(outcomes, (question) => question.kind),
    byDifficulty: summarizeBy(outcomes, (question) => question.difficulty),
    overBudget: outcomes.flatMap(({ question, answers }) =>
      BUDGETS.filter((budget) => answers[budget].tokens > budget).map((budget) => ({
        id: question.id,
        budget,
        tokens: answers[budget].tokens,
      })),
    ),
    inFileOf: Object.fromEntries(BUDGETS.map((budget) => [String(budget), filesAt(outcomes, budget)])),
    perQuestion: outcomes.map(({ question, rank, answers, searchThenRead }) => ({
      id: question.id,
      rank,
      tokens: answers[DEFAULT_BUDGET].tokens,
      must: Object.fromEntries(
        BUDGETS.map((budget) => [String(budget), answers[budget].missing.length === 0]),
      ),
      searchThenRead: { must: searchThenRead.missing.length === 0, tokens: searchThenRead.tokens },
    })),
  };
}

function filesAt(outcomes: readonly Outcome[], budget: Budget): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { answers } of outcomes)
    for (const client of answers[budget].inFileOf ?? []) counts[client] = (counts[client] ?? 0) + 1;
  return Object.fromEntries(
    Object.entries(counts).map(([client, count]) => [client, count / outcomes.length]),
  );
}

const HEAD = [
  "",
  "n",
  ...RECALL_DEPTHS.map((depth) => `R@${depth}`),
  "MRR@10",
  ...BUDGETS.map((budget) => `must ${budget}`),
  "tokens",
  "median",
  "s+r must",
  "s+r tokens",
  "nearest",
  "none",
  "s",
];

/** The tables for the terminal. */
export function renderReport(file: EvalFile): string {
  const groups: [string, Record<string, Figures>][] = [
    ["by corpus", file.byCorpus],
    ["by kind", file.byKind],
    ["by difficulty", file.byDifficulty],
  ];
  const rows: string[][] = [HEAD, cells("all", file)];
  for (const [title, figures] of groups) {
    rows.push([title], ...Object.entries(figures).map(([name, group]) => cells(`  ${name}`, group)));
  }
  const violations = file.overBudget.map(({ id, budget, tokens }) => `${id}: ${tokens} of ${budget}`);
  return [
    `scope ${file.scope}: ${file.questions} questions; shares in %; 95% intervals by bootstrap`,
    "",
    align(rows),
    "",
    ...headlines(file),
    violations.length === 0
      ? "No answer is above its budget."
      : `ABOVE BUDGET: ${violations.length} (${violations.slice(0, 5).join("; ")})`,
    `In a file, one call further: ${filesLine(file.inFileOf)}.`,
  ].join("\n");
}

function filesLine(inFileOf: EvalFile["inFileOf"]): string {
  const parts = Object.entries(inFileOf).flatMap(([budget, clients]) =>
    Object.entries(clients).map(([client, share]) => `${client} ${percent(share)}% at ${budget}`),
  );
  return parts.length === 0 ? "no answer" : parts.join(", ");
}

/** One line a question: its words, the place of the page, and the strings that each budget held. */
export function renderOutcome({ question, rank, answers, searchThenRead }: Outcome): string {
  const marks = BUDGETS.map((budget) => (answers[budget].missing.length === 0 ? "+" : "-")).join("");
  const read = searchThenRead.missing.length === 0 ? "+" : "-";
  const place = rank === 0 ? " –" : String(rank).padStart(2);
  const tokens = String(answers[DEFAULT_BUDGET].tokens).padStart(5);
  return `${question.id.padEnd(14)} rank ${place}  must ${marks} read ${read} ${tokens} tokens  ${question.query}`;
}

/** Differences from an earlier file over the questions that both have, with paired intervals. */
export function renderComparison(now: EvalFile, before: EvalFile): string {
  const old = new Map(before.perQuestion.map((row) => [row.id, row]));
  const pairs = now.perQuestion.flatMap((row) => {
    const was = old.get(row.id);
    return was ? [{ row, was }] : [];
  });
  const lines = measures().map(({ name, of, scale }) => {
    const differences = pairs.map(({ row, was }) => of(row) - of(was));
    const { low, high } = bootstrapInterval(differences);
    const verdict = low > 0 || high < 0 ? "" : "  (within noise)";
    const show = (value: number) => signed(value * scale);
    return `${name.padEnd(12)} ${show(mean(differences)).padStart(7)}  [${show(low)}, ${show(high)}]${verdict}`;
  });
  return [`difference over ${pairs.length} questions`, ...lines].join("\n");
}

export type Row = EvalFile["perQuestion"][number];

/** The measures by which a change is judged; `scale` turns them into the unit that is shown. */
export function measures(): { name: string; of: (row: Row) => number; scale: number }[] {
  return [
    ...RECALL_DEPTHS.map((depth) => ({
      name: `R@${depth}`,
      of: (row: Row) => Number(isWithin(row.rank, depth)),
      scale: 100,
    })),
    { name: "MRR@10", of: (row) => reciprocalRank(row.rank), scale: 100 },
    ...BUDGETS.map((budget) => ({
      name: `must ${budget}`,
      of: (row: Row) => Number(row.must[String(budget)] ?? false),
      scale: 100,
    })),
    { name: "s+r must", of: (row) => Number(row.searchThenRead.must), scale: 100 },
    { name: "tokens", of: (row) => row.tokens, scale: 1 },
  ];
}

function headlines(file: EvalFile): string[] {
  return measures().map(({ name, of, scale }) => {
    const values = file.perQuestion.map((row) => of(row) * scale);
    const { low, high } = bootstrapInterval(values);
    return `${name.padEnd(12)} ${mean(values).toFixed(1).padStart(7)}  [${low.toFixed(1)}, ${high.toFixed(1)}]`;
  });
}

function cells(name: string, figures: Figures): string[] {
  return [
    name,
    String(figures.questions),
    ...RECALL_DEPTHS.map((depth) => percent(figures.recall[String(depth)])),
    figures.mrr10.toFixed(3),
    ...BUDGETS.map((budget) => percent(figures.must[String(budget)])),
    String(Math.round(figures.tokensMean)),
    String(figures.tokensMedian),
    percent(figures.searchThenRead.must),
    String(Math.round(figures.searchThenRead.tokensMean)),
    percent(figures.nearest),
    percent(figures.notFound),
    figures.seconds.search.toFixed(3),
  ];
}

function percent(share: number | undefined): string {
  return (100 * (share ?? 0)).toFixed(1);
}

function signed(value: number): string {
  return `${value > 0 ? "+" : ""}${value.toFixed(1)}`;
}

function align(rows: string[][]): string {
  const widths = HEAD.map((_, column) =>
    Math.max(...rows.filter((row) => row.length > 1).map((row) => row[column]?.length ?? 0)),
  );
  return rows
    .map((row) =>
      row
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

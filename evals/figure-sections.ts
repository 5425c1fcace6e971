import type { Scope } from "./args.ts";
import type { Comparison } from "./baselines.ts";
import { markdownTable } from "./bench/figures.ts";
import type { Question } from "./data.ts";
import { CAUSES } from "./diagnose.ts";
import type { Diagnosis } from "./diagnose.ts";
import type { Outcome } from "./metrics.ts";
import { shareOfNegatives } from "./negatives.ts";
import type { UnanswerableOutcome } from "./negatives.ts";
import { measures } from "./report.ts";
import type { EvalFile } from "./report.ts";
import { BASELINE_TOKENS } from "./savings.ts";
import type { Savings } from "./savings.ts";
import { bootstrapInterval, mean } from "./statistics.ts";

const EXAMPLES_PER_CAUSE = 3;

/** The results in one scope, as the tables need them. */
export type ScopeFigures = {
  scope: Scope;
  outcomes: Outcome[];
  file: EvalFile;
  comparisons: Comparison[];
  savings: Record<string, Savings>;
  misses: Diagnosis[];
  causes: Record<string, number>;
};

export function introduction(questions: readonly Question[], corpora: readonly string[]): string {
  return [
    `${questions.length} questions about ${corpora.length} bodies of documentation (${corpora.join(", ")}), crawled and asked through the`,
    "product's own doors. Scope source: the question's documentation is named in the call; scope all: it is not. Shares are in %,",
    "brackets hold 95% intervals by bootstrap over the questions; differences are paired, question by question.",
    "What each figure means is in [evaluation.md](../evaluation.md).",
  ].join("\n");
}

export function overall(files: readonly EvalFile[]): string {
  return markdownTable([
    ["", ...files.map(({ scope }) => `scope ${scope}`)],
    ...measures().map(({ name, of, scale }) => [
      name,
      ...files.map((file) => withInterval(file.perQuestion.map((row) => of(row) * scale))),
    ]),
    ["s+r tokens", ...files.map((file) => Math.round(file.searchThenRead.tokensMean))],
    ["nearest", ...files.map((file) => percent(file.nearest))],
    ["none", ...files.map((file) => percent(file.notFound))],
    ["above the budget", ...files.map((file) => file.overBudget.length)],
  ]);
}

export function baselineSections(scopes: readonly ScopeFigures[]): string[] {
  return [
    [
      "What comes with the data, at the same budget; each fills the whole of it. In a cell: the baseline's figure, and ours less it.",
    ].join("\n"),
    ...scopes.flatMap(({ scope, comparisons }) => [
      `Scope ${scope}:`,
      markdownTable([
        ["baseline", ...(comparisons[0]?.gains.map(({ measure }) => measure) ?? [])],
        ...comparisons.map(({ method, gains }) => [
          method,
          ...gains.map(
            ({ baseline, mean: gain, low, high }) =>
              `${baseline.toFixed(1)}, ${signed(gain)} [${signed(low)}, ${signed(high)}]`,
          ),
        ]),
      ]),
    ]),
  ];
}

export function groupSections(file: EvalFile): string[] {
  const groups = {
    "by corpus": file.byCorpus,
    "by kind": file.byKind,
    "by difficulty": file.byDifficulty,
  };
  return [
    `## Scope ${file.scope}, in groups`,
    ...Object.entries(groups).map(([title, figures]) =>
      markdownTable([
        [
          title,
          "n",
          "R@1",
          "R@5",
          "MRR@10",
          "must 1000",
          "must 2000",
          "must 5000",
          "tokens",
          "s+r must",
          "s+r tokens",
          "nearest",
          "none",
        ],
        ...Object.entries(figures).map(([name, group]) => [
          name,
          group.questions,
          percent(group.recall["1"]),
          shareWithInterval(group.recall["5"], group.questions),
          group.mrr10.toFixed(3),
          percent(group.must["1000"]),
          shareWithInterval(group.must["2000"], group.questions),
          percent(group.must["5000"]),
          Math.round(group.tokensMean),
          percent(group.searchThenRead.must),
          Math.round(group.searchThenRead.tokensMean),
          percent(group.nearest),
          percent(group.notFound),
        ]),
      ]),
    ),
  ];
}

export function savingsSection(scopes: readonly ScopeFigures[]): string {
  const claim =
    "The claim to beat is 5,447 of 10,000 tokens on average over 17 questions, and at best 95% (an answer of 439 tokens).";
  return [
    `Default answers that hold every string, against ${BASELINE_TOKENS.toLocaleString("en")} tokens and against the page that answers, read whole (the smallest`,
    `of alternatives). A negative saving is an answer that is longer than its page. ${claim}`,
    "",
    markdownTable([
      [
        "questions",
        "n",
        "tokens",
        "least",
        "saved of 10,000: mean",
        "best",
        "tokens of the page",
        "saved of the page: mean",
        "best",
        "together",
      ],
      ...scopes.flatMap(({ scope, savings }) =>
        Object.entries(savings).map(([group, saved]) => [
          `scope ${scope}: ${group}`,
          saved.questions,
          Math.round(saved.tokensMean),
          saved.tokensLeast,
          percent(saved.ofBaseline.mean),
          percent(saved.ofBaseline.best),
          Math.round(saved.pageTokensMean),
          percent(saved.ofPage.mean),
          percent(saved.ofPage.best),
          percent(saved.ofPage.together),
        ]),
      ),
    ]),
  ].join("\n");
}

export function negativesSection(
  unanswerable: readonly UnanswerableOutcome[],
  asked: Record<Scope, Outcome[]>,
): string {
  const corpora = [...new Set(unanswerable.map(({ question }) => question.corpus))];
  const row = (name: string, isIn: (corpus: string) => boolean) => {
    const negatives = (way: string) =>
      percent(shareOfNegatives(unanswerable.filter((one) => one.way === way && isIn(one.question.corpus))));
    const wrong = (scope: Scope) =>
      percent(
        mean(
          asked[scope]
            .filter(({ question }) => isIn(question.corpus))
            .map(({ answers }) => Number(answers[2000].isEmpty)),
        ),
      );
    const tokens = (way: string) =>
      Math.round(
        mean(
          unanswerable
            .filter((one) => one.way === way && isIn(one.question.corpus))
            .map(({ tokens: count }) => count),
        ),
      );
    return [
      name,
      negatives("other"),
      tokens("other"),
      negatives("rest"),
      tokens("rest"),
      wrong("source"),
      wrong("all"),
    ];
  };
  const elsewhere = unanswerable.filter(({ isAnswered }) => isAnswered).length;
  return [
    "Each question asked of two other bodies of documentation (drawn, always the same ones) and of all others together, where",
    `"nearest" and "absent" are right; and where its answer is, where nothing sent is wrong. ${elsewhere} of the first ${unanswerable.length} calls are left out, since the other documentation`,
    "holds every string that an answer must hold.",
    "",
    markdownTable([
      [
        "questions about",
        "one other: nearest or absent",
        "tokens",
        "all others: nearest or absent",
        "tokens",
        "wrongly nothing sent: scope source",
        "scope all",
      ],
      row("all", () => true),
      ...corpora.map((name) => row(name, (corpus) => corpus === name)),
    ]),
  ].join("\n");
}

export function missesSection(scopes: readonly ScopeFigures[]): string {
  const counts = scopes.map(({ causes }) => causes);
  const causes = CAUSES.filter((cause) => counts.some((count) => (count[cause] ?? 0) > 0));
  return [
    "Questions whose default answer lacks a string, by where it got lost on the way from page to answer, with up to",
    `${EXAMPLES_PER_CAUSE} examples of each cause.`,
    "",
    markdownTable([
      ["cause", ...scopes.map(({ scope }) => `scope ${scope}`)],
      ...causes.map((cause) => [cause, ...counts.map((count) => count[cause] ?? 0)]),
      ["all", ...scopes.map(({ misses }) => misses.length)],
    ]),
    ...causes.flatMap((cause) => ["", `${cause}:`, "", ...examplesOf(cause, scopes)]),
  ].join("\n");
}

function examplesOf(cause: string, scopes: readonly ScopeFigures[]): string[] {
  const all = scopes.flatMap(({ scope, misses }) =>
    misses.filter((miss) => miss.cause === cause).map((miss) => ({ scope, miss })),
  );
  const byQuestion = [...Map.groupBy(all, ({ miss }) => miss.outcome.question.id).values()];
  return byQuestion.slice(0, EXAMPLES_PER_CAUSE).map((those) => {
    const { outcome, missing } = those[0]!.miss;
    const { id, difficulty, query, gold } = outcome.question;
    const listed = outcome.listed.slice(0, 3).join(", ") || "nothing";
    const where = those.map(({ scope }) => scope).join(" and ");
    return `- ${id} (${difficulty}, scope ${where}): ${query} Missing: \`${missing.replaceAll("`", "'")}\`. Gold: ${gold.join(", ")}. Listed first: ${listed}.`;
  });
}

function withInterval(values: readonly number[]): string {
  const { low, high } = bootstrapInterval(values);
  return `${mean(values).toFixed(1)} [${low.toFixed(1)}, ${high.toFixed(1)}]`;
}

/** A share with its interval, which depends on the share and the count alone. */
function shareWithInterval(share: number | undefined, count: number): string {
  const hits = Math.round((share ?? 0) * count);
  return withInterval(Array.from({ length: count }, (_, index) => (index < hits ? 100 : 0)));
}

function percent(share: number | undefined): string {
  return (100 * (share ?? 0)).toFixed(1);
}

function signed(value: number): string {
  return `${value > 0 ? "+" : ""}${value.toFixed(1)}`;
}

/**
 * `node evals/lab/left-out.ts`: answers on sites on which the numbers of the ranking were not chosen, beside plain FTS5 in the
 * same run. Writes docs/figures/left-out.md; docs/evaluation.md explains the figures.
 */
import { parseArgs } from "node:util";
import { markdownTable, writeFigures } from "../bench/figures.ts";
import { askedBy } from "../data.ts";
import type { Asker } from "../data.ts";
import { isWithin } from "../metrics.ts";
import { bootstrapInterval, mean } from "../statistics.ts";
import { answerQuestion } from "./answer.ts";
import type { LabOutcome } from "./answer.ts";
import { fullTextBeside } from "./full-text-beside.ts";
import type { FilledOutcome } from "./full-text-beside.ts";
import { askAll, openLab } from "./lab.ts";

const { RANKING } = await import("#worker/search/rank.ts");
const { PICK } = await import("#worker/search/pick.ts");
const { CHOICES } = await import("./choices.ts");

/** Candidates from each source, as many as in the product. */
const CANDIDATES = 64;
const BUDGETS = [500, 1000, 2000] as const;
const ASKERS: Asker[] = ["agent", "person"];
const DIFFICULTIES = ["lexical", "paraphrase", "multi"] as const;
/** Tokens of every default answer that one answer more of a hundred is worth. */
const TOKENS_OF_A_POINT = 50;

const { values } = parseArgs({
  options: {
    data: { type: "string", multiple: true, default: ["../shared/eval/dev", "../shared/eval/second"] },
    cache: { type: "string", default: ".cache/eval" },
    /** Whether only the product's numbers are used: for sites on which nothing is chosen. */
    "no-choice": { type: "boolean", default: false },
    name: { type: "string", default: "left-out" },
  },
});

type Asked = {
  asker: Asker;
  site: string;
  /** Outcomes, one for each choice. */
  outcomes: LabOutcome[];
  fullText: FilledOutcome;
};

const choices = values["no-choice"] ? CHOICES.slice(0, 1) : CHOICES;
const all: Asked[] = [];
for (const data of values.data) all.push(...(await askData(data)));
const sites = [...new Set(all.map(({ site }) => site))].toSorted();
/** For each site, the choice that is best on all the others. */
const chosen = new Map(sites.map((site) => [site, bestChoice(all.filter((one) => one.site !== site))]));

async function askData(data: string): Promise<Asked[]> {
  const lab = await openLab(data, values.cache);
  const { questions } = lab;
  const beside = new Map(lab.sources.map((source) => [source.name, fullTextBeside(source, BUDGETS)]));
  const found: Asked[] = [];
  for (const asker of ASKERS) {
    lab.questions = askedBy(asker, data, questions);
    const asProduct = await askAll(lab, "source", CANDIDATES);
    const outcomes: LabOutcome[][] = asProduct.map(() => []);
    for (const { keywordWeight, ranking, pick, pack, length, defaultNames } of choices) {
      const asked =
        keywordWeight === undefined || asker === "person"
          ? asProduct
          : await askAll(lab, "source", CANDIDATES, { keywordWeight });
      const settings = {
        ranking: { ...RANKING, ...ranking },
        pick: { ...PICK, ...pick },
        pack,
        length,
        defaultNames,
        skipsRead: true,
        budgets: BUDGETS,
      };
      asked.forEach((one, i) => outcomes[i]!.push(answerQuestion(one, "source", settings)));
    }
    lab.questions.forEach((question, i) =>
      found.push({
        asker,
        site: question.corpus,
        outcomes: outcomes[i]!,
        fullText: beside.get(question.corpus)!(question),
      }),
    );
  }
  return found;
}

/** The worth of a choice on questions: answers within each budget and by default, in points, less the tokens of the default. */
function worth(of: readonly Asked[], choice: number): number {
  return mean(
    of.map(({ outcomes }) => {
      const { answers, byDefault } = outcomes[choice]!;
      const answered = [...answers, byDefault!].map(({ isAnswered }) => 100 * Number(isAnswered));
      return mean(answered) - byDefault!.tokens / TOKENS_OF_A_POINT;
    }),
  );
}

function bestChoice(of: readonly Asked[]): number {
  const worths = choices.map((_, choice) => worth(of, choice));
  return worths.indexOf(Math.max(...worths));
}

type Measure = {
  name: string;
  ours: (outcome: LabOutcome) => number;
  theirs?: (outcome: FilledOutcome) => number;
};
const MEASURES: Measure[] = [
  ...[1, 5].map((k) => ({
    name: `R@${k}`,
    ours: ({ rank }: LabOutcome) => 100 * Number(isWithin(rank, k)),
    theirs: ({ rank }: FilledOutcome) => 100 * Number(isWithin(rank, k)),
  })),
  ...BUDGETS.map((budget, i) => ({
    name: `within ${budget.toLocaleString("en-US")}`,
    ours: ({ answers }: LabOutcome) => 100 * Number(answers[i]!.isAnswered),
    theirs: ({ isAnswered }: FilledOutcome) => 100 * Number(isAnswered[i]),
  })),
  { name: "default", ours: ({ byDefault }) => 100 * Number(byDefault!.isAnswered) },
  { name: "its tokens", ours: ({ byDefault }) => byDefault!.tokens },
];

const productOf = ({ outcomes }: Asked) => outcomes[0]!;
const leftOutOf = ({ outcomes, site }: Asked) => outcomes[chosen.get(site)!]!;

function share(points: number[]): string {
  const { low, high } = bootstrapInterval(points);
  return `${mean(points).toFixed(1)} [${low.toFixed(1)}, ${high.toFixed(1)}]`;
}

function tableOf(of: readonly Asked[]): string {
  const row = (name: string, cell: (measure: Measure) => number[] | null) => [
    name,
    ...MEASURES.map((measure) => {
      const points = cell(measure);
      return points === null ? "" : share(points);
    }),
  ];
  return markdownTable([
    ["", ...MEASURES.map(({ name }) => name)],
    ...(values["no-choice"]
      ? []
      : [row("numbers chosen on the other sites", ({ ours }) => of.map((one) => ours(leftOutOf(one))))]),
    row("the product", ({ ours }) => of.map((one) => ours(productOf(one)))),
    row("FTS5, filled to the budget", ({ theirs }) =>
      theirs ? of.map(({ fullText }) => theirs(fullText)) : null,
    ),
    row("the product less FTS5", ({ ours, theirs }) =>
      theirs ? of.map((one) => ours(productOf(one)) - theirs(one.fullText)) : null,
    ),
  ]);
}

function difficultyTable(of: readonly Asked[]): string {
  return markdownTable([
    ["", "n", ...MEASURES.map(({ name }) => name)],
    ...DIFFICULTIES.flatMap((difficulty) => {
      const those = of.filter((one) => productOf(one).question.difficulty === difficulty);
      const cells = (cell: (measure: Measure, one: Asked) => number | null) =>
        MEASURES.map((measure) => {
          const points = those.map((one) => cell(measure, one));
          return points.includes(null) ? "" : mean(points as number[]).toFixed(1);
        });
      return [
        [difficulty, those.length, ...cells(({ ours }, one) => ours(productOf(one)))],
        ["FTS5", "", ...cells(({ theirs }, one) => theirs?.(one.fullText) ?? null)],
      ];
    }),
  ]);
}

function sitesOf(choice: number): number {
  return [...chosen.values()].filter((one) => one === choice).length;
}

/** Each choice beside the product, on all questions. The gain on sites left out is in the tables above. */
function choiceTable(): string {
  return markdownTable([
    [
      "",
      "chosen for so many sites",
      ...ASKERS.flatMap((asker) => [`${asker}: default, less the product's`, "its tokens"]),
    ],
    ...choices.slice(1).map(({ name }, i) => [
      name,
      sitesOf(i + 1),
      ...ASKERS.flatMap((asker) => {
        const pairs = all
          .filter((one) => one.asker === asker)
          .map(({ outcomes }) => [outcomes[i + 1]!.byDefault!, outcomes[0]!.byDefault!] as const);
        return [
          share(pairs.map(([its, product]) => 100 * (Number(its.isAnswered) - Number(product.isAnswered)))),
          mean(pairs.map(([its, product]) => its.tokens - product.tokens)).toFixed(0),
        ];
      }),
    ]),
  ]);
}

const byAsker = ASKERS.map((asker) => ({ asker, those: all.filter((one) => one.asker === asker) }));
writeFigures({
  name: values.name,
  title: values["no-choice"] ? "Sites that nothing was chosen on" : "Sites left out",
  command: `node evals/lab/left-out.ts${values["no-choice"] ? ` --no-choice --data ${values.data.join(" --data ")}` : ""}`,
  body: [
    `${sites.length} sites, ${byAsker[0]!.those.length} questions, each asked of its own site in the lab. Shares of questions in %, brackets hold 95% intervals by`,
    "bootstrap over the questions. An answer is one that holds every string that it must.",
    ...(values["no-choice"]
      ? ["Nothing was chosen on these sites."]
      : [
          `For each site the numbers are chosen on all other sites out of ${choices.length}: by the mean of the four shares of answers, less a point for`,
          `${TOKENS_OF_A_POINT} tokens of a default answer.`,
        ]),
    "FTS5 has the same pages, is asked with the same query and keywords, and fills the budget.",
    ...byAsker.flatMap(({ asker, those }) => [
      "",
      `## As ${asker === "agent" ? "an agent" : "a person"} asks`,
      "",
      tableOf(those),
      "",
      "By difficulty:",
      "",
      difficultyTable(those),
    ]),
    ...(values["no-choice"] ? [] : ["", "## The choices", "", choiceTable()]),
  ].join("\n"),
  data: {
    chosen: Object.fromEntries([...chosen].map(([site, choice]) => [site, choices[choice]!.name])),
    ...Object.fromEntries(
      byAsker.map(({ asker, those }) => [
        asker,
        Object.fromEntries(
          MEASURES.map(({ name, ours, theirs }) => [
            name,
            {
              leftOut: mean(those.map((one) => ours(leftOutOf(one)))),
              product: mean(those.map((one) => ours(productOf(one)))),
              ...(theirs && { fts5: mean(those.map(({ fullText }) => theirs(fullText))) }),
            },
          ]),
        ),
      ]),
    ),
  },
});

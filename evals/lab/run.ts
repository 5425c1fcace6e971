import { parseArgs } from "node:util";
import { askedBy } from "../data.ts";
import { answerQuestion } from "./answer.ts";
import { askAll, openLab } from "./lab.ts";
import type { AskedQuestion } from "./lab.ts";

const { readGivenVectors } = await import("./given-vectors.ts");
const { RANKING } = await import("#worker/search/rank.ts");
const { PICK } = await import("#worker/search/pick.ts");

const { values } = parseArgs({
  options: {
    data: { type: "string", default: "../shared/eval/dev" },
    cache: { type: "string", default: ".cache/eval" },
    scope: { type: "string", default: "source" },
    as: { type: "string", default: "person" },
    set: { type: "string", multiple: true, default: [] },
    pick: { type: "string", multiple: true, default: [] },
    vectors: { type: "string" },
    only: { type: "string", default: "" },
    "no-vectors": { type: "boolean", default: false },
    "no-phrase-book": { type: "boolean", default: false },
    limit: { type: "string", default: "64" },
    fast: { type: "boolean", default: false },
    verbose: { type: "boolean", default: false },
  },
});

const given = values.vectors ? readGivenVectors(values.vectors) : null;
const lab = await openLab(values.data, values.cache, given);
const only = values.only.split(",").filter(Boolean);
if (only.length > 0) lab.questions = lab.questions.filter(({ corpus }) => only.includes(corpus));
const asker = values.as === "agent" ? "agent" : "person";
lab.questions = askedBy(asker, values.data, lab.questions);
const scope = values.scope === "all" ? "all" : "source";
const asked = await askAll(lab, scope, Number(values.limit), {
  hasVectors: !values["no-vectors"],
  hasPhraseBook: !values["no-phrase-book"],
});

/** `--set chunkFields.title.weight=2` changes one number; each `--set` is one more row of the table, with its numbers joined by `,`. */
function change<T>(base: T, text: string): T {
  const copy = structuredClone(base) as Record<string, unknown>;
  for (const assignment of text.split(",").filter(Boolean)) {
    const [path, value] = assignment.split("=") as [string, string];
    const names = path.split(".");
    let at = copy;
    for (const name of names.slice(0, -1)) at = at[name] as Record<string, unknown>;
    at[names.at(-1)!] = Number(value);
  }
  return copy as T;
}

const BUDGETS = [500, 1000, 1500, 2000, 5000];

function evaluate(all: AskedQuestion[], ranking: typeof RANKING, pick: typeof PICK) {
  const budgets = values.fast ? [] : BUDGETS;
  const rows = all.map((question) => answerQuestion(question, scope, { ranking, pick, budgets }));
  const share = (holds: (row: (typeof rows)[number]) => boolean, of = rows) =>
    ((100 * of.filter(holds).length) / of.length).toFixed(1).padStart(5);
  const paraphrased = rows.filter((row) => row.question.difficulty === "paraphrase");
  const line = [
    ...[1, 3, 5, 10].map((k) => `R@${k} ${share((row) => row.rank > 0 && row.rank <= k)}`),
    `MRR ${(rows.reduce((sum, row) => sum + (row.rank > 0 && row.rank <= 10 ? 1 / row.rank : 0), 0) / rows.length).toFixed(3)}`,
    `para@5 ${share((row) => row.rank > 0 && row.rank <= 5, paraphrased)}`,
    ...(values.fast
      ? []
      : BUDGETS.map(
          (budget, i) =>
            `${budget}: ${share((row) => row.answers[i]!.isAnswered)} (${meanOf(rows.map((row) => row.answers[i]!.tokens))})`,
        )),
    ...(values.fast
      ? []
      : [
          `default ${share((row) => row.byDefault!.isAnswered)} (${meanOf(rows.map((row) => row.byDefault!.tokens))})`,
          `s+r ${share((row) => row.thenRead!.isAnswered)} (${meanOf(rows.map((row) => row.thenRead!.tokens))})`,
        ]),
  ].join("  ");
  return { rows, line };
}

function meanOf(tokens: number[]): number {
  return Math.round(tokens.reduce((sum, count) => sum + count, 0) / tokens.length);
}

const settings = values.set.length > 0 ? ["", ...values.set] : [""];
const picks = values.pick.length > 0 ? ["", ...values.pick] : [""];
for (const set of settings) {
  for (const pick of picks) {
    const { rows, line } = evaluate(asked, change(RANKING, set), change(PICK, pick));
    console.log(`${line}  ${set} ${pick}`);
    if (values.verbose) {
      for (const row of rows) {
        const marks = row.answers.map(({ isAnswered }) => (isAnswered ? "+" : "-")).join("");
        console.log(
          `${row.question.id.padEnd(14)} rank ${String(row.rank).padStart(3)} ${marks} ${row.question.difficulty.padEnd(10)} ${row.question.query.slice(0, 110)}`,
        );
      }
    }
  }
}

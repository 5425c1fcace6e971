import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import type { Asker } from "./data.ts";

export type Scope = "source" | "all";

export type EvalOptions = {
  dataDir: string;
  asker: Asker;
  /** The scope of each search. `source`: the question's corpus is named in the call. `all`: the product finds the corpus. */
  scope: Scope;
  limit: number | null;
  seed: number;
  corpora: string[];
  jsonFile: string | null;
  compareFile: string | null;
  /** Folder in which the product under evaluation keeps its data; null for a folder of the data set's own. */
  stateDir: string | null;
  isVerbose: boolean;
  isReused: boolean;
  isKept: boolean;
  isDiagnosed: boolean;
  /** Whether both scopes and unanswerable questions are measured, and the pages of docs/figures written. */
  areFiguresWritten: boolean;
  areSamplesWritten: boolean;
  areAblationsWritten: boolean;
};

export const EVAL_USAGE = `npm run eval -- [options]
  --data DIR       folder with corpora.json and queries.jsonl (default: the shared set when it is there, else evals/own)
  --as WHO         person: the questions as they are (default); agent: the queries of agent.jsonl
  --scope WHICH    source: ask within the question's corpus (default); all: the product routes
  --corpora a,b    only these corpora
  --limit N        a drawn sample of N questions; --seed S chooses another one (default 1)
  --json FILE      write the figures; --compare FILE shows the difference from figures written before
  --verbose        one line a question; --diagnose says where each failed question got lost
  --figures        ask everything in both scopes, and questions that cannot be answered; writes docs/figures (needs all data)
  --samples        writes thirty drawn answers to docs/figures/samples.md, and measures nothing
  --ablations      writes what each part of the ranking is worth to docs/figures/ablations.md, measured in the lab
  --reuse          ask the index of the last run when the corpora are unchanged; --keep leaves the server running
  --state DIR      where the index is kept (default below .cache/eval/state); two runs at once need two`;

/** Throws with words for the person at the terminal when an option is unknown or has a value that makes no sense. */
export function parseEvalArgs(args: string[], repoRoot: string): EvalOptions {
  const { values } = parseArgs({
    args,
    options: {
      data: { type: "string" },
      scope: { type: "string", default: "source" },
      as: { type: "string", default: "person" },
      corpora: { type: "string" },
      limit: { type: "string" },
      seed: { type: "string", default: "1" },
      json: { type: "string" },
      compare: { type: "string" },
      state: { type: "string" },
      verbose: { type: "boolean", default: false },
      diagnose: { type: "boolean", default: false },
      reuse: { type: "boolean", default: false },
      keep: { type: "boolean", default: false },
      figures: { type: "boolean", default: false },
      samples: { type: "boolean", default: false },
      ablations: { type: "boolean", default: false },
    },
  });
  if (values.scope !== "source" && values.scope !== "all") throw new Error("--scope is source or all");
  if (values.as !== "person" && values.as !== "agent") throw new Error("--as is person or agent");
  if (values.figures && (values.limit !== undefined || values.corpora !== undefined))
    throw new Error("--figures are of all questions: leave out --limit and --corpora");
  return {
    dataDir: values.data === undefined ? defaultDataDir(repoRoot) : resolve(values.data),
    asker: values.as,
    scope: values.scope,
    limit: values.limit === undefined ? null : wholeNumber("--limit", values.limit),
    seed: wholeNumber("--seed", values.seed),
    corpora: (values.corpora ?? "").split(",").filter(Boolean),
    jsonFile: values.json ?? null,
    compareFile: values.compare ?? null,
    stateDir: values.state === undefined ? null : resolve(values.state),
    isVerbose: values.verbose,
    isReused: values.reuse,
    isKept: values.keep,
    isDiagnosed: values.diagnose,
    areFiguresWritten: values.figures,
    areSamplesWritten: values.samples,
    areAblationsWritten: values.ablations,
  };
}

/** The shared evaluation data beside the checkout when it is there, else the project's own questions. */
export function defaultDataDir(repoRoot: string): string {
  const shared = resolve(repoRoot, "../shared/eval/dev");
  return existsSync(shared) ? shared : resolve(repoRoot, "evals/own");
}

/** A whole number from an option. Throws with words for the person at the terminal. */
export function wholeNumber(name: string, value: string): number {
  const number = Number(value);
  if (!Number.isInteger(number) || number < 1) throw new Error(`${name} is a whole number from 1`);
  return number;
}

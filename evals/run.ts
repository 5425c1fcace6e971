/** `npm run eval`: measures how well agents are answered, through the product's own door. docs/evaluation.md explains the figures. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "#local/root.ts";
import { EVAL_USAGE, parseEvalArgs } from "./args.ts";
import type { EvalOptions, Scope } from "./args.ts";
import { askQuestion } from "./ask.ts";
import { askedBy, fetchMissing, loadDataSet } from "./data.ts";
import type { Question } from "./data.ts";
import { diagnose, renderDiagnoses } from "./diagnose.ts";
import { connectDocenda } from "./docenda.ts";
import { writeFigurePages } from "./figures.ts";
import { indexCorpora, stateDirOf } from "./indexed-corpora.ts";
import type { IndexedCorpora } from "./indexed-corpora.ts";
import type { Outcome } from "./metrics.ts";
import { pageFacts } from "./page-facts.ts";
import { sample } from "./random.ts";
import { renderComparison, renderOutcome, renderReport, toEvalFile } from "./report.ts";
import { writeSamples } from "./samples.ts";

const CACHE_DIR = join(ROOT, ".cache/eval");

try {
  await evaluate(parseEvalArgs(process.argv.slice(2), ROOT));
} catch (error) {
  const isMisuse = error instanceof TypeError && "code" in error;
  console.error(isMisuse ? `${error.message}\n\n${EVAL_USAGE}` : error);
  process.exitCode = 1;
}

async function evaluate(options: EvalOptions): Promise<void> {
  if (options.areAblationsWritten) {
    // The lab teaches Node to import the Worker's data modules, which nothing else here needs.
    const { writeAblations } = await import("./lab/ablate.ts");
    return writeAblations({ ...options, cacheDir: CACHE_DIR });
  }
  const data = loadDataSet(options.dataDir, CACHE_DIR, options.corpora);
  fetchMissing(data, options.dataDir, CACHE_DIR);
  const all = askedBy(options.asker, options.dataDir, data.questions);
  const questions = options.limit === null ? all : sample(all, options.limit, options.seed);
  const isAsked = (name: string) => questions.some((question) => question.corpus === name);
  const isEverythingSearched =
    options.scope === "all" || options.areFiguresWritten || options.areSamplesWritten;
  const indexed = await indexCorpora(
    isEverythingSearched ? data.corpora : data.corpora.filter(({ name }) => isAsked(name)),
    { stateDir: options.stateDir ?? stateDirOf(CACHE_DIR, options.dataDir), isReused: options.isReused },
  );
  try {
    if (options.areFiguresWritten || options.areSamplesWritten)
      return await writePages(indexed, questions, options);
    const outcomes = await askAll(indexed, questions, options.scope, options.isVerbose);
    const file = toEvalFile(options.scope, outcomes);
    console.log(`\n${renderReport(file)}`);
    if (options.compareFile !== null) {
      const before = JSON.parse(readFileSync(options.compareFile, "utf8"));
      console.log(`\n${renderComparison(file, before)}`);
    }
    if (options.jsonFile !== null) writeFileSync(options.jsonFile, `${JSON.stringify(file, null, 2)}\n`);
    if (options.isDiagnosed) {
      const facts = await pageFacts(indexed);
      console.log(`\n${renderDiagnoses(outcomes.flatMap((outcome) => diagnose(outcome, facts) ?? []))}`);
    }
    if (options.isKept) {
      console.log(`\n${indexed.product.mcpUrl} answers until Ctrl-C; key ${indexed.product.apiKey}`);
      await new Promise((settle) => process.once("SIGINT", settle));
    }
  } finally {
    await indexed.close();
  }
}

async function writePages(
  indexed: IndexedCorpora,
  questions: readonly Question[],
  options: EvalOptions,
): Promise<void> {
  if (options.areSamplesWritten) await writeSamples(indexed, questions);
  if (!options.areFiguresWritten) return;
  await writeFigurePages(indexed, questions, {
    dataDir: options.dataDir,
    source: await askAll(indexed, questions, "source", options.isVerbose),
    all: await askAll(indexed, questions, "all", options.isVerbose),
  });
}

async function askAll(
  indexed: IndexedCorpora,
  questions: readonly Question[],
  scope: Scope,
  isVerbose: boolean,
): Promise<Outcome[]> {
  const { mcpUrl, apiKey } = indexed.product;
  const system = await connectDocenda(mcpUrl, apiKey);
  const pathOf = (corpus: string, url: string) => indexed.sites.get(corpus)?.pathOf(url) ?? null;
  const outcomes: Outcome[] = [];
  for (const question of questions) {
    const outcome = await askQuestion(system, question, scope, pathOf);
    outcomes.push(outcome);
    if (isVerbose) console.log(renderOutcome(outcome));
  }
  await system.close();
  return outcomes;
}

import { basename, dirname } from "node:path";
import type { Scope } from "./args.ts";
import { tokensOf } from "./ask.ts";
import { compareWithBaselines, readBaselines } from "./baselines.ts";
import { writeFigures } from "./bench/figures.ts";
import type { Question } from "./data.ts";
import { CAUSES, diagnose } from "./diagnose.ts";
import type { Diagnosis, PageFacts } from "./diagnose.ts";
import { connectDocenda } from "./docenda.ts";
import {
  baselineSections,
  groupSections,
  introduction,
  missesSection,
  negativesSection,
  overall,
  savingsSection,
} from "./figure-sections.ts";
import type { ScopeFigures } from "./figure-sections.ts";
import type { IndexedCorpora } from "./indexed-corpora.ts";
import type { Outcome } from "./metrics.ts";
import { writeMisses } from "./misses.ts";
import { askUnanswerable, drawUnanswerable, shareOfNegatives } from "./negatives.ts";
import { pageFacts } from "./page-facts.ts";
import { toEvalFile } from "./report.ts";
import { answered, CLAIM_QUESTIONS, drawForClaim, savingsOf } from "./savings.ts";
import type { Savings } from "./savings.ts";

const SCOPES: Scope[] = ["source", "all"];

/** Name of the figures page: the project's own questions have a page of their own, which CI compares with. */
export function figuresNameOf(dataDir: string): "own" | "retrieval" {
  return basename(dataDir) === "own" && basename(dirname(dataDir)) === "evals" ? "own" : "retrieval";
}

/**
 * Writes `docs/figures/retrieval.md` and `.json` (`own` for the project's own questions) and the misses of /evaluation from the
 * outcomes of both scopes, and from questions without an answer, which are asked here.
 */
export async function writeFigurePages(
  indexed: IndexedCorpora,
  questions: readonly Question[],
  asked: { dataDir: string } & Record<Scope, Outcome[]>,
): Promise<void> {
  const system = await connectDocenda(indexed.product.mcpUrl, indexed.product.apiKey);
  const cases = drawUnanswerable(questions, [...indexed.sites.keys()]);
  const unanswerable = await askUnanswerable(system, cases);
  await system.close();
  const facts = await pageFacts(indexed);
  const baselines = readBaselines(asked.dataDir);
  const name = figuresNameOf(asked.dataDir);
  const byScope = (scope: Scope): ScopeFigures => {
    const outcomes = asked[scope];
    const misses = outcomes.flatMap((outcome) => diagnose(outcome, facts) ?? []);
    return {
      scope,
      outcomes,
      file: toEvalFile(scope, outcomes),
      comparisons: compareWithBaselines(baselines, scope, outcomes),
      savings: savingsByGroup(outcomes, facts),
      misses,
      causes: countCauses(misses),
    };
  };
  const scopes = SCOPES.map(byScope);
  const command = `npm run eval -- --figures${name === "own" ? " --data evals/own" : ""}`;
  writeFigures({
    name,
    title:
      name === "own" ? "How the project's own questions are answered" : "How well questions are answered",
    command,
    body: [
      introduction(questions, [...indexed.sites.keys()]),
      "## Overall",
      overall(scopes.map(({ file }) => file)),
      ...(baselines.length > 0 ? ["## Against the baselines", ...baselineSections(scopes)] : []),
      ...scopes.flatMap(({ file }) => groupSections(file)),
      "## Tokens saved",
      savingsSection(scopes),
      "## Questions without an answer",
      negativesSection(unanswerable, asked),
      "## Where answers got lost",
      missesSection(scopes),
    ].join("\n\n"),
    data: {
      scopes: Object.fromEntries(
        scopes.map(({ scope, file, comparisons, savings, causes }) => [
          scope,
          { ...file, comparisons, savings, causes },
        ]),
      ),
      unanswerable: {
        other: shareOfNegatives(unanswerable.filter(({ way }) => way === "other")),
        rest: shareOfNegatives(unanswerable.filter(({ way }) => way === "rest")),
        perCase: unanswerable.map(({ question, way, asked: names, isNegative, isAnswered }) => ({
          id: question.id,
          of: way === "other" ? names[0] : "all others",
          isNegative,
          isAnswered,
        })),
      },
    },
  });
  if (name === "retrieval") writeMisses(asked.source, command);
}

function savingsByGroup(outcomes: readonly Outcome[], facts: PageFacts): Record<string, Savings> {
  const pageTokensOf = ({ question }: Outcome) => {
    const sizes = question.gold.map((page) => tokensOf(facts.markdownOf(question.corpus, page)));
    // Pages that are needed together are all read; of alternatives the smallest, which favours reading.
    return question.difficulty === "multi" ? sizes.reduce((sum, size) => sum + size, 0) : Math.min(...sizes);
  };
  return {
    "answered within 2,000": savingsOf(answered(outcomes), pageTokensOf),
    [`${CLAIM_QUESTIONS} drawn of these`]: savingsOf(drawForClaim(outcomes), pageTokensOf),
  };
}

function countCauses(misses: readonly Diagnosis[]): Record<string, number> {
  return Object.fromEntries(
    CAUSES.map((cause) => [cause, misses.filter((miss) => miss.cause === cause).length]),
  );
}

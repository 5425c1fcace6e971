import type { Outcome } from "./metrics.ts";
import { DEFAULT_BUDGET } from "./metrics.ts";
import { missingFrom } from "./squeeze.ts";

/** Causes of a missed answer, in the order of the way from a page to an answer. */
export const CAUSES = [
  "page not indexed",
  "lost in conversion",
  "nothing sent",
  "page not listed",
  "page listed without text",
  "another part of the page",
  "cut by the budget",
] as const;
export type Cause = (typeof CAUSES)[number];

export type Diagnosis = { outcome: Outcome; cause: Cause; missing: string };

/** Facts about the gold pages besides the answers. */
export type PageFacts = {
  isIndexed: (corpus: string, page: string) => boolean;
  /** The page as the product turns it into markdown. */
  markdownOf: (corpus: string, page: string) => string;
};

/** The cause of a failed default answer and the string that was lost; null for a question that is answered. */
export function diagnose(outcome: Outcome, facts: PageFacts): Diagnosis | null {
  const found = outcome.answers[DEFAULT_BUDGET].missing.map((missing) => ({
    outcome,
    missing,
    cause: causeOf(outcome, missing, facts),
  }));
  return found.sort((a, b) => CAUSES.indexOf(a.cause) - CAUSES.indexOf(b.cause))[0] ?? null;
}

/** Counts by cause, and below each cause its questions. */
export function renderDiagnoses(diagnoses: readonly Diagnosis[]): string {
  return CAUSES.flatMap((cause) => {
    const those = diagnoses.filter((diagnosis) => diagnosis.cause === cause);
    if (those.length === 0) return [];
    return [`${cause}: ${those.length}`, ...those.map(describe)];
  }).join("\n");
}

function causeOf(outcome: Outcome, missing: string, facts: PageFacts): Cause {
  const { corpus, gold } = outcome.question;
  const indexed = gold.filter((page) => facts.isIndexed(corpus, page));
  if (indexed.length === 0) return "page not indexed";
  const holders = indexed.filter(
    (page) => missingFrom(facts.markdownOf(corpus, page), [missing]).length === 0,
  );
  if (holders.length === 0) return indexed.length < gold.length ? "page not indexed" : "lost in conversion";
  if (outcome.answers[DEFAULT_BUDGET].isEmpty) return "nothing sent";
  if (!outcome.answers[5000].missing.includes(missing)) return "cut by the budget";
  const places = holders.map((page) => outcome.listed.indexOf(page)).filter((place) => place >= 0);
  if (places.length === 0) return "page not listed";
  return places.some((place) => place < outcome.listedWithText)
    ? "another part of the page"
    : "page listed without text";
}

function describe({ outcome, missing }: Diagnosis): string {
  const { question, listed } = outcome;
  return [
    `  ${question.id} (${question.difficulty}): ${question.query}`,
    `    missing: ${JSON.stringify(missing)}   gold: ${question.gold.join(", ")}`,
    `    listed:  ${listed.slice(0, 5).join(", ") || "nothing"}`,
  ].join("\n");
}

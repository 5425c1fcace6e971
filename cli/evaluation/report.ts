import type { QuestionResult } from "./judge.ts";

/** The result of a run, as `--out` keeps it and `--before` reads it. */
export type Evaluation = {
  questions: number;
  /** Share of the questions whose answer was found, 0 to 1. */
  recall: number;
  /** Mean tokens (o200k) of an answer. */
  tokens: number;
  results: QuestionResult[];
};

export type Limits = { minRecall: number | undefined; maxTokens: number | undefined };

export function summarize(results: QuestionResult[]): Evaluation {
  return {
    questions: results.length,
    recall: results.filter(({ isFound }) => isFound).length / results.length,
    tokens: Math.round(results.reduce((sum, { tokens }) => sum + tokens, 0) / results.length),
    results,
  };
}

/** The reasons why a run fails, in words; empty when the run keeps to its limits. */
export function failuresOf({ recall, tokens }: Evaluation, { minRecall, maxTokens }: Limits): string[] {
  const failures = [];
  if (minRecall !== undefined && recall < minRecall)
    failures.push(`Recall is ${percent(recall)}; the limit is ${percent(minRecall)}.`);
  if (maxTokens !== undefined && tokens > maxTokens)
    failures.push(`Answers have ${count(tokens)} tokens on average; the limit is ${count(maxTokens)}.`);
  return failures;
}

export function reportMarkdown(run: Evaluation, before: Evaluation | null, failures: string[]): string {
  const was = (value: string) => (before ? ` (before: ${value})` : "");
  const lost = run.results.filter(({ isFound }) => !isFound);
  return [
    "## Documentation evaluation",
    "",
    `- Recall: ${percent(run.recall)} of ${count(run.questions)} questions${was(percent(before?.recall ?? 0))}`,
    `- Tokens per answer, mean: ${count(run.tokens)}${was(count(before?.tokens ?? 0))}`,
    ...failures.map((failure) => `- **${failure}**`),
    ...changes(run, before),
    ...(lost.length > 0 ? ["", "| Not found | The answer lacks | Confidence |", "| --- | --- | --- |"] : []),
    ...lost.map(
      ({ question, lacks, confidence }) =>
        `| ${cell(question)} | ${cell(lacks.join("; "))} | ${confidence} |`,
    ),
    "",
  ].join("\n");
}

function changes(run: Evaluation, before: Evaluation | null): string[] {
  if (!before) return [];
  const known = new Map(before.results.map(({ question, isFound }) => [question, isFound]));
  const changed = (isFound: boolean) =>
    run.results.filter((one) => one.isFound === isFound && known.get(one.question) === !isFound);
  return [...listChanged("Newly lost", changed(false)), ...listChanged("Newly found", changed(true))];
}

function listChanged(title: string, all: QuestionResult[]): string[] {
  if (all.length === 0) return [];
  return ["", `### ${title}`, "", ...all.map(({ question }) => `- ${oneLine(question)}`)];
}

/** JUnit's XML, which CI systems show: a test case for each question, and one for each limit that was not kept. */
export function reportJunit({ results }: Evaluation, failures: string[]): string {
  const cases = results.map(({ question, isFound, lacks }) =>
    testCase(question, isFound ? null : `The answer lacks ${lacks.join(" and ")}.`),
  );
  const limits = failures.map((failure) => testCase("Limits", failure));
  const failed = results.filter(({ isFound }) => !isFound).length + failures.length;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuite name="docenda eval" tests="${cases.length + limits.length}" failures="${failed}">`,
    ...cases,
    ...limits,
    "</testsuite>",
    "",
  ].join("\n");
}

function testCase(name: string, failure: string | null): string {
  const head = `  <testcase classname="docenda" name="${xml(name)}"`;
  return failure === null ? `${head}/>` : `${head}>\n    <failure message="${xml(failure)}"/>\n  </testcase>`;
}

function xml(text: string): string {
  return oneLine(text)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

function cell(text: string): string {
  return oneLine(text)
    .replaceAll("\\", "\\\\")
    .replaceAll("|", String.raw`\|`)
    .replaceAll("<", "&lt;");
}

/** Text as one line: XML has no way to write most control characters, and a list entry is one line. */
function oneLine(text: string): string {
  return text.replaceAll(/[\s\p{C}]+/gu, " ").trim();
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)}%`;
}

function count(value: number): string {
  return value.toLocaleString("en-US");
}

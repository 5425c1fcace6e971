import { readFileSync, writeFileSync } from "node:fs";
import { CliError } from "../cli-error.ts";
import { numberOf, printJson } from "../command.ts";
import type { Command, Given } from "../command.ts";
import { askQuestions } from "../evaluation/ask-questions.ts";
import { readQuestions } from "../evaluation/read-questions.ts";
import { failuresOf, reportJunit, reportMarkdown, summarize } from "../evaluation/report.ts";
import type { Evaluation } from "../evaluation/report.ts";
import { EXIT } from "../exit-codes.ts";
import type { Exit } from "../exit-codes.ts";
import { askForJson } from "../server/ask-server.ts";
import { readSettingsToAct } from "../settings.ts";

const DRAFTED = 20;

export const evalCommand: Command = {
  name: "eval",
  summary: "Check that your questions still get their answers, for CI",
  args: ["[FILE]"],
  options: {
    "min-recall": { type: "string", value: "SHARE", help: "Fail when fewer answers are found, such as 0.9" },
    "max-tokens": { type: "string", value: "TOKENS", help: "Fail when answers have more tokens on average" },
    budget: { type: "string", short: "b", value: "TOKENS", help: "Most tokens of an answer, 200 to 10000" },
    out: { type: "string", value: "FILE", help: "Write the results as JSON" },
    before: { type: "string", value: "FILE", help: "Results of an earlier --out to compare with" },
    junit: { type: "string", value: "FILE", help: "Write the results as JUnit XML" },
    markdown: { type: "string", value: "FILE", help: "Append the report, such as to $GITHUB_STEP_SUMMARY" },
    draft: { type: "string", value: "SOURCE", help: "Print questions about a source for you to correct" },
  },
  notes:
    'FILE has a JSON object a line: {"question": "...", "must": ["text of the answer"], "url": "page that answers"}.\n' +
    "An answer costs what a search costs. Exits with 1 when a limit isn't kept.",
  async run(given) {
    const source = given.text("draft");
    if (source !== undefined) return await draft(given, source);
    const [file] = given.positionals;
    if (file === undefined)
      throw new CliError(
        EXIT.usage,
        "invalid-argument",
        "Name a file of questions, or draft some with `docenda eval --draft SOURCE > questions.jsonl`.",
      );
    return await evaluate(given, file);
  },
};

async function evaluate(given: Given, file: string): Promise<Exit> {
  const { outside } = given;
  const limits = { minRecall: shareOf(given, "min-recall"), maxTokens: numberOf(given, "max-tokens") };
  const beforeFile = given.text("before");
  const before = beforeFile === undefined ? null : readEvaluation(beforeFile);
  const questions = readQuestions(file);
  let answered = 0;
  const results = await askQuestions(readSettingsToAct(outside.env), questions, {
    budget: numberOf(given, "budget"),
    signal: outside.signal,
    onAnswer: () => {
      answered += 1;
      if (outside.errors.isTTY) outside.errors.write(`\r${answered} of ${questions.length} answered`);
    },
  });
  if (outside.errors.isTTY) outside.errors.write("\n");
  const run = summarize(results);
  const failures = failuresOf(run, limits);
  const report = reportMarkdown(run, before, failures);
  write(given, "out", `${JSON.stringify(run, null, 2)}\n`);
  write(given, "junit", reportJunit(run, failures));
  write(given, "markdown", report, "a");
  if (given.isOn("json")) printJson(outside, { ...run, failures });
  else outside.output.write(report);
  return failures.length > 0 ? EXIT.no : EXIT.done;
}

async function draft({ outside }: Given, source: string): Promise<Exit> {
  const path = `/api/v1/draft-questions?source=${encodeURIComponent(source)}&limit=${DRAFTED}`;
  const found = await askForJson(readSettingsToAct(outside.env), path, { signal: outside.signal });
  const { questions } = found as { questions: object[] };
  for (const question of questions)
    outside.output.write(`${JSON.stringify({ ...question, sources: [source], draft: true })}\n`);
  outside.errors.write(
    `${questions.length} drafts. Read each one, put it in the words that people ask in, and remove "draft".\n`,
  );
  return questions.length === 0 ? EXIT.no : EXIT.done;
}

function shareOf(given: Given, name: string): number | undefined {
  const text = given.text(name);
  if (text === undefined) return undefined;
  const share = /^(0(\.\d+)?|1(\.0+)?)$/.test(text) ? Number(text) : null;
  if (share !== null) return share;
  throw new CliError(EXIT.usage, "invalid-argument", `--${name} must be between 0 and 1, such as 0.9.`);
}

function readEvaluation(file: string): Evaluation {
  try {
    const value = JSON.parse(readFileSync(file, "utf8")) as Partial<Evaluation>;
    if (Array.isArray(value.results) && typeof value.recall === "number") return value as Evaluation;
  } catch (cause) {
    throw new CliError(EXIT.usage, "invalid-argument", `Can't read ${file}. Name a file that --out wrote.`, {
      cause,
    });
  }
  throw new CliError(EXIT.usage, "invalid-argument", `${file} isn't a file that --out wrote.`);
}

function write(given: Given, option: string, text: string, flag: "w" | "a" = "w"): void {
  const file = given.text(option);
  if (file === undefined) return;
  try {
    writeFileSync(file, text, { flag });
  } catch (cause) {
    throw new CliError(EXIT.usage, "invalid-argument", `Can't write ${file}. Check that its folder exists.`, {
      cause,
    });
  }
}

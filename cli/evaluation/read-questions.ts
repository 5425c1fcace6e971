import { readFileSync } from "node:fs";
import { CliError } from "../cli-error.ts";
import { EXIT } from "../exit-codes.ts";

/** One line of a file of questions. An answer counts when it holds every text of `must`, and a passage of the page `url`. */
export type Question = {
  question: string;
  /** Texts that the passages must hold, letter for letter. */
  must?: string[];
  /** Address of the page that answers, without its anchor. */
  url?: string;
  sources?: string[];
  version?: string;
  /** Set by `--draft` while no person has read the question yet. */
  draft?: boolean;
};

const MAX_QUESTIONS = 1000;

/** The questions of a JSON Lines file. Throws CliError with the line that is wrong, and for drafts that nobody has read. */
export function readQuestions(file: string): Question[] {
  let text;
  try {
    text = readFileSync(file, "utf8");
  } catch (cause) {
    throw new CliError(EXIT.usage, "invalid-argument", `Can't read ${file}. Check its path.`, { cause });
  }
  const questions = text
    .split("\n")
    .map((line, at) => ({ line: line.trim(), at: at + 1 }))
    .filter(({ line }) => line !== "")
    .map(({ line, at }) => parse(line, at));
  if (questions.length === 0 || questions.length > MAX_QUESTIONS)
    throw wrong(
      `${file} has ${questions.length} questions. Put 1 to ${MAX_QUESTIONS.toLocaleString("en-US")} in it, one JSON object a line.`,
    );
  const drafts = questions.filter(({ draft }) => draft).length;
  if (drafts > 0)
    throw wrong(
      `${drafts} of ${questions.length} questions are drafts. Read each one, correct it, and remove its "draft" field.`,
    );
  return questions;
}

function parse(line: string, at: number): Question {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (cause) {
    throw wrong(`Line ${at} isn't JSON.`, cause);
  }
  const { question, must, url, sources, version, draft } = (value ?? {}) as Record<string, unknown>;
  if (typeof question !== "string" || question.trim() === "") throw wrong(`Line ${at} has no "question".`);
  if (must !== undefined && !isTexts(must)) throw wrong(`"must" of line ${at} isn't a list of texts.`);
  if (sources !== undefined && !isTexts(sources))
    throw wrong(`"sources" of line ${at} isn't a list of names.`);
  if (url !== undefined && (typeof url !== "string" || !URL.canParse(url)))
    throw wrong(`"url" of line ${at} isn't an address.`);
  if (!must?.length && url === undefined)
    throw wrong(
      `Line ${at} says nothing of its answer. Add "must", a list of texts, or "url", the page that answers.`,
    );
  return {
    question,
    must,
    url,
    sources,
    version: typeof version === "string" ? version : undefined,
    draft: draft === true,
  };
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === "string" && one !== "");
}

function wrong(message: string, cause?: unknown): CliError {
  return new CliError(EXIT.usage, "invalid-argument", message, { cause });
}

import { markdownTable, writeFigures } from "./bench/figures.ts";
import type { Outcome } from "./metrics.ts";
import { DEFAULT_BUDGET } from "./metrics.ts";

/** A question whose answer lacks something, as `docs/figures/misses.json` keeps it and /evaluation shows it. */
export type Miss = {
  id: string;
  question: string;
  /** Pages that answer, any of them, and the strings of the answer that did not come. */
  wanted: { pages: string[]; strings: string[] };
  /** The tokens that came, the first pages with text, and the opening of the first passage, cut and on one line. */
  sent: { tokens: number; pages: string[]; opening: string };
  /** Place of the first wanted page in the list of the answer, from 1; 0 when it is not there. */
  rank: number;
  enough: "5,000 tokens" | "reading the page" | "more than we tried";
};

const MAX_PAGES = 3;
const MAX_CHARACTERS = 240;

/** Writes `docs/figures/misses.md` and `.json`: each question that the default answer misses, with what came instead. */
export function writeMisses(outcomes: readonly Outcome[], command: string): void {
  const misses = outcomes.flatMap((outcome) => missOf(outcome) ?? []);
  writeFigures({
    name: "misses",
    title: "Every question that we miss, with what came instead",
    command,
    body: [
      `${misses.length} of ${outcomes.length} answers lack a string within ${DEFAULT_BUDGET} tokens. Quoted passages belong to their projects, under their licenses.`,
      markdownTable([
        ["question", "sent first", "tokens"],
        ...misses.map(({ id, sent }) => [id, sent.pages[0] ?? "nothing", sent.tokens]),
      ]),
    ].join("\n\n"),
    data: { questions: outcomes.length, budget: DEFAULT_BUDGET, misses },
  });
}

/** The miss of an outcome; null for a question that is answered. */
export function missOf(outcome: Outcome): Miss | null {
  const { question, rank, answers, sent, searchThenRead } = outcome;
  const { missing, tokens } = answers[DEFAULT_BUDGET];
  if (missing.length === 0) return null;
  return {
    id: question.id,
    question: cut(question.query),
    wanted: { pages: question.gold.slice(0, MAX_PAGES), strings: missing.map(cut) },
    sent: { tokens, pages: sent.pages.slice(0, MAX_PAGES), opening: cut(openingOf(sent.text)) },
    rank,
    enough:
      answers[5000].missing.length === 0
        ? "5,000 tokens"
        : searchThenRead.missing.length === 0
          ? "reading the page"
          : "more than we tried",
  };
}

/** The first passage below its title and address; the whole text of an answer without passages. */
function openingOf(text: string): string {
  const passage = /^\[1\] [^\n]*\n(?:[^\s]+\n)?([\s\S]*)$/m.exec(text);
  return passage?.[1] ?? text;
}

function cut(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > MAX_CHARACTERS ? `${line.slice(0, MAX_CHARACTERS).trimEnd()}…` : line;
}

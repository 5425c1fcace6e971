import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "#local/root.ts";
import type { Question } from "./data.ts";
import { connectDocenda } from "./docenda.ts";
import type { IndexedCorpora } from "./indexed-corpora.ts";
import { DEFAULT_BUDGET } from "./metrics.ts";
import { drawUnanswerable } from "./negatives.ts";
import { shuffle } from "./random.ts";
import { missingFrom } from "./squeeze.ts";
import type { SearchReply } from "./system.ts";

const STATES = ["sure", "nearest", "absent"] as const;
const SAMPLES_OF_A_STATE = 10;
const SEED = 1;

/**
 * Writes `docs/figures/samples.md`: ten answers of each state as an agent gets them. The questions are drawn in both scopes,
 * and again where they have no answer.
 */
export async function writeSamples(indexed: IndexedCorpora, questions: readonly Question[]): Promise<void> {
  const cases = casesOf(questions, [...new Set(questions.map(({ corpus }) => corpus))]);
  const system = await connectDocenda(indexed.product.mcpUrl, indexed.product.apiKey);
  const parts = new Map(STATES.map((state) => [state, [] as string[]]));
  for (const { question, asked, corpus } of shuffle(cases, SEED)) {
    const reply = await system.search({ query: question.query, budget: DEFAULT_BUDGET, corpus });
    const drawn = parts.get(reply.confidence ?? "sure")!;
    if (drawn.length < SAMPLES_OF_A_STATE) drawn.push(describe({ question, asked }, reply));
    if ([...parts.values()].every(({ length }) => length === SAMPLES_OF_A_STATE)) break;
  }
  await system.close();
  const head = [
    "# Thirty answers",
    "",
    `Made by \`npm run eval -- --samples\`: a draw (seed ${SEED}) from ${cases.length} cases, until there are ${SAMPLES_OF_A_STATE} answers of each state: a question`,
    "asked of its own documentation, of all, of another, and of all others. Each is asked as a person asks, with a budget of",
    `${DEFAULT_BUDGET} tokens. Not chosen by hand; do not edit. Quoted passages belong to their projects, under their licences.`,
  ].join("\n");
  const sections = STATES.flatMap((state) => [
    `# ${state}`,
    ...parts.get(state)!.map((part, i) => `## ${i + 1}. ${part}`),
  ]);
  writeFileSync(join(ROOT, "docs/figures/samples.md"), `${[head, ...sections].join("\n\n")}\n`);
  console.log("written to docs/figures/samples.md");
}

type Case = { question: Question; asked: string; corpus: string | readonly string[] | null };

function casesOf(questions: readonly Question[], corpora: readonly string[]): Case[] {
  return [
    ...questions.map((question) => ({ question, asked: "of its own", corpus: question.corpus })),
    ...questions.map((question) => ({ question, asked: "of all", corpus: null })),
    ...drawUnanswerable(questions, corpora).map(({ question, way, asked }) => ({
      question,
      asked: way === "rest" ? "of all others" : `of ${asked.join(", ")}`,
      corpus: asked,
    })),
  ];
}

function describe({ question, asked }: Omit<Case, "corpus">, { text, receipt }: SearchReply): string {
  const missing = missingFrom(text, question.must);
  return [
    `${question.id}, asked ${asked}`,
    "",
    `Question: ${question.query}`,
    "",
    fenced(text),
    "",
    `Receipt: ${Object.entries(receipt ?? {})
      .map(([name, value]) => `${name} ${value}`)
      .join(", ")}`,
    "",
    missing.length === 0
      ? "It holds what it must."
      : `It must hold, and does not: ${missing.map((one) => JSON.stringify(one)).join(", ")}`,
  ].join("\n");
}

/** A text between fences that are longer than any inside. */
export function fenced(text: string): string {
  const longest = Math.max(3, ...(text.match(/`{3,}/gu) ?? []).map((fence) => fence.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}text\n${text}\n${fence}`;
}

/** `npm run phrase-book`: makes the data of worker/docs-index/phrase-book from the examples beside this file. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { allowDataModules, DISK_FILES } from "../../evals/lab/data-modules.ts";
import type { StaticEncoder } from "#worker/platform/embedder/static-encoder.ts";

allowDataModules();
const { analyzeText } = await import("#worker/docs-index/terms.ts");
const { staticEncoder } = await import("#worker/platform/embedder/static-embedder.ts");
const { toInt8, toUnit } = await import("#worker/platform/embedder/unit-vector.ts");

/** A thing that documentation explains: a passage in its words, and questions of people who do not know these words. */
type Example = { title: string; passage: string; questions: string[] };

/** Weight of the passage beside the mean of its questions; a weight of 0 and one twice as large find worse neighbours. */
const PASSAGE_WEIGHT = 0.5;
/** Limits on the examples that have a term: a term of one example alone is its own turn of phrase, and a term of many tells nothing. */
const EXAMPLES_WITH_TERM = { min: 2, maxShare: 0.04 };

/** A vector for each example, and a line with the terms that documentation uses for it. */
export async function buildPhraseBook(): Promise<{ vectors: Int8Array; terms: string }> {
  const encoder = await staticEncoder(DISK_FILES);
  const examples = readExamples();
  const termsOf = examples.map(({ title, passage }) => new Set(analyzeText(`${title} ${passage}`)));
  const counts = new Map<string, number>();
  for (const terms of termsOf) for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  const tells = (term: string) =>
    /^[a-z]{3}/.test(term) &&
    counts.get(term)! >= EXAMPLES_WITH_TERM.min &&
    counts.get(term)! <= EXAMPLES_WITH_TERM.maxShare * examples.length;
  return {
    vectors: Int8Array.from(examples.flatMap((example) => [...toInt8(vectorOf(encoder, example))])),
    terms: termsOf.map((terms) => [...terms].filter(tells).join(" ")).join("\n"),
  };
}

function readExamples(): Example[] {
  const folder = new URL("./", import.meta.url);
  return readdirSync(folder)
    .filter((name) => name.endsWith(".jsonl"))
    .sort()
    .flatMap((name) => readFileSync(new URL(name, folder), "utf8").trim().split("\n"))
    .map((line) => JSON.parse(line) as Example);
}

function vectorOf(encoder: StaticEncoder, { title, passage, questions }: Example): Float32Array {
  const sum = encoder.encodePassage(title, "", passage).map((value) => value * PASSAGE_WEIGHT);
  for (const question of questions)
    encoder.encode(question).forEach((value, i) => (sum[i]! += value / questions.length));
  return toUnit(sum);
}

if (import.meta.main) {
  const { vectors, terms } = await buildPhraseBook();
  const folder = new URL("../../worker/docs-index/phrase-book/", import.meta.url);
  writeFileSync(new URL("vectors.bin", folder), vectors);
  writeFileSync(new URL("terms.txt", folder), `${terms}\n`);
  console.log(`${terms.split("\n").length} examples, ${vectors.length + terms.length} bytes`);
}

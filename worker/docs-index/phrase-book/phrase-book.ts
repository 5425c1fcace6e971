import { readText } from "#worker/platform/data-files.ts";
import type { DataFiles } from "#worker/platform/data-files.ts";
import { DOCS_STATIC } from "#worker/platform/embedder/docs-static/model.ts";
import { staticEncoder } from "#worker/platform/embedder/static-embedder.ts";
import { BATCH, SCORE_OF_ONE, VectorRows } from "../vector-rows.ts";
import termsFile from "./terms.txt?url";
import vectorsFile from "./vectors.bin?url";

/** Addresses of the phrase book's files, for code that copies them. */
export const PHRASE_BOOK_FILES = { terms: termsFile, vectors: vectorsFile };

/** Most examples used for a question, and the least cosine between the question and an example. */
const MAX_NEAREST = 3;
const MIN_COSINE = 0.5;
/** Most terms added to a question: each term costs as much as a word that was asked. */
const MAX_ADDED = 6;

/** Least score of an example: a little below `MIN_COSINE`, since scores are of a rounded question and the exact cosine decides. */
const LEAST_SCORE = 0.99 * MIN_COSINE * SCORE_OF_ONE;

type PhraseBook = { rows: VectorRows; terms: string[][]; rarity: Map<string, number> };

let known: PhraseBook | undefined;

/**
 * Terms that documentation uses for the subject of a question, without those in `asked`: terms of the nearest examples, those first
 * that are rare among all examples. An example is a thing that any documentation explains, with questions in the words of people
 * who do not know its name (scripts/phrase-book, made into data by `npm run phrase-book`).
 */
export async function phraseBookTerms(
  files: DataFiles,
  question: string,
  asked: ReadonlySet<string>,
): Promise<string[]> {
  const [encoder, book] = await Promise.all([staticEncoder(files), known ?? readPhraseBook(files)]);
  known ??= book;
  const scores = new Map<string, number>();
  for (const { example, cosine } of nearest(book, encoder.encode(question))) {
    for (const term of book.terms[example]!)
      if (!asked.has(term)) scores.set(term, (scores.get(term) ?? 0) + cosine * book.rarity.get(term)!);
  }
  return [...scores]
    .sort((a, b) => b[1] - a[1])
    .slice(0, MAX_ADDED)
    .map(([term]) => term);
}

function nearest({ rows, terms }: PhraseBook, question: Float32Array): { example: number; cosine: number }[] {
  const found: { example: number; cosine: number }[] = [];
  rows.ask(question);
  for (let first = 0; first < terms.length; first += BATCH) {
    const scores = rows.scores(first, Math.min(BATCH, terms.length - first));
    for (let i = 0; i < scores.length; i++) {
      if (scores[i]! < LEAST_SCORE) continue;
      const cosine = rows.cosine(question, first + i);
      if (cosine >= MIN_COSINE) found.push({ example: first + i, cosine });
    }
  }
  return found.sort((a, b) => b.cosine - a.cosine).slice(0, MAX_NEAREST);
}

async function readPhraseBook(files: DataFiles): Promise<PhraseBook> {
  const [termLines, vectors] = await Promise.all([readText(files, termsFile), files.bytes(vectorsFile)]);
  const terms = termLines
    .trimEnd()
    .split("\n")
    .map((line) => line.split(" ").filter(Boolean));
  const counts = new Map<string, number>();
  for (const line of terms) for (const term of line) counts.set(term, (counts.get(term) ?? 0) + 1);
  const rarity = new Map([...counts].map(([term, count]) => [term, Math.log(terms.length / count)]));
  const rows = new VectorRows(DOCS_STATIC.dims);
  rows.reserve(terms.length);
  rows.write(0, new Int8Array(vectors));
  return { rows, terms, rarity };
}

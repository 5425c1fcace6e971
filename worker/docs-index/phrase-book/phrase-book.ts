import { DOCS_STATIC } from "#worker/platform/embedder/docs-static/model.ts";
import { staticEncoder } from "#worker/platform/embedder/static-embedder.ts";
import termLines from "./terms.txt";
import vectorBytes from "./vectors.bin";

/** How many examples are looked up, and how near a question must be to one. */
const MAX_NEAREST = 3;
const MIN_COSINE = 0.5;
/** Each costs as much as a word that was asked. */
const MAX_ADDED = 6;

type PhraseBook = { vectors: Int8Array; terms: string[][]; rarity: Map<string, number> };

let known: PhraseBook | undefined;

/**
 * Terms that documentation has for what a question is about, without those in `asked`: of the examples that are nearest to
 * it, those that are rare among all examples. Examples are things that any documentation explains, each with questions in
 * the words of people who do not know what it is called (scripts/phrase-book, made into data by `npm run phrase-book`).
 */
export function phraseBookTerms(question: string, asked: ReadonlySet<string>): string[] {
  const book = (known ??= readPhraseBook());
  const scores = new Map<string, number>();
  for (const { example, cosine } of nearest(book, staticEncoder().encode(question))) {
    for (const term of book.terms[example]!)
      if (!asked.has(term)) scores.set(term, (scores.get(term) ?? 0) + cosine * book.rarity.get(term)!);
  }
  return [...scores]
    .sort((a, b) => b[1] - a[1])
    .slice(0, MAX_ADDED)
    .map(([term]) => term);
}

function nearest(
  { vectors, terms }: PhraseBook,
  question: Float32Array,
): { example: number; cosine: number }[] {
  const { dims } = DOCS_STATIC;
  const found: { example: number; cosine: number }[] = [];
  for (let example = 0, at = 0; example < terms.length; example++) {
    let product = 0;
    for (let i = 0; i < dims; i++, at++) product += question[i]! * vectors[at]!;
    const cosine = product / 127;
    if (cosine >= MIN_COSINE) found.push({ example, cosine });
  }
  return found.sort((a, b) => b.cosine - a.cosine).slice(0, MAX_NEAREST);
}

function readPhraseBook(): PhraseBook {
  const terms = termLines
    .trimEnd()
    .split("\n")
    .map((line) => line.split(" ").filter(Boolean));
  const counts = new Map<string, number>();
  for (const line of terms) for (const term of line) counts.set(term, (counts.get(term) ?? 0) + 1);
  const rarity = new Map([...counts].map(([term, count]) => [term, Math.log(terms.length / count)]));
  return { vectors: new Int8Array(vectorBytes), terms, rarity };
}

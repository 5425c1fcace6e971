import { countWords, stemsOf } from "./static-words.ts";
import { toUnit } from "./unit-vector.ts";

export type StaticModel = {
  dims: number;
  /** Number of word rows, which come before the rows of buckets of hashed character grams. */
  words: number;
  buckets: number;
  /** Extra weight of title and heading in a passage's vector. */
  headWeight: number;
};

/** Grams of an unknown word that count; the words of documentation are shorter. */
const MAX_GRAMS = 60;

/**
 * The static embedding: a text's vector is the sum of its words' rows, each times 1 + ln(count), made a unit vector. A word
 * that is not in the vocabulary counts as one of its stems, or as the mean of its character grams. `weights` is not copied.
 */
export class StaticEncoder {
  readonly #model: StaticModel;
  readonly #rows: Int8Array;
  readonly #scales: Float32Array;
  readonly #rowOfWord: Map<string, number>;

  /** `weights`: int8 rows of words and buckets, then a little-endian float32 scale a row. `vocabulary`: a word a line. */
  constructor(model: StaticModel, vocabulary: string, weights: ArrayBuffer) {
    const rows = model.words + model.buckets;
    this.#model = model;
    this.#rows = new Int8Array(weights, 0, rows * model.dims);
    this.#scales = new Float32Array(weights, rows * model.dims, rows);
    this.#rowOfWord = new Map(vocabulary.split("\n").map((word, row) => [word, row]));
  }

  /** The unit vector of a text; all zeros for a text without words. */
  encode(text: string): Float32Array {
    return toUnit(this.#sum(text));
  }

  /** The unit vector of a passage, in which title and heading count more than the body's words. */
  encodePassage(title: string, heading: string, body: string): Float32Array {
    const vector = this.encode(`${title}\n${heading}\n${body}`);
    const head = this.encode(`${title}\n${heading}`);
    for (let i = 0; i < vector.length; i++) vector[i]! += this.#model.headWeight * head[i]!;
    return toUnit(vector);
  }

  #sum(text: string): Float32Array {
    const vector = new Float32Array(this.#model.dims);
    for (const [word, count] of countWords(text)) {
      const factor = 1 + Math.log(count);
      const row = this.#findRow(word);
      if (row !== undefined) this.#addRow(vector, row, factor);
      else if (isSpelledOut(word)) this.#addGrams(vector, word, factor);
    }
    return vector;
  }

  #findRow(word: string): number | undefined {
    const row = this.#rowOfWord.get(word);
    if (row !== undefined || !isSpelledOut(word)) return row;
    for (const stem of stemsOf(word)) {
      const stemRow = this.#rowOfWord.get(stem);
      if (stemRow !== undefined) return stemRow;
    }
    return undefined;
  }

  #addGrams(vector: Float32Array, word: string, factor: number): void {
    const grams = gramsOf(`<${word}>`);
    for (const gram of grams) {
      this.#addRow(vector, this.#model.words + (fnv1a(gram) % this.#model.buckets), factor / grams.length);
    }
  }

  #addRow(vector: Float32Array, row: number, factor: number): void {
    const { dims } = this.#model;
    const scaled = factor * this.#scales[row]!;
    const rows = this.#rows;
    for (let i = 0, at = row * dims; i < dims; i++, at++) vector[i]! += scaled * rows[at]!;
  }
}

/** True for a word that may count by stems or grams; joined words, bare numbers and single letters only count as in the vocabulary. */
function isSpelledOut(word: string): boolean {
  return word.length > 1 && !/[./-]|^[0-9]+$/.test(word);
}

function gramsOf(word: string): string[] {
  const grams: string[] = [];
  for (const length of [3, 4, 5]) {
    for (let at = 0; at + length <= word.length && grams.length < MAX_GRAMS; at++) {
      grams.push(word.slice(at, at + length));
    }
  }
  return grams;
}

function fnv1a(text: string): number {
  let hash = 2166136261;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 16777619);
  return hash >>> 0;
}

import type { Candidate, FieldCounts } from "./candidates.ts";
import { codeOf } from "./term-codes.ts";
import type { ChunkTerms } from "./term-codes.ts";

/** Finds the place of a term in the question by its code. A Map would box most codes, and there are 100,000 look-ups a question. */
export class QuestionTerms {
  readonly codes: Int32Array;
  readonly #slots: Int32Array;
  readonly #mask: number;

  constructor(terms: string[]) {
    this.codes = Int32Array.from(terms, codeOf);
    let size = 64;
    while (size < terms.length * 4) size *= 2;
    this.#mask = size - 1;
    this.#slots = new Int32Array(size).fill(-1);
    for (let i = terms.length - 1; i >= 0; i--) {
      let slot = this.codes[i]! & this.#mask;
      while (this.#slots[slot] !== -1 && this.codes[this.#slots[slot]!] !== this.codes[i])
        slot = (slot + 1) & this.#mask;
      this.#slots[slot] = i;
    }
  }

  /** -1 for a term that the question does not have. */
  indexOf(code: number): number {
    let slot = code & this.#mask;
    for (;;) {
      const index = this.#slots[slot]!;
      if (index === -1 || this.codes[index] === code) return index;
      slot = (slot + 1) & this.#mask;
    }
  }
}

export function countInChunk(question: QuestionTerms, terms: ChunkTerms): Candidate["chunk"] {
  return {
    title: countInField(question, terms.title),
    heading: countInField(question, terms.heading),
    body: countInField(question, terms.body),
  };
}

/** The shortest run of the body's terms that has all terms of the question that the body has: how many terms, and how long a run. */
export function smallestWindow(question: QuestionTerms, body: Int32Array): Candidate["window"] {
  const positions: number[] = [];
  const indexes: number[] = [];
  const inWindow = new Int32Array(question.codes.length);
  let distinct = 0;
  for (let at = 0; at < body.length; at++) {
    const index = question.indexOf(body[at]!);
    if (index === -1) continue;
    positions.push(at);
    indexes.push(index);
    if (inWindow[index]!++ === 0) distinct++;
  }
  if (distinct === 0) return { terms: 0, length: 0 };
  inWindow.fill(0);
  let covered = 0;
  let shortest = Infinity;
  for (let first = 0, last = 0; last < positions.length; last++) {
    if (inWindow[indexes[last]!]!++ === 0) covered++;
    while (covered === distinct) {
      shortest = Math.min(shortest, positions[last]! - positions[first]! + 1);
      if (--inWindow[indexes[first]!]! === 0) covered--;
      first++;
    }
  }
  return { terms: distinct, length: shortest };
}

function countInField(question: QuestionTerms, field: Int32Array): FieldCounts {
  const counts = Array.from<number>({ length: question.codes.length }).fill(0);
  for (let at = 0; at < field.length; at++) {
    const index = question.indexOf(field[at]!);
    if (index !== -1) counts[index]!++;
  }
  return { counts, length: field.length };
}

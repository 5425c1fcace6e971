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

  /** Place of a term in the question; -1 for a term that the question does not have. */
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

function countInField(question: QuestionTerms, field: Int32Array): FieldCounts {
  const counts = Array.from<number>({ length: question.codes.length }).fill(0);
  for (let at = 0; at < field.length; at++) {
    const index = question.indexOf(field[at]!);
    if (index !== -1) counts[index]!++;
  }
  return { counts, length: field.length };
}

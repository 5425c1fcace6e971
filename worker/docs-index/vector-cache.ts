import { BATCH, VectorRows } from "./vector-rows.ts";

export type Nearest = { chunkId: number; cosine: number };

/** The vectors that a question's vector is compared with. */
export type ComparedVectors = Pick<VectorCache, "nearest" | "cosine">;

type Rows = { first: number; count: number; firstChunkId: number };

/** Number of chunks that a growing cache makes room for beyond its need. */
const GROWTH = 1024;

/**
 * The vectors of one index and one embedder in memory, so that a question is compared with all of them in about a millisecond. A
 * cache and nothing more: it is filled from the tables and can be dropped at any time.
 */
export class VectorCache {
  readonly embedderId: string;
  readonly dims: number;
  readonly #rows: VectorRows;
  /** Chunk of each row; 0 for a row whose page was removed. */
  #chunkIds = new Int32Array(0);
  #rowCount = 0;
  #removedCount = 0;
  readonly #rowsOfPage = new Map<number, Rows>();

  constructor(embedderId: string, dims: number) {
    this.embedderId = embedderId;
    this.dims = dims;
    this.#rows = new VectorRows(dims);
  }

  /** Whether more than a third of the rows are of removed pages: then the cache is to be built anew. */
  get isSparse(): boolean {
    return this.#removedCount > GROWTH && this.#removedCount * 3 > this.#rowCount;
  }

  /** Bytes of the vectors that the cache has room for. */
  get byteLength(): number {
    return this.#rows.byteLength;
  }

  /** Adds the vectors of a page, one after the other in `vectors`; vectors of other dimensions are left out. */
  add(pageId: number, firstChunkId: number, chunkCount: number, vectors: Uint8Array): void {
    if (vectors.length !== chunkCount * this.dims || chunkCount === 0) return;
    const first = this.#rowCount;
    this.reserve(first + chunkCount);
    this.#rows.write(first, new Int8Array(vectors.buffer, vectors.byteOffset, vectors.length));
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
    if (question.length !== this.dims || limit <= 0) return [];
    return this.#best(question, limit)
      .map(({ row, chunkId }) => ({ chunkId, cosine: this.#rows.cosine(question, row) }))
      .sort((a, b) => b.cosine - a.cosine || a.chunkId - b.chunkId);
  }

  /** Cosine of a question with a chunk; null for a chunk without a vector. */
  cosine(question: Float32Array, pageId: number, chunkId: number): number | null {
    const rows = this.#rowsOfPage.get(pageId);
    const offset = rows ? chunkId - rows.firstChunkId : -1;
    if (!rows || offset < 0 || offset >= rows.count || question.length !== this.dims) return null;
    return this.#rows.cosine(question, rows.first + offset);
  }

  /** The best rows in order. Few rows are put in once there are `limit`: some 700 of 100,000. */
  #best(question: Float32Array, limit: number): Scored[] {
    const best: Scored[] = [];
    /** Score that a row needs to be among the best so far. */
    let least = 1;
    this.#rows.ask(question);
    for (let first = 0; first < this.#rowCount; first += BATCH) {
      const scores = this.#rows.scores(first, Math.min(BATCH, this.#rowCount - first));
      for (let i = 0; i < scores.length; i++) {
        const score = scores[i]!;
        if (score < least) continue;
        const chunkId = this.#chunkIds[first + i]!;
        if (chunkId === 0) continue;
        putInOrder(best, { row: first + i, chunkId, score });
        if (best.length > limit) best.pop();
        if (best.length === limit) least = best[limit - 1]!.score;
      }
    }
    return best;
  }

  /** Makes room for so many chunks, and some more. */
  reserve(rowCount: number): void {
    if (rowCount <= this.#chunkIds.length) return;
    const capacity = Math.max(rowCount, Math.ceil(this.#rowCount * 1.25)) + GROWTH;
    this.#rows.reserve(capacity);
    const chunkIds = new Int32Array(capacity);
    chunkIds.set(this.#chunkIds);
    this.#chunkIds = chunkIds;
  }
}

type Scored = { row: number; chunkId: number; score: number };

function putInOrder(best: Scored[], row: Scored): void {
  let place = best.length;
  for (; place > 0 && byScore(row, best[place - 1]!) < 0; place--) best[place] = best[place - 1]!;
  best[place] = row;
}

function byScore(a: Scored, b: Scored): number {
  return b.score - a.score || a.chunkId - b.chunkId;
}

import { joinPieces } from "./page-pieces.ts";
import type { Nearest } from "./vector-cache.ts";

type PageVectors = { first: number; count: number; components: Int8Array };

/**
 * The vectors of an index that has no room for them in memory, for one question. A page's vectors are read from the tables when one
 * of its chunks is compared. The nearest chunks of all are given to the constructor; without these, words alone find the chunks that
 * the vectors then put in order.
 */
export class StoredVectors {
  readonly #sql: SqlStorage;
  readonly #embedderId: string;
  readonly #nearest: Nearest[];
  readonly #pages = new Map<number, PageVectors | null>();

  constructor(sql: SqlStorage, embedderId: string, nearest: Nearest[] = []) {
    this.#sql = sql;
    this.#embedderId = embedderId;
    this.#nearest = nearest;
  }

  /** The nearest chunks that the constructor was given; ids of chunks that are gone may be among them. */
  nearest(_question: Float32Array, limit: number): Nearest[] {
    return this.#nearest.slice(0, limit);
  }

  /** Cosine of a question with a chunk; null for a chunk without a vector. */
  cosine(question: Float32Array, pageId: number, chunkId: number): number | null {
    let page = this.#pages.get(pageId);
    if (page === undefined) this.#pages.set(pageId, (page = this.#read(pageId)));
    const offset = page ? chunkId - page.first : -1;
    if (!page || offset < 0 || offset >= page.count) return null;
    if (page.components.length !== page.count * question.length) return null;
    const start = offset * question.length;
    let sum = 0;
    for (let i = 0; i < question.length; i++) sum += question[i]! * page.components[start + i]!;
    return sum / 127;
  }

  #read(pageId: number): PageVectors | null {
    const rows = this.#sql
      .exec<{ first: number; count: number; data: ArrayBuffer }>(
        `SELECT page.first_chunk_id AS first, page.chunk_count AS count, piece.data
         FROM page JOIN page_piece AS piece ON piece.kind = 'vectors' AND piece.page_id = page.id
         WHERE page.id = ? AND page.embedder_id = ? ORDER BY piece.part`,
        pageId,
        this.#embedderId,
      )
      .toArray();
    const [row] = rows;
    if (!row) return null;
    const components = new Int8Array(joinPieces(rows.map(({ data }) => data)));
    return { first: row.first, count: row.count, components };
  }
}

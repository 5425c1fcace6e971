import type { StoredVector, VectorStore } from "#worker/platform/vectors/vector-store.ts";
import { readPiecesOfPages } from "./page-pieces.ts";
import type { Nearest } from "./vector-cache.ts";

/** The place that the vectors of an index are copied to. */
export type CopyPlace = { store: VectorStore; namespace: string; sourceId: string };

export type CopyProgress = { copied: number; of: number };

/** Most vectors written, or ids deleted, in one step: as many as the store takes in one write. */
const STEP = 1_000;
/** Number of chunks to ask the store for: the most that it gives, and as many as are looked at where vectors are in memory. */
const NEAREST = 100;

/** The chunks of one page as it once was: their ids follow each other. */
type Range = { first: number; count: number };

/**
 * The copy of an index's vectors in the vector store, for an index whose vectors have no room in memory. The tables decide:
 * `vector_copy` lists the chunks that are in the store, or may be; each step deletes some that no page has any more, or writes some
 * that the store lacks. So a write of a page knows nothing of the store, and a step that fails, or whose success was never noted, is
 * done again.
 *
 * The table outlives a `clear`: until the store is empty too, the table lists the chunks to delete there.
 */
export class VectorCopy {
  readonly #storage: DurableObjectStorage;
  #isInUse: boolean | null = null;

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage;
  }

  /** Whether vectors of the index are in the store, or may be. */
  get isInUse(): boolean {
    this.#isInUse ??= hasTable(this.#storage.sql, "vector_copy");
    return this.#isInUse;
  }

  /** Begins to copy all vectors of the index, also for when the index gets smaller again. The tables of the index must be there. */
  begin(): void {
    const { sql } = this.#storage;
    if (isWanted(sql)) return;
    createTable(sql);
    sql.exec("INSERT INTO meta VALUES ('copies_vectors', 1)");
    this.#isInUse = true;
  }

  /** Keeps a new index from giving chunk ids again that the store still has to forget. Must run once the index has its tables. */
  skipOldIds(): void {
    if (!this.isInUse) return;
    this.#storage.sql.exec(
      `UPDATE totals SET next_chunk_id =
         max(next_chunk_id, (SELECT coalesce(max(first_chunk_id + chunk_count), 1) FROM vector_copy))`,
    );
  }

  /** Deletes everything that the object holds. Vectors in the store are left for the next steps to delete. */
  async clear(): Promise<void> {
    const { sql } = this.#storage;
    const ranges = this.isInUse ? listed(sql) : [];
    // The deletion is not awaited before the list is written again: both go to the disk together.
    const cleared = this.#storage.deleteAll();
    if (ranges.length > 0) {
      createTable(sql);
      list(sql, ranges);
    }
    this.#isInUse = ranges.length > 0;
    await cleared;
  }

  /** How many chunks have their vectors in the store; null for an index without a copy. */
  progress(): CopyProgress | null {
    const { sql } = this.#storage;
    if (!this.isInUse || !isWanted(sql)) return null;
    return sql
      .exec<CopyProgress>(
        `SELECT coalesce(sum(chunk_count), 0) AS "of", coalesce(sum(iif(is_there, chunk_count, 0)), 0) AS copied
         FROM (${PAGES_AND_COPIES})`,
      )
      .one();
  }

  /** Brings the store a step nearer to the pages' vectors; false when nothing is left to do. Throws the errors of the store. */
  async step(place: CopyPlace): Promise<boolean> {
    if (!this.isInUse) return false;
    const { sql } = this.#storage;
    const old = upToStep(listed(sql, { isOld: true }));
    if (old.length > 0) {
      await place.store.delete(old.flatMap((range) => idsOf(place, range)));
      sql.exec(
        "DELETE FROM vector_copy WHERE first_chunk_id IN (SELECT value FROM json_each(?))",
        JSON.stringify(old.map(({ first }) => first)),
      );
      return true;
    }
    if (isWanted(sql)) return this.#write(place);
    // All vectors from before the index was cleared are gone.
    sql.exec("DROP TABLE vector_copy");
    this.#isInUse = false;
    return false;
  }

  /** The chunks that the store finds nearest to a question, some of which may be gone. */
  async nearest({ store, namespace, sourceId }: CopyPlace, question: Float32Array): Promise<Nearest[]> {
    const matches = await store.query(namespace, question, { limit: NEAREST, sourceId });
    return matches
      .filter(({ id }) => id.startsWith(`${sourceId}:`))
      .map(({ id, cosine }) => ({ chunkId: Number(id.slice(sourceId.length + 1)), cosine }))
      .filter(({ chunkId }) => Number.isSafeInteger(chunkId));
  }

  async #write(place: CopyPlace): Promise<boolean> {
    const { sql } = this.#storage;
    const pages = upToStep(
      sql
        .exec<Range & { id: number }>(
          `SELECT id, first_chunk_id AS first, chunk_count AS count FROM (${PAGES_AND_COPIES}) WHERE NOT is_there LIMIT ${STEP}`,
        )
        .toArray(),
    );
    if (pages.length === 0) return false;
    // Pages are listed before their vectors are written: a vector that is never listed would never be deleted.
    list(sql, pages);
    const vectors = readPiecesOfPages(
      sql,
      "vectors",
      pages.map(({ id }) => id),
    );
    await place.store.upsert(
      place.namespace,
      pages.flatMap((page) => vectorsOf(place, page, vectors.get(page.id))),
    );
    sql.exec(
      "UPDATE vector_copy SET is_there = 1 WHERE first_chunk_id IN (SELECT value FROM json_each(?))",
      JSON.stringify(pages.map(({ first }) => first)),
    );
    return true;
  }
}

/** The pages that have vectors; `is_there` where the store has a page's vectors. A page that is written anew has other chunk ids. */
const PAGES_AND_COPIES = `
  SELECT page.id, page.first_chunk_id, page.chunk_count, coalesce(copy.is_there, 0) AS is_there
  FROM page LEFT JOIN vector_copy AS copy ON copy.first_chunk_id = page.first_chunk_id
  WHERE page.embedder_id IS NOT NULL AND page.chunk_count > 0`;

function createTable(sql: SqlStorage): void {
  sql.exec(
    `CREATE TABLE IF NOT EXISTS vector_copy (
      first_chunk_id INTEGER PRIMARY KEY,
      chunk_count INTEGER NOT NULL,
      is_there INTEGER NOT NULL
    )`,
  );
}

function hasTable(sql: SqlStorage, name: string): boolean {
  return sql.exec("SELECT 1 FROM sqlite_master WHERE name = ?", name).toArray().length > 0;
}

/** Whether the index is to be copied; false for an object that was cleared, whose vectors in the store are to be deleted. */
function isWanted(sql: SqlStorage): boolean {
  if (!hasTable(sql, "meta")) return false;
  return sql.exec("SELECT 1 FROM meta WHERE key = 'copies_vectors'").toArray().length > 0;
}

function list(sql: SqlStorage, ranges: Range[]): void {
  sql.exec(
    `INSERT OR IGNORE INTO vector_copy SELECT value ->> 0, value ->> 1, 0 FROM json_each(?)`,
    JSON.stringify(ranges.map(({ first, count }) => [first, count])),
  );
}

/** Ranges that the store has, or may have; with `isOld` only those that no page has any more, one step's worth at least. */
function listed(sql: SqlStorage, { isOld = false } = {}): Range[] {
  const old =
    isOld && hasTable(sql, "page")
      ? `WHERE first_chunk_id NOT IN (SELECT first_chunk_id FROM page WHERE chunk_count > 0)`
      : "";
  return sql
    .exec<Range>(
      `SELECT first_chunk_id AS first, chunk_count AS count FROM vector_copy ${old} LIMIT ${isOld ? STEP : -1}`,
    )
    .toArray();
}

/** The first ranges, with no more chunks than a step takes, but one range at least. */
function upToStep<R extends Range>(ranges: R[]): R[] {
  let chunks = 0;
  const end = ranges.findIndex(({ count }, i) => (chunks += count) > STEP && i > 0);
  return end === -1 ? ranges : ranges.slice(0, end);
}

/** Ids in the store: source ids are unique over all tenants, and a chunk's id is never given again. */
function idsOf({ sourceId }: CopyPlace, { first, count }: Range): string[] {
  return Array.from({ length: count }, (_, i) => `${sourceId}:${first + i}`);
}

function vectorsOf(place: CopyPlace, range: Range, data: ArrayBuffer | undefined): StoredVector[] {
  const components = new Int8Array(data ?? new ArrayBuffer(0));
  const dims = components.length / range.count;
  if (dims === 0 || !Number.isInteger(dims)) return [];
  return idsOf(place, range).map((id, i) => ({
    id,
    values: components.subarray(i * dims, (i + 1) * dims),
    sourceId: place.sourceId,
  }));
}

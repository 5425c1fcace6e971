import { readPiecesOfPages } from "./page-pieces.ts";
import { VectorCache } from "./vector-cache.ts";
import { MAX_VECTOR_BYTES } from "./vector-room.ts";

/** Number of pages whose vectors are read at once: the vectors of all pages would be in memory twice. */
const PAGES_AT_ONCE = 2_000;

/** Reads the vectors of all pages that `embedderId` embedded; null for an index whose vectors have no room. */
export function loadVectors(
  sql: SqlStorage,
  embedderId: string,
  dims: number,
  maxBytes = MAX_VECTOR_BYTES,
): VectorCache | null {
  const pages = sql
    .exec<{ id: number; first: number; count: number }>(
      "SELECT id, first_chunk_id AS first, chunk_count AS count FROM page WHERE embedder_id = ?",
      embedderId,
    )
    .toArray();
  const rowCount = pages.reduce((sum, { count }) => sum + count, 0);
  if (rowCount * dims > maxBytes) return null;
  const cache = new VectorCache(embedderId, dims);
  cache.reserve(rowCount);
  for (let at = 0; at < pages.length; at += PAGES_AT_ONCE) {
    const some = pages.slice(at, at + PAGES_AT_ONCE);
    const vectors = readPiecesOfPages(
      sql,
      "vectors",
      some.map(({ id }) => id),
    );
    for (const { id, first, count } of some) {
      const data = vectors.get(id);
      if (data) cache.add(id, first, count, new Uint8Array(data));
    }
  }
  return cache;
}

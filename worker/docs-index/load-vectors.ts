import { readPiecesOfPages } from "./page-pieces.ts";
import { VectorCache } from "./vector-cache.ts";

/** Reads the vectors of all pages that `embedderId` embedded. */
export function loadVectors(sql: SqlStorage, embedderId: string, dims: number): VectorCache {
  const cache = new VectorCache(embedderId, dims);
  const pages = sql
    .exec<{ id: number; first: number; count: number }>(
      "SELECT id, first_chunk_id AS first, chunk_count AS count FROM page WHERE embedder_id = ?",
      embedderId,
    )
    .toArray();
  const vectors = readPiecesOfPages(
    sql,
    "vectors",
    pages.map(({ id }) => id),
  );
  for (const { id, first, count } of pages) {
    const data = vectors.get(id);
    if (data) cache.add(id, first, count, new Uint8Array(data));
  }
  return cache;
}

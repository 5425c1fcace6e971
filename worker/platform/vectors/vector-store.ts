/** A passage's vector; `id` is unique over all tenants and at most 64 bytes. */
export type StoredVector = {
  id: string;
  /** A unit vector as int8, times 127. */
  values: Int8Array;
  /** Source that the passage is from, so that a search can be limited to it. */
  sourceId: string;
};

export type VectorMatch = { id: string; cosine: number };

/**
 * Keeps the vectors of sources that are too large to be scanned in their own `DocsIndex`. Only ids come back: the text is always
 * read from the tenant's own index, so a stale or foreign id shows nothing. Writes are seen after some seconds.
 */
export type VectorStore = {
  /** Adds vectors, or replaces those of the same id. */
  upsert(namespace: string, vectors: StoredVector[]): Promise<void>;
  /** Nearest first, 100 at most. */
  query(
    namespace: string,
    vector: Float32Array,
    options: { limit: number; sourceId?: string },
  ): Promise<VectorMatch[]>;
  /** Ids that are not there are passed over. */
  delete(ids: string[]): Promise<void>;
};

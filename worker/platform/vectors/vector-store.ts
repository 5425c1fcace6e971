/** A passage's vector; `id` is unique over all tenants and at most 64 bytes. */
export type StoredVector = {
  id: string;
  /** A unit vector as int8, times 127. */
  values: Int8Array;
  /** Source of the passage, so that a search can be limited to one source. */
  sourceId: string;
};

export type VectorMatch = { id: string; cosine: number };

/**
 * Store for the vectors of sources that are too large to be scanned in their own `DocsIndex`. Only ids come back: the text is always read
 * from the tenant's own index, so a stale or foreign id shows nothing. Writes are seen after some seconds.
 */
export type VectorStore = {
  /** Adds vectors, or replaces those of the same id. */
  upsert(namespace: string, vectors: StoredVector[]): Promise<void>;
  /** Matches of a vector, nearest first, 100 at most. */
  query(
    namespace: string,
    vector: Float32Array,
    options: { limit: number; sourceId?: string },
  ): Promise<VectorMatch[]>;
  /** Deletes vectors by id; missing ids are passed over. */
  delete(ids: string[]): Promise<void>;
};

import { AppError } from "#worker/errors.ts";
import type { VectorStore } from "./vector-store.ts";

/** Used part of the binding; Vectorize has no local simulator, so tests give a stub. */
export type VectorizeBinding = {
  upsert(vectors: VectorizeVector[]): Promise<unknown>;
  query(
    vector: Float32Array,
    options: VectorizeQueryOptions,
  ): Promise<{ matches: { id: string; score: number }[] }>;
  deleteByIds(ids: string[]): Promise<unknown>;
};

/** Dimensions of the index, as docs/running.md creates it. Shorter vectors get zeros at their end, which change no cosine. */
const DIMS = 512;
/** Limits of Vectorize for a Worker: vectors an upsert, ids a delete (error 40007 above), results without values or metadata. */
const MAX_UPSERT = 1_000;
const MAX_DELETE = 100;
const MAX_RESULTS = 100;

/** Limit for a question, since somebody waits: a search by words alone is better than a late one. */
const QUESTION_LIMIT_MS = 2_000;
const WRITE_LIMIT_MS = 30_000;

/**
 * The vector store of the production environment, where `VECTORS` is bound. The index has the cosine metric, and a metadata index on
 * `sourceId` that was created before the first vector: a later metadata index does not see older vectors.
 */
export function vectorizeStore(vectorize: VectorizeBinding): VectorStore {
  return {
    async upsert(namespace, vectors) {
      for (const batch of batchesOf(vectors, MAX_UPSERT)) {
        const rows = batch.map(({ id, values, sourceId }) => ({
          id,
          namespace,
          values: padded(values).map((value) => value / 127),
          metadata: { sourceId },
        }));
        await answered(() => vectorize.upsert(rows), WRITE_LIMIT_MS);
      }
    },
    async query(namespace, vector, { limit, sourceId }) {
      const { matches } = await answered(
        () =>
          vectorize.query(padded(vector), {
            namespace,
            topK: Math.min(limit, MAX_RESULTS),
            returnValues: false,
            returnMetadata: "none",
            ...(sourceId ? { filter: { sourceId } } : {}),
          }),
        QUESTION_LIMIT_MS,
      );
      return matches.map(({ id, score }) => ({ id, cosine: score }));
    },
    async delete(ids) {
      for (const batch of batchesOf(ids, MAX_DELETE))
        await answered(() => vectorize.deleteByIds(batch), WRITE_LIMIT_MS);
    },
  };
}

function batchesOf<Item>(items: Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, i) =>
    items.slice(i * size, (i + 1) * size),
  );
}

function padded(components: Int8Array | Float32Array): Float32Array {
  const values = new Float32Array(Math.max(components.length, DIMS));
  values.set(components);
  return values;
}

async function answered<Answer>(call: () => Promise<Answer>, limitMs: number): Promise<Answer> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`no answer in ${limitMs} ms`)), limitMs);
  try {
    return await Promise.race([call(), late]);
  } catch (cause) {
    throw new AppError("unavailable", "The vector index does not answer. Try again in a minute.", { cause });
  } finally {
    clearTimeout(timer);
  }
}

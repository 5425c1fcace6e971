import { AppError } from "#worker/errors.ts";
import type { VectorStore } from "./vector-store.ts";

/** What we use of the binding; Vectorize has no local simulator, so tests give one made by hand. */
export type VectorizeBinding = Pick<Vectorize, "upsert" | "query" | "deleteByIds">;

/** Limits of Vectorize for a Worker: vectors an upsert, ids a delete (error 40007 above), results without values or metadata. */
const MAX_UPSERT = 1_000;
const MAX_DELETE = 100;
const MAX_RESULTS = 100;

/**
 * The vector store of the production environment, where `VECTORS` is bound. The index has the cosine metric, and a metadata index
 * on `sourceId` that was created before the first vector: later ones do not see older vectors.
 */
export function vectorizeStore(vectorize: VectorizeBinding): VectorStore {
  return {
    async upsert(namespace, vectors) {
      for (const batch of batchesOf(vectors, MAX_UPSERT)) {
        const rows = batch.map(({ id, values, sourceId }) => ({
          id,
          namespace,
          values: Float32Array.from(values, (value) => value / 127),
          metadata: { sourceId },
        }));
        await answered(vectorize.upsert(rows));
      }
    },
    async query(namespace, vector, { limit, sourceId }) {
      const { matches } = await answered(
        vectorize.query(vector, {
          namespace,
          topK: Math.min(limit, MAX_RESULTS),
          returnValues: false,
          returnMetadata: "none",
          ...(sourceId ? { filter: { sourceId } } : {}),
        }),
      );
      return matches.map(({ id, score }) => ({ id, cosine: score }));
    },
    async delete(ids) {
      for (const batch of batchesOf(ids, MAX_DELETE)) await answered(vectorize.deleteByIds(batch));
    },
  };
}

function batchesOf<Item>(items: Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, i) =>
    items.slice(i * size, (i + 1) * size),
  );
}

async function answered<Answer>(call: Promise<Answer>): Promise<Answer> {
  try {
    return await call;
  } catch (cause) {
    throw new AppError("unavailable", "The vector index does not answer. Try again in a minute.", { cause });
  }
}

import { runInDurableObject } from "cloudflare:test";
import type { VectorizeBinding } from "#worker/platform/vectors/vectorize-store.ts";
import type { DocsIndex } from "./docs-index.ts";

type Row = { namespace: string; sourceId: unknown; values: number[] };

/**
 * Vectorize by hand, since Vectorize has no simulator: rows by id, compared as the cosine metric does, in the namespace and source
 * asked for. `isDown` makes every call fail, and writes while `isLate` is true are seen only after `catchUp`.
 */
export class VectorBindingByHand implements VectorizeBinding {
  readonly rows = new Map<string, Row>();
  readonly questions: VectorizeQueryOptions[] = [];
  isDown = false;
  isLate = false;
  /** Function that runs once, while the next vectors are on their way. */
  meanwhile: (() => Promise<unknown>) | null = null;
  #late: (() => void)[] = [];

  async upsert(vectors: VectorizeVector[]): Promise<void> {
    const { meanwhile } = this;
    this.meanwhile = null;
    await meanwhile?.();
    this.#write(() => {
      for (const { id, namespace = "", values, metadata } of vectors)
        this.rows.set(id, { namespace, sourceId: metadata?.["sourceId"], values: [...values] });
    });
  }

  async deleteByIds(ids: string[]): Promise<void> {
    this.#write(() => ids.forEach((id) => this.rows.delete(id)));
  }

  async query(vector: Float32Array, options: VectorizeQueryOptions) {
    this.#answer();
    this.questions.push(options);
    const { namespace, filter, topK } = options;
    const matches = [...this.rows]
      .filter(([, row]) => row.namespace === namespace && row.sourceId === filter?.["sourceId"])
      .map(([id, { values }]) => ({
        id,
        score: values.reduce((sum, value, i) => sum + value * vector[i]!, 0),
      }))
      .sort((a, b) => b.score - a.score)
      .slice(0, topK);
    return { matches };
  }

  /** Ids of a source that are there, ascending. */
  idsOf(sourceId: string): string[] {
    return [...this.rows.keys()].filter((id) => id.startsWith(`${sourceId}:`)).sort();
  }

  /** Makes late writes seen. */
  catchUp(): void {
    this.isLate = false;
    for (const write of this.#late.splice(0)) write();
  }

  #write(write: () => void): void {
    this.#answer();
    if (this.isLate) this.#late.push(write);
    else write();
  }

  #answer(): void {
    if (this.isDown) throw new Error("VECTOR_QUERY_ERROR (code = 40006): internal host vx-17");
  }
}

/** Binds the vector store in one object, and leaves room in its memory for `maxVectorBytes`. */
export async function bindVectors(
  index: DurableObjectStub<DocsIndex>,
  vectors: VectorizeBinding,
  { maxVectorBytes = 0 } = {},
): Promise<void> {
  await runInDurableObject(index, (instance) => {
    const object = instance as unknown as { env: object };
    object.env = { ...object.env, VECTORS: vectors };
    instance.maxVectorBytes = maxVectorBytes;
  });
}

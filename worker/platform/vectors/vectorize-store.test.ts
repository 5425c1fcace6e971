import { describe, expect, it, vi } from "vitest";
import { vectorizeStore } from "./vectorize-store.ts";
import type { VectorizeBinding } from "./vectorize-store.ts";

describe("vectorizeStore", () => {
  it("writes and deletes in batches that the platform takes, and no vector is lost", async () => {
    const { binding, rows, batches } = vectorizeByHand();
    const store = vectorizeStore(binding);
    const vectors = Array.from({ length: 2_345 }, (_, i) => vectorOf(`v${i}`));
    await store.upsert("u_1", vectors);
    expect(rows.size).toBe(2_345);
    expect(rows.get("v2344")).toMatchObject({ namespace: "u_1", metadata: { sourceId: "src_1" } });
    const values = [...rows.get("v0")!.values];
    expect(values.slice(0, 3).map((value) => value.toFixed(3))).toEqual(["1.000", "-0.504", "0.000"]);
    expect(values).toHaveLength(512);
    await store.delete(vectors.slice(0, 250).map(({ id }) => id));
    expect(rows.size).toBe(2_095);
    expect(batches).toEqual({ upsert: [1_000, 1_000, 345], delete: [100, 100, 50] });
    await store.upsert("u_1", []);
    await store.delete([]);
    expect(batches.upsert).toHaveLength(3);
  });

  it("asks for ids alone, in one namespace, 100 at most", async () => {
    const { binding, queries } = vectorizeByHand();
    const store = vectorizeStore(binding);
    await store.upsert("public", [vectorOf("a")]);
    expect(await store.query("public", Float32Array.of(1, 0), { limit: 500, sourceId: "src_1" })).toEqual([
      { id: "a", cosine: 0.5 },
    ]);
    await store.query("u_1", Float32Array.of(1, 0), { limit: 7 });
    const plain = { returnValues: false, returnMetadata: "none" };
    expect(queries).toEqual([
      { namespace: "public", topK: 100, filter: { sourceId: "src_1" }, ...plain },
      { namespace: "u_1", topK: 7, ...plain },
    ]);
  });

  it("says in our own words that the index does not answer", async () => {
    const store = vectorizeStore({ upsert: broken, query: broken, deleteByIds: broken });
    const unavailable = { code: "unavailable", message: expect.not.stringContaining("vx-17") };
    await expect(store.upsert("public", [vectorOf("a")])).rejects.toMatchObject(unavailable);
    await expect(store.query("public", Float32Array.of(1, 0), { limit: 1 })).rejects.toMatchObject(
      unavailable,
    );
    await expect(store.delete(["a"])).rejects.toMatchObject(unavailable);
  });

  it("waits two seconds for what is near a question, and half a minute for what is written", async () => {
    vi.useFakeTimers();
    const store = vectorizeStore({ upsert: never, query: never, deleteByIds: never });
    const unavailable = expect.objectContaining({ code: "unavailable" });
    const failed: string[] = [];
    const note = (what: string) => (error: unknown) => {
      expect(error).toEqual(unavailable);
      failed.push(what);
    };
    void store.query("public", Float32Array.of(1, 0), { limit: 1 }).catch(note("query"));
    void store.upsert("public", [vectorOf("a")]).catch(note("upsert"));
    void store.delete(["a"]).catch(note("delete"));
    await vi.advanceTimersByTimeAsync(2_000);
    expect(failed).toEqual(["query"]);
    await vi.advanceTimersByTimeAsync(28_000);
    expect(failed).toEqual(["query", "upsert", "delete"]);
    vi.useRealTimers();
  });
});

function never(): Promise<never> {
  return new Promise(() => {});
}

function broken(): Promise<never> {
  return Promise.reject(new Error("VECTOR_QUERY_ERROR (code = 40006): internal host vx-17"));
}

function vectorOf(id: string) {
  return { id, values: Int8Array.of(127, -64), sourceId: "src_1" };
}

/** Stub of Vectorize for the tests: rows by id, and every id at the same distance. */
function vectorizeByHand() {
  const rows = new Map<string, VectorizeVector>();
  const batches = { upsert: [] as number[], delete: [] as number[] };
  const queries: unknown[] = [];
  const binding: VectorizeBinding = {
    async upsert(vectors) {
      batches.upsert.push(vectors.length);
      for (const vector of vectors) rows.set(vector.id, vector);
      return { mutationId: "1" };
    },
    async query(_vector, options) {
      queries.push(options);
      const matches = [...rows.values()].filter(({ namespace }) => namespace === options?.namespace);
      return { count: matches.length, matches: matches.map(({ id }) => ({ id, score: 0.5 })) };
    },
    async deleteByIds(ids) {
      batches.delete.push(ids.length);
      for (const id of ids) rows.delete(id);
      return { mutationId: "2" };
    },
  };
  return { binding, rows, batches, queries };
}

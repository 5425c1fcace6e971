import { describe, expect, it } from "vitest";
import { VectorCache } from "./vector-cache.ts";

const DIMS = 6;
/** Some batches of rows, of as many components as the static embedder has. */
const MANY_ROWS = 10_000;
const MANY_DIMS = 128;

describe("VectorCache", () => {
  it("finds the nearest as comparing with each one does", () => {
    const cache = new VectorCache("test", DIMS);
    const chunks = fill(cache, 40, 25);
    const question = unit(7);
    const expected = chunks
      .map(({ chunkId, vector }) => ({ chunkId, cosine: dot(question, vector) / 127 }))
      .filter(({ cosine }) => cosine > 0)
      .sort((a, b) => b.cosine - a.cosine || a.chunkId - b.chunkId);
    for (const limit of [1, 10, 300]) {
      const nearest = cache.nearest(question, limit);
      expect(nearest.map(({ cosine }) => cosine.toFixed(5))).toEqual(
        expected.slice(0, limit).map(({ cosine }) => cosine.toFixed(5)),
      );
    }
    expect(cache.nearest(question, 5000)).toHaveLength(expected.length);
    expect(cache.cosine(question, 3, chunks[53]!.chunkId)).toBeCloseTo(
      dot(question, chunks[53]!.vector) / 127,
    );
  });

  it("forgets a page, takes its new chunks, and says when most rows are dead", () => {
    const cache = new VectorCache("test", DIMS);
    fill(cache, 200, 10);
    const question = unit(1);
    cache.remove(1);
    cache.remove(1);
    cache.remove(999);
    expect(cache.nearest(question, 5000).some(({ chunkId }) => chunkId <= 10)).toBe(false);
    expect(cache.cosine(question, 1, 1)).toBeNull();
    cache.add(1, 5001, 1, bytesOf([quantised(question)]));
    expect(cache.nearest(question, 5000).some(({ chunkId }) => chunkId === 5001)).toBe(true);
    expect(cache.cosine(question, 1, 5001)).toBeGreaterThan(0.99);
    expect(cache.isSparse).toBe(false);
    for (let page = 2; page <= 150; page++) cache.remove(page);
    expect(cache.isSparse).toBe(true);
  });

  it("is one of many: an isolate has the caches of as many indexes as are asked", () => {
    const caches = Array.from({ length: 300 }, () => new VectorCache("test", DIMS));
    caches.forEach((cache, i) => fill(cache, 1 + (i % 3), 2));
    expect(caches.map((cache) => cache.nearest(unit(1), 1)[0]?.chunkId)).toEqual(caches.map(() => 1));
  });

  it("leaves out vectors and questions of other dimensions", () => {
    const cache = new VectorCache("test", DIMS);
    cache.add(1, 1, 2, new Uint8Array(DIMS));
    cache.add(2, 3, 0, new Uint8Array(0));
    cache.add(3, 4, 1, bytesOf([quantised(unit(1))]));
    expect(cache.nearest(unit(1), 10).map(({ chunkId }) => chunkId)).toEqual([4]);
    expect(cache.nearest(new Float32Array(3).fill(0.5), 10)).toEqual([]);
    expect(cache.cosine(new Float32Array(3), 3, 4)).toBeNull();
  });

  it("finds all of the nearest of a large cache, and none of a removed page", () => {
    const random = drawn(1);
    const draw = () => Float32Array.from({ length: MANY_DIMS }, () => random() + random() + random() - 1.5);
    const topics = Array.from({ length: 40 }, draw);
    const near = (topic: Float32Array) => {
      const other = draw();
      const mixed = topic.map((value, i) => value + 0.8 * other[i]!);
      const length = Math.hypot(...mixed);
      return mixed.map((value) => value / length);
    };
    const vectors = Array.from({ length: MANY_ROWS }, (_, row) =>
      Int8Array.from(near(topics[row % topics.length]!), (value) => Math.round(value * 127)),
    );
    const cache = new VectorCache("test", MANY_DIMS);
    vectors.forEach((vector, row) => cache.add(row + 1, row + 1, 1, new Uint8Array(vector.buffer)));
    let found = 0;
    for (const topic of topics.slice(0, 5)) {
      const question = near(topic);
      const cosines = vectors.map((vector) => vector.reduce((sum, v, i) => sum + v * question[i]!, 0));
      const order = cosines.map((_, row) => row).sort((a, b) => cosines[b]! - cosines[a]!);
      const expected = new Set(order.slice(0, 100).map((row) => row + 1));
      const nearest = cache.nearest(question, 100);
      expect(nearest).toHaveLength(100);
      found += nearest.filter(({ chunkId }) => expected.has(chunkId)).length;
      const [best] = nearest;
      cache.remove(best!.chunkId);
      expect(cache.nearest(question, 100).some(({ chunkId }) => chunkId === best!.chunkId)).toBe(false);
      cache.add(best!.chunkId, best!.chunkId, 1, new Uint8Array(vectors[best!.chunkId - 1]!.buffer));
    }
    expect(found).toBe(500);
  });
});

/** Pages 1 to `pages` with chunks numbered from 1. */
function fill(cache: VectorCache, pages: number, chunksOfPage: number) {
  const chunks: { chunkId: number; vector: Int8Array }[] = [];
  for (let page = 1; page <= pages; page++) {
    const first = chunks.length + 1;
    const vectors = Array.from({ length: chunksOfPage }, (_, i) => quantised(unit(first + i)));
    vectors.forEach((vector, i) => chunks.push({ chunkId: first + i, vector }));
    cache.add(page, first, chunksOfPage, bytesOf(vectors));
  }
  return chunks;
}

/** A unit vector that differs from those of other seeds. */
function unit(seed: number): Float32Array {
  const vector = Float32Array.from({ length: DIMS }, (_, i) => Math.sin(seed * 12.9898 + i * 78.233));
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

function quantised(vector: Float32Array): Int8Array {
  return Int8Array.from(vector, (value) => Math.round(value * 127));
}

function bytesOf(vectors: Int8Array[]): Uint8Array {
  return Uint8Array.from(vectors.flatMap((vector) => [...new Uint8Array(vector.buffer)]));
}

function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  return Array.from(a).reduce((sum, value, i) => sum + value * b[i]!, 0);
}

/** Numbers from 0 to 1. */
function drawn(seed: number): () => number {
  let state = seed;
  return () => (state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff) / 0x7fffffff;
}

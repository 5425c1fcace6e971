import { describe, expect, it } from "vitest";
import { VectorCache } from "./vector-cache.ts";

const DIMS = 6;

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

  it("leaves out vectors and questions of other dimensions", () => {
    const cache = new VectorCache("test", DIMS);
    cache.add(1, 1, 2, new Uint8Array(DIMS));
    cache.add(2, 3, 0, new Uint8Array(0));
    cache.add(3, 4, 1, bytesOf([quantised(unit(1))]));
    expect(cache.nearest(unit(1), 10).map(({ chunkId }) => chunkId)).toEqual([4]);
    expect(cache.nearest(new Float32Array(3).fill(0.5), 10)).toEqual([]);
    expect(cache.cosine(new Float32Array(3), 3, 4)).toBeNull();
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

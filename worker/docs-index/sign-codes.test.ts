import { expect, it } from "vitest";
import { largest, scoreSigns, signsOf } from "./sign-codes.ts";
import { VectorCache } from "./vector-cache.ts";

/** Above the size at which the cache chooses rows by their signs, which smaller indexes never do. */
const ROWS = 24_000;
const DIMS = 128;

it("adds the question's components with the signs of each row", () => {
  const rows = [
    [5, -3, 0, 1, 2, -128, 7, 8, -9],
    [-1, -1, -1, -1, -1, -1, -1, -1, -1],
  ];
  const question = Float32Array.from([0.5, 0.25, -0.5, 1, 2, 4, -1, 0.125, 8]);
  const signs = signsOf(new Uint8Array(Int8Array.from(rows.flat()).buffer), 2, 9);
  const expected = rows.map((row) =>
    row.reduce((sum, value, i) => sum + (value >= 0 ? question[i]! : -question[i]!), 0),
  );
  expect([...scoreSigns(question, signs, 2)]).toEqual(expected);
});

it("chooses at least as many of the largest as there are above zero", () => {
  const scores = Float32Array.from([0.1, -1, 0.9, 0, 0.5, 0.9]);
  expect([...largest(scores, 2)]).toEqual([2, 5]);
  expect([...largest(scores, 100)]).toEqual([0, 2, 4, 5]);
  expect([...largest(new Float32Array(3), 2)]).toEqual([]);
});

it("finds nearly all of the nearest of a large cache, and none of a removed page", () => {
  const random = numbers(1);
  const draw = () => Float32Array.from({ length: DIMS }, () => random() + random() + random() - 1.5);
  const topics = Array.from({ length: 40 }, draw);
  const near = (topic: Float32Array) => {
    const other = draw();
    const mixed = topic.map((value, i) => value + 0.8 * other[i]!);
    const length = Math.hypot(...mixed);
    return mixed.map((value) => value / length);
  };
  const vectors = Array.from({ length: ROWS }, (_, row) =>
    Int8Array.from(near(topics[row % topics.length]!), (value) => Math.round(value * 127)),
  );
  const cache = new VectorCache("test", DIMS);
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
  expect(found).toBeGreaterThan(475);
});

function numbers(seed: number): () => number {
  let state = seed;
  return () => (state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff) / 0x7fffffff;
}

import { expect, it } from "vitest";
import { confidenceOf, judgeAnswer, minConfidence } from "./confidence.ts";

const entry = (cosine: number | null, chunkCoverage: number, pageCoverage: number) =>
  ({ candidate: { cosine }, chunkCoverage, pageCoverage }) as Parameters<typeof confidenceOf>[0][number];

const source = (name: string, isNamed = false) => ({ name, isNamed });
const MIN_CONFIDENCE = minConfidence([source("zod")]);

it("asks more of the best of several sources, unless the question names some of them", () => {
  const two = [source("vite"), source("hono")];
  expect(minConfidence(two)).toBeGreaterThan(MIN_CONFIDENCE);
  expect(minConfidence([...two, source("react"), source("node")])).toBeGreaterThan(minConfidence(two));
  expect(minConfidence([...two, source("zod", true)])).toBeLessThan(MIN_CONFIDENCE);
  expect(minConfidence([source("vite", true), source("hono", true)])).toBe(minConfidence(two));
  expect(minConfidence([source("zod", true), source("Zod", true)])).toBe(MIN_CONFIDENCE);
});

it("asks more where the question names a library that is none of the sources", () => {
  const two = [source("vite"), source("hono")];
  expect(minConfidence(two, true)).toBeGreaterThan(minConfidence(two));
  expect(minConfidence([source("vite", true)], true)).toBe(minConfidence([source("vite", true)]));
});

it("is sure of a chunk that holds the question's words and means the same", () => {
  expect(confidenceOf([entry(0.6, 0.9, 1)])).toBeGreaterThan(MIN_CONFIDENCE);
});

it("is not sure of a chunk that shares a common word", () => {
  expect(confidenceOf([entry(0.2, 0.2, 0.4)])).toBeLessThan(MIN_CONFIDENCE);
});

it("judges by words alone where there are no vectors", () => {
  expect(confidenceOf([entry(null, 0.9, 1)])).toBeGreaterThan(MIN_CONFIDENCE);
  expect(confidenceOf([entry(null, 0.2, 0.3)])).toBeLessThan(MIN_CONFIDENCE);
});

it("is sure, nearest or absent: nothing is refused that might be there", () => {
  const one = [source("zod", true)];
  const plain = { isOtherNamed: false, isNarrowed: false };
  expect(judgeAnswer([entry(0.6, 0.9, 1)], one, plain)).toBe("sure");
  expect(judgeAnswer([entry(0.2, 0.4, 0.6)], one, plain)).toBe("nearest");
  expect(judgeAnswer([entry(0.1, 0.1, 0.2)], one, plain)).toBe("absent");
  expect(judgeAnswer([], one, plain)).toBe("absent");
});

it("is absent where another library is named, unless the caller chose the sources", () => {
  const two = [source("vite"), source("hono")];
  const weak = [entry(0.2, 0.4, 0.6)];
  expect(judgeAnswer(weak, two, { isOtherNamed: true, isNarrowed: false })).toBe("absent");
  expect(judgeAnswer(weak, two, { isOtherNamed: true, isNarrowed: true })).toBe("nearest");
  // An answer that would be sure without that name is worth showing.
  const good = [entry(0.3, 0.7, 0.7)];
  expect(judgeAnswer(good, two, { isOtherNamed: false, isNarrowed: false })).toBe("sure");
  expect(judgeAnswer(good, two, { isOtherNamed: true, isNarrowed: false })).toBe("nearest");
});

it("is 0 without candidates", () => {
  expect(confidenceOf([])).toBe(0);
});

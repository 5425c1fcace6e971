import { expect, it } from "vitest";
import { confidenceOf, minConfidence } from "./confidence.ts";

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

it("is 0 without candidates", () => {
  expect(confidenceOf([])).toBe(0);
});

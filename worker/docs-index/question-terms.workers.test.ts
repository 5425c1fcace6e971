import { env } from "cloudflare:test";
import { expect, it, vi } from "vitest";
import { assetFiles } from "#worker/platform/data-files.ts";
import { questionTerms } from "./question-terms.ts";
import { analyzeQuestion } from "./terms.ts";

const log = { error: vi.fn<(event: string, error: unknown) => void>() };
const QUESTION = "the same order arrives two times when the network fails";

it("goes on with what was asked when the phrase book cannot be read, and reads it at the next question", async () => {
  const dataFiles = { bytes: () => Promise.reject(new Error("no assets")) };
  expect(await questionTerms({ services: { dataFiles }, log }, QUESTION)).toEqual(analyzeQuestion(QUESTION));
  expect(log.error).toHaveBeenCalledWith("phrase-book.failed", expect.any(Error));
  const { terms } = await questionTerms({ services: { dataFiles: assetFiles(env.ASSETS) }, log }, QUESTION);
  expect(terms.length).toBeGreaterThan(analyzeQuestion(QUESTION).terms.length);
});

it("adds what documentation has for a question in everyday words, behind what was asked and for less", async () => {
  const { terms } = await termsOf(QUESTION);
  const asked = analyzeQuestion(QUESTION).terms;
  expect(terms.slice(0, asked.length)).toEqual(asked);
  const added = terms.slice(asked.length);
  expect(added.map(({ term }) => term)).toContain("redeliveri");
  expect(added.every(({ weight, isAdded }) => isAdded && weight < 1)).toBe(true);
  expect(new Set(terms.map(({ term }) => term)).size).toBe(terms.length);
  expect(added.length).toBeLessThanOrEqual(6);
});

it("puts keywords behind the question, for less, and each word once", async () => {
  const { terms } = await termsOf("mock a module", ["vi.mock", "module factory", "hoisted"]);
  expect(terms.slice(0, 2)).toEqual(analyzeQuestion("mock a module").terms.slice(0, 2));
  const guessed = terms.slice(2).filter(({ isAdded }) => isAdded);
  expect(guessed.map(({ term }) => term)).toEqual(expect.arrayContaining(["vi.mock", "factori", "hoist"]));
  expect(guessed.every(({ weight }) => weight <= 0.5)).toBe(true);
  expect(new Set(terms.map(({ term }) => term)).size).toBe(terms.length);
  // A question of 24 words keeps them all beside 8 long keywords.
  const long = Array.from({ length: 24 }, (_, n) => `alpha${n}`).join(" ");
  const own = analyzeQuestion(long).terms.map(({ term }) => term);
  const all = await termsOf(
    long,
    Array.from({ length: 8 }, (_, n) => `beta${n} gamma${n} delta${n} x${n}`),
  );
  expect(all.terms.map(({ term }) => term)).toEqual(expect.arrayContaining(own));
  expect(all.terms.length).toBeLessThanOrEqual(24 + 24 + 12);
});

it("adds nothing to what is near to no example", async () => {
  for (const question of ["zorbulator", "", "¿?", "文档搜索"])
    expect(await termsOf(question)).toEqual(analyzeQuestion(question));
});

function termsOf(question: string, keywords?: string[]) {
  return questionTerms({ services: { dataFiles: assetFiles(env.ASSETS) }, log }, question, keywords);
}

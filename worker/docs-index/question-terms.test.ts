import { expect, it } from "vitest";
import { questionTerms } from "./question-terms.ts";
import { analyzeQuestion } from "./terms.ts";

it("adds what documentation has for a question in everyday words, behind what was asked and for less", () => {
  const question = "the same order arrives two times when the network fails";
  const { terms } = questionTerms(question);
  const asked = analyzeQuestion(question).terms;
  expect(terms.slice(0, asked.length)).toEqual(asked);
  const added = terms.slice(asked.length);
  expect(added.map(({ term }) => term)).toContain("redeliveri");
  expect(added.every(({ weight, isAdded }) => isAdded && weight < 1)).toBe(true);
  expect(new Set(terms.map(({ term }) => term)).size).toBe(terms.length);
  expect(added.length).toBeLessThanOrEqual(6);
});

it("adds nothing to what is near to no example", () => {
  for (const question of ["zorbulator", "", "¿?", "文档搜索"])
    expect(questionTerms(question)).toEqual(analyzeQuestion(question));
});

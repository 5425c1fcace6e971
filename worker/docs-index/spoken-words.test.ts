import { expect, test } from "vitest";
import { spokenTerms } from "./spoken-words.ts";
import { analyzeQuestion } from "./terms.ts";

test.each([
  ["my worker hangs", ["block", "deadlock", "wait"]],
  ["the child is killed", ["termin", "cancel", "stop"]],
  ["turn it off", ["disabl"]],
  ["how do I open a socket", []],
  ["", []],
])("%j may be documented with %j", (question, terms) => {
  expect(spokenTerms(question)).toEqual(terms);
});

test("two words stand for something only near each other and in order", () => {
  expect(spokenTerms("log the user in")).toContain("authent");
  expect(spokenTerms("log every request that comes in")).not.toContain("authent");
  expect(spokenTerms("in log")).not.toContain("authent");
});

test("adds no word that the question has, and no more than six", () => {
  expect(spokenTerms("hang and deadlock")).toEqual(["block", "wait"]);
  expect(spokenTerms("kill, hang, crash, complain, refuse, freeze")).toHaveLength(6);
});

test("an added term counts less than one that was asked for, and stands behind it", () => {
  const { terms } = analyzeQuestion("worker hangs");
  expect(terms.map(({ term, isAdded = false }) => [term, isAdded])).toEqual([
    ["worker", false],
    ["hang", false],
    ["block", true],
    ["deadlock", true],
    ["wait", true],
  ]);
  expect(terms.every(({ weight, isAdded }) => (isAdded ? weight < 1 : weight === 1))).toBe(true);
});

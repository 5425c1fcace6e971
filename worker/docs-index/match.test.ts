import { expect, it } from "vitest";
import { matchAny } from "./match.ts";

it("asks for any of the terms that are there", () => {
  expect(matchAny(["use", "std::vec", "none"], [3, 1, 0], 10)).toBe('"std::vec" OR "use"');
  expect(matchAny(["none"], [0], 10)).toBeNull();
  expect(matchAny([], [], 0)).toBeNull();
});

it("leaves out common terms when three others are left", () => {
  expect(matchAny(["the", "a1", "a2", "a3"], [90, 1, 2, 3], 100)).toBe('"a1" OR "a2" OR "a3"');
  expect(matchAny(["the", "a1", "a2"], [90, 1, 2], 100)).toBe('"a1" OR "a2" OR "the"');
});

it("leaves out the commonest terms of a question to a large index, but not below two", () => {
  const terms = ["t1", "t2", "t3", "t4"];
  expect(matchAny(terms, [9_000, 8_000, 7_000, 6_000], 1_000_000)).toBe('"t4" OR "t3"');
  expect(matchAny(terms, [1_500, 1_400, 1_300, 1_200], 1_000_000)).toBe('"t4" OR "t3" OR "t2"');
  expect(matchAny(terms, [1_000, 1_000, 1_000, 1_000], 1_000_000)).toBe('"t1" OR "t2" OR "t3" OR "t4"');
});

it("lets nothing through that the query language would read", () => {
  const hostile = ['a" OR "b', "a b", "x\0y", "", "it's", "a`b"];
  expect(matchAny([...hostile, "NOT"], [1, 1, 1, 1, 1, 1, 1], 10)).toBe('"NOT"');
});

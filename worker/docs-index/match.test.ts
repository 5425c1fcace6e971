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

it("leaves out the commonest terms of a long question to a large index, but not below five", () => {
  const terms = ["t1", "t2", "t3", "t4", "t5", "t6"];
  const frequencies = [15_000, 14_000, 13_000, 12_000, 11_000, 10_000];
  expect(matchAny(terms, frequencies, 1_000_000)).toBe('"t6" OR "t5" OR "t4" OR "t3" OR "t2"');
});

it("lets nothing through that the query language would read", () => {
  const hostile = ['a" OR "b', "a b", "x\0y", "", "it's", "a`b"];
  expect(matchAny([...hostile, "NOT"], [1, 1, 1, 1, 1, 1, 1], 10)).toBe('"NOT"');
});

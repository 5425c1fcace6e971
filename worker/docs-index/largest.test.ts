import { expect, it } from "vitest";
import { largest } from "./largest.ts";

it("chooses at least as many of the largest as there are above zero", () => {
  const scores = Float32Array.from([0.1, -1, 0.9, 0, 0.5, 0.9]);
  expect([...largest(scores, 2)]).toEqual([2, 5]);
  expect([...largest(scores, 100)]).toEqual([0, 2, 4, 5]);
  expect([...largest(new Float32Array(3), 2)]).toEqual([]);
});

import { expect, it } from "vitest";
import { hasWords } from "./has-words.ts";
import { turnTo } from "./turn-to.ts";

it("turns a list in pages, and never past its ends", () => {
  const items = Array.from({ length: 201 }, (_, index) => index);
  expect(turnTo(items, 2, 100)).toMatchObject({ page: 2, pages: 3, items: [200] });
  expect(turnTo(items, 9, 100).page).toBe(2);
  expect(turnTo(items, -1, 100)).toMatchObject({ page: 0, items: items.slice(0, 100) });
  expect(turnTo([], 0, 100)).toEqual({ items: [], page: 0, pages: 1 });
});

it("finds all words in any case and order; no words are in every text", () => {
  expect(hasWords("CI runner doc_ab12", "RUNNER ci")).toBe(true);
  expect(hasWords("CI runner doc_ab12", "ci laptop")).toBe(false);
  expect(hasWords("anything", "  ")).toBe(true);
});

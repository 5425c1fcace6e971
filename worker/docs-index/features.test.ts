import { describe, expect, it } from "vitest";
import { countInChunk, QuestionTerms } from "./features.ts";
import { codeOf, packChunkTerms, unpackChunkTerms } from "./term-codes.ts";

const question = ["a", "c", "zebra"];

describe("chunk features", () => {
  it("counts the question's terms in each field", () => {
    const terms = chunkOf("a b", "c c", "x a c a y");
    expect(countInChunk(new QuestionTerms(question), terms)).toEqual({
      title: { counts: [1, 0, 0], length: 2 },
      heading: { counts: [0, 2, 0], length: 2 },
      body: { counts: [2, 1, 0], length: 5 },
    });
  });

  it("keeps thousands of terms apart", () => {
    const many = Array.from({ length: 3000 }, (_, i) => `term${i}`);
    const terms = new QuestionTerms(many);
    expect(many.map((term) => terms.indexOf(codeOf(term)))).toEqual(many.map((_, i) => i));
    expect(terms.indexOf(codeOf("other"))).toBe(-1);
    expect(new QuestionTerms([]).indexOf(codeOf("other"))).toBe(-1);
  });
});

function chunkOf(title: string, heading: string, body: string) {
  const packed = packChunkTerms(title.split(" "), heading.split(" "), body.split(" "));
  return unpackChunkTerms(packed.buffer as ArrayBuffer);
}

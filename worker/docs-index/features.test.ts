import { array, assert, constantFrom, property } from "fast-check";
import { describe, expect, it } from "vitest";
import { countInChunk, QuestionTerms, smallestWindow } from "./features.ts";
import { codeOf, packChunkTerms, unpackChunkTerms } from "./term-codes.ts";

const words = array(constantFrom(..."abcdefgh"), { maxLength: 60 });
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

  it("finds the shortest run with all terms that are there", () => {
    const asked = new QuestionTerms(question);
    expect(smallestWindow(asked, codesOf("a x x x c x a"))).toEqual({ terms: 2, length: 3 });
    expect(smallestWindow(asked, codesOf("x a x"))).toEqual({ terms: 1, length: 1 });
    expect(smallestWindow(asked, codesOf("x y"))).toEqual({ terms: 0, length: 0 });
    assert(
      property(words, words, (body, others) => {
        const terms = [...new Set(others)];
        const found = smallestWindow(new QuestionTerms(terms), codesOf(body.join(" ")));
        expect(found).toEqual(shortestRun(body, new Set(terms)));
      }),
    );
  });

  it("keeps thousands of terms apart", () => {
    const many = Array.from({ length: 3000 }, (_, i) => `term${i}`);
    const terms = new QuestionTerms(many);
    expect(many.map((term) => terms.indexOf(codeOf(term)))).toEqual(many.map((_, i) => i));
    expect(terms.indexOf(codeOf("other"))).toBe(-1);
    expect(new QuestionTerms([]).indexOf(codeOf("other"))).toBe(-1);
  });
});

function codesOf(text: string): Int32Array {
  return Int32Array.from(text.split(" "), codeOf);
}

function chunkOf(title: string, heading: string, body: string) {
  const packed = packChunkTerms(title.split(" "), heading.split(" "), body.split(" "));
  return unpackChunkTerms(packed.buffer as ArrayBuffer);
}

/** The plain way: every run of the body. */
function shortestRun(body: string[], asked: Set<string>): { terms: number; length: number } {
  const terms = new Set(body.filter((word) => asked.has(word))).size;
  if (terms === 0) return { terms: 0, length: 0 };
  for (let length = 1; ; length++) {
    for (let start = 0; start + length <= body.length; start++) {
      const run = body.slice(start, start + length).filter((word) => asked.has(word));
      if (new Set(run).size === terms) return { terms, length };
    }
  }
}

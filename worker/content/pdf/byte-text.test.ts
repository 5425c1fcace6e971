import * as fc from "fast-check";
import { expect, test } from "vitest";
import { ByteText } from "./byte-text.ts";

const MIB = 1024 * 1024;

function textOf(text: string): ByteText {
  return new ByteText(new Uint8Array(Buffer.from(text, "latin1")));
}

test("words that stand by themselves are counted as a pattern counts them", () => {
  const text = fc
    .array(fc.constantFrom("obj", "endobj", " ", "\n", "1", "<", "_", "o", "objx", "\xff"))
    .map((parts) => parts.join(""));
  fc.assert(
    fc.property(text, (one) => {
      expect(textOf(one).countWords("obj", 1000)).toBe([...one.matchAll(/\bobj\b/g)].length);
    }),
  );
  expect(textOf("obj ".repeat(50)).countWords("obj", 10)).toBe(11);
});

test("what stands where two windows meet is found, once", () => {
  for (const before of [MIB - 30, MIB - 8, MIB - 1, MIB, MIB + 3]) {
    const text = textOf(`${"x".repeat(before)} 7 0 obj [/FlateDecode] ${"y".repeat(MIB)} 8 0 obj /LZWDecode`);
    expect(text.matches(/7 0 obj/)).toBe(true);
    expect([7, 8, 9].map((number) => text.filterObject(number))).toEqual([
      "[/FlateDecode]",
      "/LZWDecode",
      undefined,
    ]);
  }
  // A reader of the file may take any object of the number.
  expect(textOf("7 0 obj /A 7 0 obj [/B /C] 7 0 obj /A").filterObject(7)).toBe("/A[/B /C]");
});

test("the end of a stream is that of the next one, whichever is asked for first", () => {
  const text = textOf("stream 1 endstream stream 2 endstream stream 3");
  const ends = [26, 7, 9, 8, 45, 26].map((start) => text.endOfStream(start));
  expect(ends).toEqual([28, 9, 9, 9, 46, 28]);
});

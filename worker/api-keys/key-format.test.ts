import * as fc from "fast-check";
import { expect, it } from "vitest";
import { generateKey, isWellFormedKey, maskKey, shownParts } from "./key-format.ts";

it("makes keys that are well formed and never the same", () => {
  const keys = Array.from({ length: 500 }, generateKey);
  for (const key of keys) {
    expect(key).toMatch(/^doc_[0-9A-Za-z]{38}$/);
    expect(isWellFormedKey(key)).toBe(true);
  }
  expect(new Set(keys).size).toBe(500);
});

it.each(["doc_0123456789abcdefghijklmnopqrstuv4gMklG", "doc_ZYXWVUTSRQPONMLKJIHGFEDCBAzyxwvu2QSK0j"])(
  "knows %s, whose checksum zlib has made",
  (key) => expect(isWellFormedKey(key)).toBe(true),
);

it("refuses a key with any one character changed, cut off or added", () => {
  const key = generateKey();
  fc.assert(
    fc.property(fc.nat(key.length - 1), fc.constantFrom(..."0Az_ -é"), (at, character) => {
      fc.pre(key[at] !== character);
      expect(isWellFormedKey(key.slice(0, at) + character + key.slice(at + 1))).toBe(false);
      expect(isWellFormedKey(key.slice(0, at))).toBe(false);
      expect(isWellFormedKey(key + character)).toBe(false);
    }),
  );
});

it.each(["", "doc_", "sk-live-123", "doc_" + "a".repeat(38), `${generateKey()}\n`, ` ${generateKey()}`])(
  "refuses %j",
  (text) => expect(isWellFormedKey(text)).toBe(false),
);

it("shows the first eight and the last four characters", () => {
  const key = generateKey();
  expect(maskKey(shownParts(key))).toBe(`${key.slice(0, 8)}...${key.slice(-4)}`);
});

import * as fc from "fast-check";
import { countTokens as countByReference } from "gpt-tokenizer/encoding/o200k_base";
import { describe, expect, it } from "vitest";
import { countTokens, cutToTokens } from "./tokens.ts";

function reference(text: string): number {
  return countByReference(text, { disallowedSpecial: new Set() });
}

/** Texts of the kind that splits in interesting places: words, code, white space, marks, scripts, astral and lone surrogates. */
const text = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 200 }),
  fc.string({ unit: "binary", maxLength: 200 }),
  fc.string({
    unit: fc.constantFrom(..."aAbZzéßǅʰ字か한ْ́09٣½ \t\r\n\u00a0\u3000'’.,/\\-_#{}<|>😀👩‍💻\ud800"),
    maxLength: 80,
  }),
  fc
    .array(
      fc.constantFrom(
        "don't",
        "I'LL",
        "WE'VE",
        "XMLHttpRequest",
        "use_effect",
        "    ",
        "\n\n",
        "```ts\n",
        "日本語",
        "naïve",
        "123456",
      ),
      { maxLength: 30 },
    )
    .map((words) => words.join("")),
);

describe("countTokens", () => {
  it("equals the reference on any text", () => {
    fc.assert(
      fc.property(text, (value) => {
        expect(countTokens(value)).toBe(reference(value));
      }),
      { numRuns: 3000 },
    );
  });

  it("counts special tokens as text", () => {
    expect(countTokens("<|endoftext|>")).toBe(reference("<|endoftext|>"));
    expect(countTokens("<|endoftext|>")).toBeGreaterThan(1);
  });

  it("gets through a long text without a break", () => {
    expect(countTokens("a".repeat(300_000))).toBe(37_500);
    expect(countTokens("Qx7/".repeat(50_000))).toBeGreaterThan(50_000);
    expect(countTokens(" ".repeat(300_000))).toBeGreaterThan(0);
  });
});

describe("cutToTokens", () => {
  it("gives a prefix within the budget that wastes little of it", () => {
    fc.assert(
      fc.property(text, fc.nat({ max: 60 }), (value, maxTokens) => {
        const prefix = cutToTokens(value, maxTokens);
        expect(value.startsWith(prefix)).toBe(true);
        expect(countTokens(prefix)).toBeLessThanOrEqual(maxTokens);
        expect(prefix === value).toBe(reference(value) <= maxTokens);
        const cutsPair =
          /[\ud800-\udbff]$/.test(prefix) && /^[\udc00-\udfff]/.test(value.slice(prefix.length));
        expect(cutsPair).toBe(false);
      }),
      { numRuns: 2000 },
    );
  });

  it("ends on a token", () => {
    expect(cutToTokens("The quick brown fox jumps", 3)).toBe("The quick brown");
    expect(cutToTokens("internationalization", 1)).toBe("international");
    expect(cutToTokens("anything", 0)).toBe("");
  });
});

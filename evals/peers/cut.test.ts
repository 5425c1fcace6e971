import { expect, it } from "vitest";
import { tokensOf } from "../ask.ts";
import { cutAt } from "./cut.ts";

const TEXT = "one two three four five six seven eight nine ten <|endoftext|> größe 東京";

it("keeps the first tokens of a text, and all of a shorter one", () => {
  const cuts = cutAt(TEXT, [3, 5, 1000] as const);
  expect(cuts[3]).toBe("one two three");
  expect(cuts[5]).toBe("one two three four five");
  expect(cuts[1000]).toBe(TEXT);
});

it("cuts at exactly the tokens that are counted elsewhere", () => {
  const long = TEXT.replaceAll("<|endoftext|>", "").repeat(50);
  expect(tokensOf(cutAt(long, [100])[100])).toBe(100);
  expect(cutAt("", [10])[10]).toBe("");
});

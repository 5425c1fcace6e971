import { expect, it } from "vitest";
import { alterationOf, rareWordsOf } from "./alter.ts";

const texts = Array.from(
  { length: 100 },
  (_, i) =>
    `Every document knows about widgets. Gadget number${"abcdefghij"[i % 10]}${"klmnopqrst"[Math.floor(i / 10)]} is rare.`,
);

const rare = rareWordsOf(texts);

it("replaces rare words alone, everywhere alike, in the case they have", () => {
  const alter = alterationOf(rare, 1, "one");
  const word = alter("numberak");
  expect(word).not.toBe("numberak");
  expect(alter("Every document knows about widgets.")).toBe("Every document knows about widgets.");
  expect(alter("Numberak NUMBERAK numberak")).toBe(
    `${word[0]!.toUpperCase()}${word.slice(1)} ${word.toUpperCase()} ${word}`,
  );
});

it("makes the same copy of the same seed, another of another, and replaces the share that it is given", () => {
  const words = texts.map((text) => /number\w+/u.exec(text)![0]);
  const changed = (seed: string) => words.filter((word) => alterationOf(rare, 0.3, seed)(word) !== word);
  expect(changed("one")).toEqual(changed("one"));
  expect(changed("one")).not.toEqual(changed("two"));
  expect(changed("one").length).toBeGreaterThan(15);
  expect(changed("one").length).toBeLessThan(45);
});

import { expect, it } from "vitest";
import { isCommonWord, isWrittenAsName } from "./common-words.ts";

it.each(["go", "click", "rich", "express", "node", "ts", "requests"])("%s is a common word", (word) => {
  expect(isCommonWord(word)).toBe(true);
});

it.each(["django", "react", "rust", "vite", "kubernetes"])("%s means one thing", (word) => {
  expect(isCommonWord(word)).toBe(false);
});

it.each([
  ["go modules replace directive", "go", true],
  ["read a file line by line in go", "go", true],
  ["how do I go about it", "go", false],
  ["go to a page and wait", "go", false],
  ["how does Go handle generics", "go", true],
  ["Go to the next page", "go", false],
  ["go 1.22 loop variable", "go", true],
  ["click the button in playwright", "click", false],
  ["click button playwright", "click", false],
  ["import click", "click", true],
  ["pip install click fails", "click", true],
  ["`click` option with several values", "click", true],
  ["click library prompt", "click", true],
  ["How Do I Click A Button", "click", false],
  ["rich text editor", "rich", true],
  ["a rich text editor", "rich", false],
  ["express error middleware", "express", true],
  ["routing in express, how", "express", true],
  ["with express consent of the user", "express", false],
  ['require("express")', "express", true],
  ['import x from "next/navigation"', "next", true],
  ["previous/next links", "next", false],
  ["go to the next page", "next", false],
  ["node of a tree", "node", false],
  ["delete a node from a list", "node", false],
  ["streams in node", "node", true],
  ["compare two secrets in constant time (node)", "node", true],
  ["compare two secrets (node) in constant time", "node", false],
  ["what happens if (node)", "node", false],
  ["call remove(node)", "node", false],
  ["vite.config.ts alias", "ts", false],
  ["strict mode in ts", "ts", true],
])("%s: %s as a name: %s", (question, word, expected) => {
  expect(isWrittenAsName(question, word, { isSpoken: true, isPackage: false })).toBe(expected);
});

it("what is only a package is named in code and beside words for packages", () => {
  const only = { isSpoken: false, isPackage: true };
  expect(isWrittenAsName("requests.get times out", "requests", only)).toBe(true);
  expect(isWrittenAsName("the regex crate and unicode", "regex", only)).toBe(false);
  expect(isWrittenAsName("the regex library and unicode", "regex", only)).toBe(true);
  expect(isWrittenAsName("regex for an address", "regex", only)).toBe(false);
  expect(isWrittenAsName("requests in flight", "requests", only)).toBe(false);
});

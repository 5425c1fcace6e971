import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { listPages, loadDataSet } from "./data.ts";
import { missingFrom } from "./squeeze.ts";

const here = dirname(fileURLToPath(import.meta.url));
const data = loadDataSet(join(here, "own"), join(here, "own"));
const textOf = (corpus: string, page: string) =>
  readFileSync(join(data.corpora.find(({ name }) => name === corpus)?.folder ?? "", page), "utf8");

it("has thirty different questions of every difficulty, about packages that are installed", () => {
  expect(data.corpora.every(({ folder }) => folder !== null)).toBe(true);
  expect(data.questions).toHaveLength(30);
  expect(new Set(data.questions.map(({ id }) => id)).size).toBe(30);
  expect(new Set(data.questions.map(({ query }) => query.toLowerCase())).size).toBe(30);
  expect(new Set(data.questions.map(({ difficulty }) => difficulty)).size).toBe(3);
});

it.each(data.questions)("$id: its pages hold the strings that an answer must hold", (question) => {
  const { corpus, gold, must, difficulty } = question;
  const missing = gold.map((page) => missingFrom(textOf(corpus, page), must));
  const isMulti = difficulty === "multi";
  // Pages that are needed together hold at least one string each; pages that are alternatives hold all of them.
  const useless = missing.filter((strings) => strings.length >= (isMulti ? must.length : 1));
  const nowhere = must.filter((wanted) => missing.every((strings) => strings.includes(wanted)));
  expect({ useless, nowhere }).toEqual({ useless: [], nowhere: [] });
});

it("asks for strings that few other pages hold", () => {
  const elsewhere = data.questions.flatMap(({ id, corpus, gold, must }) => {
    const found = data.corpora.find(({ name }) => name === corpus);
    const pages = (found ? listPages(found) : []).filter((page) => !gold.includes(page));
    return pages
      .filter((page) => missingFrom(textOf(corpus, page), must).length === 0)
      .map((page) => `${id} ${page}`);
  });
  expect(elsewhere).toEqual([]);
});

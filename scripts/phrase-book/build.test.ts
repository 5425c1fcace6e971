import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { buildPhraseBook } from "./build.ts";

const FOLDER = new URL("../../worker/docs-index/phrase-book/", import.meta.url);

it("the phrase book is what its examples make (npm run phrase-book)", async () => {
  const { vectors, terms } = await buildPhraseBook();
  expect(`${terms}\n`).toBe(readFileSync(new URL("terms.txt", FOLDER), "utf8"));
  expect(Buffer.from(vectors).equals(readFileSync(new URL("vectors.bin", FOLDER)))).toBe(true);
});

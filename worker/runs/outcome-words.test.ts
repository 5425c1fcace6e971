import { expect, it } from "vitest";
import { readDocument } from "#worker/content/document.ts";
import { outcomeWords, readingWords } from "./outcome-words.ts";

function wordsFor(html: string): string | null {
  return readingWords(
    readDocument({ text: html, mediaType: "text/html", url: "https://docs.test/a" }).reading,
  );
}

it("says how a page was read where the usual reading found next to nothing", () => {
  const text = `<p>${"Quokkas hop through the dunes at night, and nap below the shrubs by day. ".repeat(20)}</p>`;
  expect(wordsFor(`<body><h1>Quokka</h1>${text}</body>`)).toBeNull();
  const reason = wordsFor(`<body><div class="sidebar"><h1>Quokka</h1>${text}</div></body>`);
  expect(reason).toMatch(/named like navigation/);
  expect(outcomeWords("indexed", { reason: reason ?? "" })).toEqual({ reason, fix: null });
});

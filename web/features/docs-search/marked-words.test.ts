import { expect, test } from "vitest";
import { markedWords } from "./marked-words.ts";

function shown(text: string, question: string): string {
  return markedWords(text, question)
    .map((piece) => (piece.isMarked ? `[${piece.text}]` : piece.text))
    .join("");
}

test.each([
  ["A search costs one credit.", "credits search", "A [search] costs one credit."],
  ["The API key and the keys.", "api KEY", "The [API] [key] and the [key]s."],
  ["Nothing, whatever it sends, is sent.", "what sen hin", "Nothing, [what]ever it [sen]ds, is [sen]t."],
  ["What a search costs.", "a", "What a search costs."],
  ["c++ (a) [b] $1", "c++ (a) $1", "c++ (a) [b] $1"],
  ["", "key", ""],
])("%s for %s", (text, question, marked) => {
  expect(shown(text, question)).toBe(marked);
});

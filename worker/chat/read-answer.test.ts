import { assert, property, string, array, integer } from "fast-check";
import { expect, it } from "vitest";
import { AnswerReader } from "./read-answer.ts";
import type { WrittenPart } from "./read-answer.ts";

function read(text: string, pieceLength = text.length || 1): WrittenPart[] {
  const reader = new AnswerReader();
  const parts: WrittenPart[] = [];
  for (let at = 0; at < text.length; at += pieceLength)
    parts.push(...reader.push(text.slice(at, at + pieceLength)));
  return [...parts, ...reader.end()];
}

const ANSWER = `Alarms run at least once [2 "guaranteed at-least-once execution"]. Set one with \`setAlarm(a.b. C)\`, e.g. in a day. [1]

## Steps

- First do this. [1 "do this first"][3]
- Then that

1. One. Two!

\`\`\`ts
await x. Y();
\`\`\`
Done?`;

it("gives sentences with what they cite, items, headings and code", () => {
  expect(read(ANSWER)).toEqual([
    {
      kind: "sentence",
      starts: "paragraph",
      text: "Alarms run at least once.",
      citations: [{ passage: 2, quote: "guaranteed at-least-once execution" }],
    },
    {
      kind: "sentence",
      starts: "inline",
      text: "Set one with `setAlarm(a.b. C)`, e.g. in a day.",
      citations: [{ passage: 1, quote: null }],
    },
    { kind: "heading", text: "Steps" },
    {
      kind: "sentence",
      starts: "item",
      text: "First do this.",
      citations: [
        { passage: 1, quote: "do this first" },
        { passage: 3, quote: null },
      ],
    },
    { kind: "sentence", starts: "item", text: "Then that", citations: [] },
    { kind: "sentence", starts: "numbered", text: "One.", citations: [] },
    { kind: "sentence", starts: "inline", text: "Two!", citations: [] },
    { kind: "code", language: "ts", text: "await x. Y();" },
    { kind: "sentence", starts: "paragraph", text: "Done?", citations: [] },
  ]);
});

it("reads the same in whatever pieces it comes", () => {
  const whole = read(ANSWER);
  for (let length = 1; length < 40; length += 1) expect(read(ANSWER, length), `by ${length}`).toEqual(whole);
});

it("gives a sentence before the answer has ended", () => {
  const reader = new AnswerReader();
  expect(reader.push('One is so. [1 "it is')).toEqual([]);
  expect(reader.push(' so here"] Two')).toMatchObject([{ text: "One is so." }]);
});

it("has no addresses, and ends a block of code that was not closed", () => {
  expect(read("See [the page](https://evil.test/?q=1) and ![x](https://evil.test/i.png).")).toMatchObject([
    { text: "See the page and x." },
  ]);
  expect(read("```\na")).toEqual([{ kind: "code", language: "", text: "a" }]);
});

it("loses no word of any text and never stops", () => {
  const bits = ["[1", ' "', '"]', "`", ". ", "\n", "- ", "```", "# ", "word", "[", "]"];
  assert(
    property(
      array(integer({ min: 0, max: bits.length - 1 }), { maxLength: 40 }),
      string(),
      (picks, noise) => {
        const text = picks.map((pick) => bits[pick]).join("") + noise;
        for (const length of [1, 7]) expect(JSON.stringify(read(text, length)).length).toBeGreaterThan(0);
      },
    ),
  );
});

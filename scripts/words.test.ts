import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** What we do not write for readers, and what we write instead. */
const WORDS: [pattern: RegExp, better: string][] = [
  [/\bcatalogues?\b/i, "catalog"],
  [/\blicences?\b/i, "license"],
  [/\be-mails?\b/i, "email"],
  [/\bcolours?\b/i, "color"],
  [/\bbehaviours?\b/i, "behavior"],
  [/\bby (?:itself|themselves)\b/i, "automatically, or on its own"],
  [/\bmend(?:s|ed|ing)?\b/i, "fix"],
  [/\bfor want of\b/i, "without"],
  [/\bpage of ours\b/i, "our page"],
  [/\bnothing is called like that\b/i, "No results."],
];

/** Addresses and code are what they are. */
function proseOf(text: string): string {
  return text
    .replace(/```[\s\S]*?```/g, "")
    .replace(/`[^`\n]*`/g, "")
    .replace(/\]\([^)]*\)/g, "]");
}

function oddWords(text: string): string[] {
  return WORDS.flatMap(([pattern, better]) => {
    const found = pattern.exec(proseOf(text))?.[0];
    return found === undefined ? [] : [`${found}: write ${better}`];
  });
}

test.each(["README.md", "SECURITY.md", ...globSync("web/content/**/*.md").toSorted()])(
  "%s is written in our words",
  (file) => {
    expect(oddWords(readFileSync(file, "utf8"))).toEqual([]);
  },
);

test("code is left alone, prose is not", () => {
  expect(oddWords("Run `colour` and see [this](/catalogue).")).toEqual([]);
  expect(oddWords("The catalogue is read again by itself.")).toHaveLength(2);
});

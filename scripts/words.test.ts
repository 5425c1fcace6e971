import { globSync, readFileSync } from "node:fs";
import { parseSync, Visitor } from "vite";
import { expect, test } from "vitest";

/** Words that we do not write for readers, and the words that we write instead. */
const WORDS: [pattern: RegExp, better: string][] = [
  [/\bcatalogues?\b/i, "catalog"],
  [/\blicences?\b/i, "license"],
  [/\be-mails?\b/i, "email"],
  [/\bcolours?\b/i, "color"],
  [/\bbehaviours?\b/i, "behavior"],
  [/\bby (?:itself|themselves)\b/i, "automatically, or on its own"],
  [/\bmend(?:s|ed|ing)?\b/i, "fix"],
  [/\bfor want of\b/i, "without"],
  [/\b(?:page|error|key)s? of ours\b/i, "our page, an error on our side"],
  [/\b(?:for|of|to|with|over) (?:\S+ ){1,3}alone\b/i, "only, before what it limits"],
  [/\b[Tt]h(?:is|at) is no (?!longer\b)/, "This isn't a"],
  [/\bThere is no such\b/, "who has none, or what doesn't exist"],
  [/\bwhat stands (?:above|below)\b/i, "the text below"],
  [/\bmisspelt\b/i, "misspelled"],
  [/\bseveral times over\b/i, "more than once"],
  [/\bnothing is called like that\b/i, "No results."],
];

/** A text without addresses and code, which are not ours to word. */
function proseOf(text: string): string {
  return text
    .replace(/```[\s\S]*?```/g, "")
    .replace(/`[^`\n]*`/g, "")
    .replace(/\]\([^)]*\)/g, "]");
}

/** Names that other programs have for their own parts. */
const NAMES_OF_OTHERS = ["Agent Behaviour"];

/** Strings of a module with two words or more: texts for people and agents, and lines of the log. */
function textsOf(file: string, code: string): string {
  const texts: string[] = [];
  const add = (text: unknown) => {
    if (typeof text === "string" && /[a-z,] [a-z]/i.test(text)) texts.push(text);
  };
  new Visitor({
    Literal: ({ value }) => add(value),
    JSXText: ({ value }) => add(value.replaceAll(/\s+/g, " ")),
    TemplateLiteral: ({ quasis }) => add(quasis.map(({ value }) => value.cooked ?? "").join("…")),
  }).visit(parseSync(file, code).program);
  return NAMES_OF_OTHERS.reduce((text, name) => text.replaceAll(name, ""), texts.join("\n"));
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

/** Files whose words are matched in pages, and are not ours. */
const NOT_OURS = /\.test\.|\.workers\.ts$|\/content\/injections\/|env\.d\.ts$/;

test("texts in code are written in our words", () => {
  const files = globSync("{web,worker,cli,schema}/**/*.{ts,tsx}").filter(
    (file) => !NOT_OURS.test(file) && !file.includes("node_modules"),
  );
  const odd = files.flatMap((file) =>
    oddWords(textsOf(file, readFileSync(file, "utf8"))).map((words) => `${file}: ${words}`),
  );
  expect(odd).toEqual([]);
});

test("texts of code are those of its literals, not its names and comments", () => {
  const code = `// The colour is refused.\nconst catalogue = "a-colour";\nthrow new Error(\`The catalogue \${catalogue} of ours\`);`;
  expect(textsOf("x.ts", code)).toBe("The catalogue … of ours");
});

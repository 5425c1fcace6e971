import { readFileSync } from "node:fs";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { listSections } from "../sections.ts";
import { readMarkdown } from "./read-markdown.ts";

const url = "https://docs.test/guide/start.md";

function markdownOf(source: string): string {
  return readMarkdown(source, url).markdown;
}

function titleOf(source: string): string {
  return readMarkdown(source, url).title;
}

describe("details", () => {
  it("gives headings without an anchor the one that GitHub gives them", () => {
    const source = "# The `fs` API: open() & Co.\n\n## Options\n\n## Options\n\n## Ümläut 2.0_x";
    expect(listSections(markdownOf(source)).map(({ anchor }) => anchor)).toEqual([
      "the-fs-api-open--co",
      "options",
      "options-1",
      "ümläut-20_x",
    ]);
  });

  it("puts the title of the front matter where there is no top heading", () => {
    expect(markdownOf("---\ntitle: Fetch\n---\n\n## Use")).toBe("# Fetch\n\n## Use {#use}");
    expect(markdownOf("---\ntitle: Fetch\n---\n\n# Real\n")).toBe("# Real {#real}");
  });

  it("leaves out of code what a checker of examples, a highlighter and a sandbox read", () => {
    const example = [
      "```ts twoslash {2,4-5} [names.ts]",
      "// @errors: 2322 2345",
      "// @strict: false",
      "declare const names: string[];",
      "// ---cut---",
      "// @filename: names.ts",
      "const first = names[0];",
      "//    ^?",
      "// @ts-expect-error names are no numbers",
      "const length: string = names.length;",
      "```",
      "",
      "```js src/App.js active {expectedErrors: {'react-compiler': [7]}}",
      "export default function App() {}",
      "```",
      "",
      "```js src/data.js hidden",
      "export const people = [];",
      "```",
      "",
      "```python {3}",
      "# ---cut---",
      "```",
    ].join("\n");
    expect(markdownOf(example)).toMatchInlineSnapshot(`
      "\`\`\`ts [names.ts]
      // @filename: names.ts
      const first = names[0];
      // @ts-expect-error names are no numbers
      const length: string = names.length;
      \`\`\`

      \`\`\`js src/App.js
      export default function App() {}
      \`\`\`

      \`\`\`python
      # ---cut---
      \`\`\`"
    `);
  });

  it("draws tables no wider than they need to be", () => {
    const table =
      "| Name     | Use                 |\n| -------- | :-----------------: |\n| `a  b`   |   one    two        |";
    expect(markdownOf(table)).toMatchInlineSnapshot(`
      "| Name | Use |
      | --- | :---: |
      | \`a  b\` | one two |"
    `);
  });

  it("takes a title from front matter, heading, or address", () => {
    const option = '---\ndisplay: "No Implicit Any"\noneline: "Report what is any."\n---\n\nText.';
    expect(readMarkdown(option, "https://docs.test/noImplicitAny.md")).toMatchObject({
      title: "No Implicit Any",
      description: "Report what is any.",
      markdown: "# No Implicit Any\n\nText.",
    });
    expect(titleOf('+++\ntitle = "Hugo"\n+++\ntext')).toBe("Hugo");
    expect(titleOf("---\ntitle: Use: the thing\n---\n# `Heading`")).toBe("Use: the thing");
    expect(titleOf("# `Heading`")).toBe("Heading");
    expect(titleOf("text")).toBe("start.md");
  });

  it("takes a title from a heading that is written in HTML", () => {
    expect(titleOf(readFileSync("node_modules/zod/README.md", "utf8"))).toBe("Zod");
    expect(titleOf('<h1 align="center">\n  <img src="a.svg" alt="Logo"/>\n  Knip\n</h1>\n\ntext')).toBe(
      "Knip",
    );
    expect(titleOf('<div>\n<h1><a href="/"><img src="a.svg" alt="tsx"></a></h1>\n</div>\n\n# Usage')).toBe(
      "tsx",
    );
    expect(titleOf("<p>text</p>\n\n<h2>Usage</h2>")).toBe("start.md");
    // A title of the front matter is not written above a heading of the page.
    expect(markdownOf("---\ntitle: Zod 4\n---\n<h1>Zod</h1>\n\ntext")).toBe("# Zod\n\ntext");
  });

  it.each([
    [
      "comments within code",
      "```html\n<!-- a -->\n```\n\n`<!-- b -->` x",
      "```html\n<!-- a -->\n```\n\n`<!-- b -->` x",
    ],
    ["comments over code", "a\n<!--\n```\nx\n```\n-->\nb", "a\n\nb"],
    ["a comment that is never closed", "a\n\nb <!-- c\n\nd", "a\n\nb\n\nd"],
    ["code spans with tags and links", "`` <b>`[x](y)` ``", "`` <b>`[x](y)` ``"],
    ["links in links", "See [![Badge](b.svg)](https://e.test/ci)", "See [[image: Badge]](https://e.test/ci)"],
    [
      "badges",
      "# a\n\n[![CI](b.svg)](https://e.test/ci) [![npm][npm]](/npm)\n[![x](y.svg)][z]\n\ntext\n\n[npm]: n.svg\n[z]: /z",
      "# a {#a}\n\ntext",
    ],
    [
      "badges in HTML",
      '<p align="center">\n  <a href="/ci"><img src="b.svg" alt="Build" /></a>&nbsp;\n  <a href="/n">\n<img src="n.svg" alt="npm version"></a><br>\n</p>\n\ntext',
      "text",
    ],
    [
      "a heading that is a logo",
      '<h1><a href="/"><img src="l.svg" alt="Tool" /></a></h1>\n\ntext',
      "# [image: Tool]\n\ntext",
    ],
    ["comparisons", "if a < b and c > d", "if a < b and c > d"],
    ["lists", "- a\n  - b\n\n1. c\n", "- a\n  - b\n\n1. c"],
    ["line ends of Windows", "# A\r\n\r\ntext\r\n", "# A {#a}\n\ntext"],
  ])("keeps or drops %s", (_, source, markdown) => {
    expect(markdownOf(source)).toBe(markdown);
  });

  it("never throws, and keeps fenced code as it is", () => {
    const line = fc.oneof(
      fc.constantFrom(
        "# a",
        "a\n===",
        "```",
        "~~~js",
        "---",
        "<Foo a={",
        "</Foo>",
        "<div>",
        "<!--",
        "-->",
        "::: tip",
        "[a]: b",
        "[a][b]",
        "[a](b",
        "![",
        "`",
        "``",
        "| a |",
        "{/*",
        "*/}",
        "import a from 'b'",
        "export const",
        "    code",
        "> q",
        "<table>",
        "&amp;",
        "{% x %}",
      ),
      fc.string({ maxLength: 30 }),
    );
    fc.assert(
      fc.property(
        fc.array(line, { maxLength: 60 }),
        fc.array(fc.string({ maxLength: 20 }), { maxLength: 5 }),
        (lines, code) => {
          const fence = `~~~~~~~~~~ts\n${code.join("\n").replaceAll(/[\r\0]/g, "")}\n~~~~~~~~~~`;
          const markdown = markdownOf(["plain", "", fence, "", ...lines].join("\n"));
          expect(markdown).toContain(fence);
        },
      ),
      { numRuns: 1000 },
    );
  });

  it.each([
    ["brackets", "[a](b (".repeat(50_000)],
    ["open tags", "<Foo a={".repeat(10_000)],
    ["runs of back ticks", Array.from({ length: 600 }, (_, length) => "`".repeat(length + 1)).join(" ")],
    ["fences", "```\n\n~~~\n".repeat(30_000)],
    ["comments", "<!-- ".repeat(100_000)],
  ])("gets through %s", (_, source) => {
    expect(markdownOf(`first\n\n${source}`)).toContain("first");
  });
});

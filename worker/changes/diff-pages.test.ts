import { expect, it } from "vitest";
import { diffPage, withoutMoves } from "./diff-pages.ts";
import { urlIn } from "./url-in.ts";

const page = (markdown: string, url = "https://docs.test/a") => ({
  url,
  title: "A",
  markdown,
  since: 0,
  contentHash: null,
});

it("tells the blocks, list items and rows that differ, and no others", () => {
  const table = "| Option | Default |\n| --- | --- |\n| retries | 3 |\n| timeout | 10 |";
  const old = `# A\n\nSame.\n\n- one\n- two\n\n${table}\n\n\`\`\`js\nrun(1)\n\`\`\``;
  const now = old.replace("two", "three").replace("| 10 |", "| 30 |").replace("run(1)", "run(2)");
  expect(diffPage(page(old), page(now))).toEqual([
    {
      kind: "changed",
      title: "A",
      url: "https://docs.test/a",
      headingPath: ["A"],
      before: "- two\n\n| Option | Default |\n| --- | --- |\n| timeout | 10 |\n\n```js\nrun(1)\n```",
      after: "- three\n\n| Option | Default |\n| --- | --- |\n| timeout | 30 |\n\n```js\nrun(2)\n```",
    },
  ]);
});

it("sees no change in white space, in targets of links, and in sections that moved", () => {
  const old = page("# A\n\nSee [b](/en/1.0/b) for  more.\n\n## B {#b}\n\nText of b.");
  const now = page("# A\n\nSee [b](/en/2.0/b)\nfor more.");
  const other = page("# Other\n\n## B {#b}\n\nText of b.", "https://docs.test/other");
  expect(diffPage(old, now)).toMatchObject([{ kind: "removed", url: "https://docs.test/a#b" }]);
  expect(withoutMoves([...diffPage(old, now), ...diffPage(null, other)])).toEqual([]);
});

it("tells a text that was only added to a section, and takes a repeated heading for another section", () => {
  const old = page("# A\n\n## Example\n\nOne.\n\n## Example\n\nTwo.");
  const now = page("# A\n\n## Example\n\nOne.\n\n## Example\n\nTwo.\n\nThree.");
  expect(diffPage(old, now)).toMatchObject([{ kind: "changed", before: null, after: "Three." }]);
  expect(diffPage(now, old)).toMatchObject([{ kind: "changed", before: "Three.", after: null }]);
});

it.each([
  [
    "https://docs.test/en/1.0/x#y",
    "https://docs.test/en/1.0/",
    "1.0",
    "https://docs.test/en/2.0/",
    "2.0",
    "https://docs.test/en/2.0/x#y",
  ],
  [
    "https://unpkg.com/zorb@1.0.0/docs/a.md",
    "https://www.npmjs.com/package/zorb/v/1.0.0",
    "1.0.0",
    "https://www.npmjs.com/package/zorb/v/2.0.0",
    "2.0.0",
    "https://unpkg.com/zorb@2.0.0/docs/a.md",
  ],
  [
    "https://docs.test/v1/x1/1",
    "https://docs.test/v1",
    "1",
    "https://docs.test/v2",
    "2",
    "https://docs.test/v2/x1/2",
  ],
  ["https://docs.test/x", "https://docs.test/", null, "https://docs.test/", "2", "https://docs.test/x"],
])("finds the URL of %s in another version", (url, fromUrl, from, toUrl, to, expected) => {
  expect(urlIn(url, { url: fromUrl, version: from }, { url: toUrl, version: to })).toBe(expected);
});

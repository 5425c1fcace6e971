import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { fetchMissing, isExcluded, listPages, loadDataSet } from "./data.ts";

const question = {
  id: "site-01",
  corpus: "site",
  query: "how",
  gold: ["a.html"],
  must: ["a"],
  kind: "howto",
  difficulty: "lexical",
};

/** A data folder with three corpora: `far` is not there, and `other` has no questions. */
function makeData(): { dataDir: string; cacheDir: string } {
  const home = mkdtempSync(join(tmpdir(), "docenda-data-"));
  const files = {
    "dev/corpora.json": JSON.stringify({
      corpora: [
        { name: "site", type: "html", root: "html/site", entry: "a.html", exclude: ["all.html", "log/*"] },
        { name: "far", type: "html", root: "html/far", entry: "index.html", exclude: [] },
        { name: "near", type: "md", root: "md/near", role: "shared", exclude: [] },
        { name: "other", type: "md", root: "md/other", role: "distractor", exclude: [] },
      ],
    }),
    "dev/queries.jsonl": `${JSON.stringify(question)}\n${JSON.stringify({ ...question, id: "far-01", corpus: "far" })}\n`,
    "html/site/a.html": "a",
    "html/site/all.html": "everything",
    "html/site/log/1/2.html": "log",
    "html/site/style.css": "",
    "md/near/docs/b.mdx": "b",
    "md/near/node_modules/c.md": "c",
    "md/other/d.md": "d",
    "get_html.sh": 'mkdir -p "$EVAL_HTML/$2" && echo "$1" > "$EVAL_HTML/$2/index.html"\n',
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), text);
  }
  return { dataDir: join(home, "dev"), cacheDir: join(home, "cache") };
}

describe("loadDataSet", () => {
  it("takes corpora with questions, and those that the others are searched among", () => {
    const { dataDir, cacheDir } = makeData();
    const data = loadDataSet(dataDir, cacheDir);
    expect(data.corpora.map(({ name }) => name)).toEqual(["site", "far", "near"]);
    expect(data.corpora.map(({ folder }) => folder !== null)).toEqual([true, false, true]);
    expect(data.questions).toHaveLength(2);
  });

  it("takes only what is named", () => {
    const { dataDir, cacheDir } = makeData();
    const data = loadDataSet(dataDir, cacheDir, ["site", "other"]);
    expect(data.corpora.map(({ name }) => name)).toEqual(["site", "other"]);
    expect(data.questions.map(({ id }) => id)).toEqual(["site-01"]);
    expect(() => loadDataSet(dataDir, cacheDir, ["nowhere"])).toThrow("nowhere");
  });

  it("fetches what is not there with the script of the data", () => {
    const { dataDir, cacheDir } = makeData();
    const data = loadDataSet(dataDir, cacheDir);
    fetchMissing(data, dataDir, cacheDir);
    const far = data.corpora.find(({ name }) => name === "far");
    expect(far && listPages(far)).toEqual(["index.html"]);
    expect(loadDataSet(dataDir, cacheDir).corpora.every(({ folder }) => folder !== null)).toBe(true);
  });
});

describe("listPages", () => {
  it("lists pages without what is left out, style sheets and installed packages", () => {
    const { dataDir, cacheDir } = makeData();
    const { corpora } = loadDataSet(dataDir, cacheDir);
    const pages = Object.fromEntries(
      corpora.filter(({ folder }) => folder).map((corpus) => [corpus.name, listPages(corpus)]),
    );
    expect(pages).toEqual({ site: ["a.html"], near: ["docs/b.mdx"] });
  });
});

describe("isExcluded", () => {
  it.each([
    ["genindex-A.html", "genindex*.html", true],
    ["library/genindex.html", "genindex*.html", false],
    ["releaselog/3_1.html", "releaselog/*", true],
    ["releaselog/old/3_1.html", "releaselog/*", true],
    ["all.html", "all.html", true],
    ["small.html", "all.html", false],
  ])("%s by %s: %s", (path, pattern, expected) => {
    expect(isExcluded(path, [pattern])).toBe(expected);
  });
});

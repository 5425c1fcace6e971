import { expect, test } from "vitest";
import { splitChunks } from "#worker/content/chunks.ts";
import { listSections } from "#worker/content/sections.ts";
import { measurePage } from "./measure-page.ts";
import { readOracle } from "./page-oracle.ts";
import type { Shape } from "./page-oracle.ts";

const PAGE = `<html><head><title>Otters</title></head><body>
<nav><a href="a.html">Start of all otters</a></nav>
<div class="main"><h1>Otters</h1>
<p>An otter swims along the river for most of the day and sleeps afterwards.</p>
<div class="section" id="food"><a id="index-1"></a><h2>Food</h2>
<p>Crabs are opened with a stone that each of them carries below the arm.</p>
<pre><span class="linenos">1</span>$ otter feed --crabs
<span class="linenos">2</span>$ otter sleep</pre>
<table><tr><th>Prey</th><th>Share</th></tr><tr><td>Crab</td><td>70 <i>percent</i></td></tr></table>
<dl><dt id="otter.feed">feed(crabs)</dt><dd>Feeds the otter with as many crabs as there are in the bucket.</dd></dl>
</div></div></body></html>`;

const SHAPE: Shape = { main: ".main" };

const KEPT = `# Otters

An otter swims along the river for most of the day and sleeps afterwards.

## Food {#food}

Crabs are opened with a [stone](https://zoo.test/stone.html) that each of them carries below the arm.

\`\`\`sh
otter feed --crabs
otter sleep
\`\`\`

| Prey | Share |
|---|---|
| Crab | 70 *percent* |

### feed(crabs) {#otter.feed}

Feeds the otter with as many crabs as there are in the bucket.
`;

function measure(markdown: string) {
  const sections = listSections(markdown);
  const page = { title: "Otters", markdown, sections, chunks: splitChunks(markdown, sections) };
  return measurePage(readOracle(PAGE, SHAPE), page);
}

test("a page that is read whole has kept all of it", () => {
  const measured = measure(KEPT);
  expect(measured.code).toEqual({ of: 1, kept: 1 });
  expect(measured.anchors).toEqual({ of: 2, kept: 2 });
  expect(measured.rows).toEqual({ of: 2, kept: 2 });
  expect(measured.text).toEqual({ of: 3, kept: 3 });
  expect(measured.chunks.kept).toBe(measured.chunks.of);
  expect(measured.chunks.of).toBeGreaterThan(0);
  expect(measured.lines.kept).toBe(measured.lines.of);
  expect(measured.isWronglyEmpty).toBe(false);
});

test.each<[string, (markdown: string) => string, "code" | "anchors" | "rows" | "chunks" | "text" | "lines"]>([
  ["code without its fence", (text) => text.replaceAll(/```(?:sh)?/g, ""), "code"],
  ["a line of code lost", (text) => text.replace("otter feed --crabs\n", ""), "code"],
  ["a member without its anchor", (text) => text.replace(" {#otter.feed}", ""), "anchors"],
  ["a cell lost", (text) => text.replace("70 *percent*", ""), "rows"],
  ["a heading lost", (text) => text.replace("## Food {#food}", ""), "chunks"],
  [
    "a paragraph below a heading of another part",
    (text) =>
      text.replace("# Otters", "# Otters\n\n## Food {#food}").replace(/## Food \{#food\}\n\nCrabs/, "Crabs"),
    "chunks",
  ],
  ["a paragraph lost", (text) => text.replace(/An otter.*\n/, ""), "text"],
  ["a line of navigation", (text) => `- [Start of all otters](https://zoo.test/a.html)\n\n${text}`, "lines"],
  ["a link that edits", (text) => `${text}\n[Edit this page](https://zoo.test/edit)\n`, "lines"],
])("%s is seen", (_, damage, name) => {
  const damaged = damage(KEPT);
  expect(damaged).not.toBe(KEPT);
  const { of, kept } = measure(damaged)[name];
  expect(kept).toBeLessThan(of);
});

test("a page without text is wrongly empty where its HTML says something", () => {
  const long = PAGE.replace("<p>An otter", `<p>${"Rivers are long and cold. ".repeat(20)}</p><p>An otter`);
  const page = { title: "Otters", markdown: "", sections: [], chunks: [] };
  expect(measurePage(readOracle(long, SHAPE), page).isWronglyEmpty).toBe(true);
  expect(
    measurePage(readOracle("<body><div class=main>Hello</div></body>", SHAPE), page).isWronglyEmpty,
  ).toBe(false);
});

test("an anchor counts on a wrapper, before its heading, and inside of it", () => {
  const html = `<div class="main"><h1>T</h1>
    <section id="one"><h2>One</h2></section><a name="two"></a><h2>Two</h2><h2><span id="three">Three</span></h2>
    <p>Text</p><h2>Without</h2></div>`;
  expect(readOracle(html, SHAPE).anchors).toEqual([["one"], ["two"], ["three"]]);
});

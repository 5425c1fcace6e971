import { expect, it } from "vitest";
import { PAGE_OUTCOMES } from "#schema/values.ts";
import { splitChunks } from "#worker/content/chunks.ts";
import { listSections } from "#worker/content/sections.ts";
import { readCrawledPage } from "#worker/crawl/crawl-page.ts";
import { scopeOf } from "#worker/runs/crawl-scope.ts";
import { createLinkFilter } from "#worker/crawl/link-filter.ts";
import { createLog } from "#worker/platform/log.ts";
import { seededRandom } from "#evals/random.ts";

/** `MUTATED_PAGES=5000` for a release. */
const PAGES = Number(process.env["MUTATED_PAGES"] ?? 300);
/** A page that takes longer has hung: the slowest of real ones takes some 200 ms. */
const HANG_MS = 30_000;

const SEEDS = [
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Quokka: opening</title><link rel="canonical" href="/docs/open">
<meta name="description" content="How to open"></head><body><nav><a href="/docs/">Home</a><a href="open">Open</a></nav><main><h1 id="open">Opening
<a class="headerlink" href="#open">¶</a></h1><p>Call <code>open()</code> &amp; wait.</p><pre><code class="language-js"><span class="k">const</span> a =
open(&quot;x&quot;);
</code></pre><div class="admonition note"><p class="admonition-title">Note</p><p>It closes itself.</p></div><table><thead><tr><th>Name</th><th>Type</th></tr>
</thead><tbody><tr><td rowspan="2">a</td><td>text</td></tr><tr><td>number | null</td></tr></tbody></table><dl><dt>one</dt><dd>first</dd></dl></main></body></html>`,
  `<html><head><title>API</title><script>var x = "</main>";</script><style>p{}</style></head><body><div id="app"><div role="tablist"><button role="tab">npm</button>
<button role="tab">pnpm</button></div><div role="tabpanel"><pre>npm i</pre></div><article><h2>List</h2><ul><li>a<ul><li>b<ol start="3"><li>c</li></ol></li></ul></li></ul>
<details><summary>More</summary><blockquote>Quote <b>bold <i>both</b> it</i></blockquote></details><svg><title>x</title><foreignObject><p>in</p></foreignObject></svg><math><mi>x</mi></math>
<template><p>hidden</p></template><img src="a.png" alt="A"><a href="https://elsewhere.test/?a=1&b=2">away</a></article></div></body></html>`,
  `# Quokka\n\nText with **bold** and \`code\`.\n\n\`\`\`js title="a.js"\nconst a = 1;\n\`\`\`\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n<Tabs><TabItem value="x">\n\nin\n\n</TabItem></Tabs>\n\n- one\n  - two\n\n[link](other.md#x)\n`,
];
const PIECES = [
  "<",
  ">",
  "</",
  "<!--",
  "-->",
  "<![CDATA[",
  "]]>",
  "<?xml",
  "\0",
  "\uFEFF",
  "\uD800",
  "&#0;",
  "&#x110000;",
  "&notanentity",
  "&".repeat(50),
  "</div>",
  "<div>".repeat(300),
  "<table><tr>",
  "</table>",
  "<pre>",
  "</pre><code>",
  "<template>",
  "</template>",
  "<svg><style>",
  "<math><mtext>",
  "<script>",
  "</script>",
  "<textarea>",
  "<title>",
  "<plaintext>",
  "<frameset>",
  "<noscript>",
  "<select><option>",
  "<b><i>".repeat(40),
  "<a href=",
  `" onclick='`,
  ` id="${"x".repeat(5000)}"`,
  `<meta charset="utf-16">`,
  `<meta http-equiv=refresh content="0;url=//127.0.0.1">`,
  `<base href="javascript:0">`,
  "```",
  "~~~",
  "$$",
  "|".repeat(200),
  "[".repeat(200),
  "](",
  "*".repeat(300),
  "_".repeat(300),
  ">".repeat(200),
  "\t".repeat(100),
  "\n".repeat(100),
  "- ".repeat(200),
];
const TYPES = [
  "text/html",
  "text/html; charset=utf-16",
  "text/html; charset=shift_jis",
  "text/html; charset=none",
  "text/markdown",
  "text/plain",
  "application/xhtml+xml",
  "",
];

function mutate(seed: string, random: () => number): string {
  let text = seed;
  const at = () => Math.floor(random() * (text.length + 1));
  for (let steps = 1 + Math.floor(random() * 12); steps > 0; steps -= 1) {
    const [from, to] = [at(), at()].toSorted((a, b) => a - b) as [number, number];
    const piece = PIECES[Math.floor(random() * PIECES.length)]!;
    const kind = Math.floor(random() * 5);
    if (kind === 0) text = text.slice(0, from) + text.slice(Math.min(to, from + 200));
    else if (kind === 1)
      text = text.slice(0, to) + text.slice(from, Math.min(to, from + 2000)) + text.slice(to);
    else if (kind === 2 && random() < 0.2) text = text.slice(0, from);
    else text = text.slice(0, from) + piece.repeat(random() < 0.05 ? 50 : 1) + text.slice(from);
  }
  return text;
}

it(`${PAGES} mutated pages each end in a named outcome (faults 39, 40)`, { timeout: 3_600_000 }, async () => {
  const random = seededRandom(20_261_121);
  const scope = scopeOf("https://mutated.test/");
  const url = "https://mutated.test/docs/open";
  const outcomes: Record<string, number> = {};
  let slowestMs = 0;
  for (let i = 0; i < PAGES; i += 1) {
    const bytes = new TextEncoder().encode(mutate(SEEDS[i % SEEDS.length]!, random));
    if (random() < 0.2) bytes[Math.floor(random() * bytes.length)] = 0xff;
    const headers = new Headers({ "content-type": TYPES[Math.floor(random() * TYPES.length)]! });
    const begunAt = performance.now();
    const read = await readCrawledPage(
      {
        services: {
          guardedFetch: () => Promise.resolve({ status: 200, url, redirects: [], headers, bytes }),
          pageRenderer: null,
        },
        log: createLog(),
        now: () => new Date(0),
      },
      { id: 1, url, depth: 0, isLastResort: false },
      { scope, known: null, linksInScope: createLinkFilter(scope).inScope },
    );
    if (read.kind === "fresh") {
      const { markdown } = read.page.document;
      splitChunks(markdown, listSections(markdown));
    }
    slowestMs = Math.max(slowestMs, performance.now() - begunAt);
    const outcome =
      read.kind === "result" && read.result.kind !== "release" ? read.result.outcome : "indexed";
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  }
  expect(
    Object.keys(outcomes).filter((outcome) => !(PAGE_OUTCOMES as readonly string[]).includes(outcome)),
  ).toEqual([]);
  expect(outcomes["failed"] ?? 0).toBe(0);
  expect(outcomes["indexed"]).toBeGreaterThan(PAGES / 3);
  expect(slowestMs).toBeLessThan(HANG_MS);
  process.stdout.write(`${JSON.stringify({ pages: PAGES, slowestMs: Math.round(slowestMs), outcomes })}\n`);
});

import { expect, it } from "vitest";
import { seededRandom } from "../random.ts";
import { problemOfReading } from "./check-reading.ts";
import { MUTATION_NAMES, mutateHtml } from "./mutate-html.ts";

/** A bit of everything that generators write. */
const PAGE = `<!doctype html><html lang="en"><head><title>hop — Quokka 2.1</title><meta name="description" content="Hops"></head>
<body><nav class="sidebar"><ul><li><a href="/">Home</a></li><li><a href="/hop">hop</a></li></ul></nav>
<main><h1 id="hop">hop<a class="headerlink" href="#hop">¶</a></h1><p>Hops <em>far</em> &amp; <code>high</code>, see <a href="jump.html#a">jump</a>.</p>
<div class="highlight-py"><div class="highlight"><pre><span class="gp">&gt;&gt;&gt; </span><span>hop(2)</span>
<span class="go">4</span></pre></div></div>
<h2 id="options">Options</h2><table><thead><tr><th>Name</th><th>Meaning</th></tr></thead><tbody><tr><td><code>far</code></td><td>how far<br>in metres</td></tr></tbody></table>
<dl class="py function"><dt class="sig" id="q.hop"><span>hop</span>(<em>far</em>, <em>high=1</em>)</dt><dd><p>Returns how far it went.</p><dl><dt>far</dt><dd>a number</dd></dl></dd></dl>
<div class="admonition note"><p class="admonition-title">Note</p><p>Not at noon.</p></div>
<ol><li>Stand<ul><li>still</li></ul></li><li><pre><code class="language-sh">hop --far 2</code></pre></li></ol>
<details><summary>More</summary><p>Quokkas hop at night.</p></details><blockquote><p>Hop!</p></blockquote></main>
<footer><p>Made by Quokka.</p></footer></body></html>`;

it("reads pages that are broken in every way", () => {
  const random = seededRandom(14);
  const seen = new Set<string>();
  for (let round = 0; round < 150; round++) {
    const { html, names } = mutateHtml(PAGE, random);
    for (const name of names) seen.add(name);
    expect({ names, problem: problemOfReading(html, "https://docs.test/hop.html") }).toEqual({
      names,
      problem: null,
    });
  }
  expect([...seen].toSorted()).toEqual(MUTATION_NAMES.toSorted());
});

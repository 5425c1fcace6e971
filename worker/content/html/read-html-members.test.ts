import { describe, expect, it } from "vitest";
import { readHtml } from "./read-html.ts";

const url = "https://docs.test/guide/page.html";

function markdownOf(html: string): string {
  return readHtml(html, url).markdown;
}

function headingsOf(html: string): string[] | null {
  return markdownOf(html).match(/^#.*$/gm);
}

describe("anchors of members", () => {
  it("takes the anchor behind the words of a term, but no mark of an index of words", () => {
    const html = `<h1>gres.conf</h1><dl>
      <dt><b>AutoDetect</b>=&lt;off&gt;<a class="link" id="OPT_AutoDetect" href="#OPT_AutoDetect"></a></dt><dd>Detects devices.</dd>
      <dt>Count <a class="indexterm" id="id-1.2"></a></dt><dd>How many.</dd></dl>`;
    expect(headingsOf(html)).toEqual([
      "# gres.conf",
      "## **AutoDetect**=<off> {#OPT_AutoDetect}",
      "## Count",
    ]);
  });

  it("reads a list of one meaning without its term as the indented text that it is", () => {
    const html = `<h1>Options</h1><dl><dt></dt><dd><dl><dt><b>nvml</b><a id="OPT_nvml"></a></dt><dd>NVIDIA devices.</dd></dl></dd></dl>`;
    expect(headingsOf(html)).toEqual(["# Options", "## nvml {#OPT_nvml}"]);
  });

  it("keeps signatures of Sphinx sections where the manual describes them a second time", () => {
    const html = `<h1>API</h1><dl class="py class"><dt class="sig sig-object py"><em>class </em>app.<span>Sphinx</span></dt>
      <dd><dl class="py method"><dt class="sig sig-object py" id="app.Sphinx.emit">emit(event)</dt><dd><p>Emits it.</p></dd></dl></dd></dl>`;
    expect(headingsOf(html)).toEqual([
      "# API",
      "## `class app.Sphinx`",
      "### `emit(event)` {#app.Sphinx.emit}",
    ]);
  });

  it("takes the anchor within a line that its class names, also behind a keyword", () => {
    const html = `<h1>Data.Quokka</h1><div class="top"><p class="src"><span class="keyword">class</span> <a id="t:AsEmpty" class="def">AsEmpty</a> a <span>where</span></p></div>`;
    expect(headingsOf(html)).toEqual(["# Data.Quokka", "## `class AsEmpty a where` {#t:AsEmpty}"]);
  });

  it("takes the anchor of the box that a member's signature or head begins", () => {
    const html = `<h1>Quokka</h1>
      <div class="entry-detail" id="hop(height):Nil-method"><div class="signature">def <strong>hop</strong>(height) : Nil</div><div class="doc"><p>Hops.</p></div></div>
      <div id="method-i-nap" class="method-detail"><div class="method-heading"><span class="method-name">nap</span><span>(hours)</span></div><div><p>Naps.</p></div></div>`;
    expect(headingsOf(html)).toEqual([
      "# Quokka",
      "## `def hop(height) : Nil` {#hop(height):Nil-method}",
      "## `nap(hours)` {#method-i-nap}",
    ]);
  });

  it("names a member by a block of code that begins with its anchor; numbered lines of code name none", () => {
    const html = `<h1>Quokka</h1><pre><span id="VALhop"><span class="keyword">val</span> hop</span> : <code>int</code></pre><p>Hops.</p>
      <pre><span id="TYPEfur"><span class="keyword">type</span> fur</span> = {\n  color : int;\n}</pre><p>Fur.</p>
      <pre><span id="cb1-1">class Quokka</span>\n<span id="cb1-2">end</span></pre>`;
    expect(markdownOf(html)).toBe(
      [
        "# Quokka",
        "## `val hop : int` {#VALhop}",
        "Hops.",
        "## `type fur` {#TYPEfur}",
        "```\ntype fur = {\n  color : int;\n}\n```",
        "Fur.",
        "```\nclass Quokka\nend\n```",
      ].join("\n\n"),
    );
  });

  it("makes sections of the items of a list that begin with an anchor and a declaration", () => {
    const html = `<h1>Quokka</h1><div class="members"><h3>Value Members</h3><ol>
      <li><a id="hop(height:Int):Unit" class="anchor"></a><span>final def</span> <span>hop(height: Int): Unit</span><p>Hops.</p></li>
      <li><a id="##:Int"></a><span>final def</span> <span>##</span><span>: Int</span><div><dl><dt>Class</dt><dd>AnyRef</dd></dl></div></li></ol></div>`;
    expect(markdownOf(html)).toBe(
      [
        "# Quokka",
        "### Value Members",
        "#### `final def hop(height: Int): Unit` {#hop(height:Int):Unit}",
        "Hops.",
        "#### `final def ##: Int` {###:Int}",
        "- **Class**: AnyRef",
      ].join("\n\n"),
    );
    expect(markdownOf("<h1>Q</h1><ul><li id='one'>One thing</li><li id='two'>Another</li></ul>")).toContain(
      "- One thing\n- Another",
    );
  });

  it("keeps a label within the member that it belongs to, and the next member beside it", () => {
    const html = `<h1>Align</h1><h3>Methods</h3>
      <div class="element" id="zip-1"><div class="signature">def zip(a: Int): Int</div><div><p>Zips.</p><h2>Attributes</h2><dl><dt>Source</dt><dd>Align.scala</dd></dl></div></div>
      <div class="element" id="pad-1"><div class="signature">def pad(a: Int): Int</div><p>Pads.</p></div><h3>Fields</h3>`;
    expect(headingsOf(html)).toEqual([
      "# Align",
      "### Methods",
      "#### `def zip(a: Int): Int` {#zip-1}",
      "#### `def pad(a: Int): Int` {#pad-1}",
      "### Fields",
    ]);
    expect(markdownOf(html)).toContain("Zips.\n\n**Attributes**");
  });

  it("says the first sentence of a member once", () => {
    const html = `<h1>Align</h1><p>Pairs the elements of two structures.</p><p>Pairs the elements of two structures. The shorter one ends it.</p>`;
    expect(markdownOf(html)).toBe(
      "# Align\n\nPairs the elements of two structures. The shorter one ends it.",
    );
  });

  it("makes a section of an aside with a heading, unless text of the page follows it", () => {
    const aside = `<blockquote><h3 id="stack">The Stack</h3><p>It grows.</p></blockquote>`;
    expect(headingsOf(`<h1>Ownership</h1><p>A</p>${aside}<h2 id="rules">Rules</h2>`)).toEqual([
      "# Ownership",
      "### The Stack {#stack}",
      "## Rules {#rules}",
    ]);
    expect(headingsOf(`<h1>Ownership</h1><p>A</p>${aside}<p>B</p>`)).toEqual(["# Ownership"]);
  });
});

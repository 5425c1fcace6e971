import { describe, expect, it } from "vitest";
import { readHtml } from "./read-html.ts";

const url = "https://docs.test/guide/editor.html";
const markdownOf = (body: string) =>
  readHtml(`<html><head><title>Editor</title></head><body>${body}</body></html>`, url).markdown;

const CHAPTERS = Array.from(
  { length: 30 },
  (_, n) => `<tr><td>${n}</td><td><a href="c${n}.html">Chapter ${n} of it</a></td></tr>`,
);

describe("a menu and a short text", () => {
  it("leaves the menu above the heading out, however short the text is (Scribble)", () => {
    expect(
      markdownOf(`<div class="tocset"><div class="tocview"><table>${CHAPTERS.join("")}</table></div></div>
        <div class="main"><h4>24.4 Editor</h4><p>The package of the editor draws code in colours and builds it.</p></div>`),
    ).toBe("#### 24.4 Editor\n\nThe package of the editor draws code in colours and builds it.");
  });

  it("leaves a menu without a telling name out as well", () => {
    expect(
      markdownOf(`<div><table>${CHAPTERS.join("")}</table></div>
        <h1>Editor</h1><p>The package of the editor draws code in colours and builds it.</p>`),
    ).toBe("# Editor\n\nThe package of the editor draws code in colours and builds it.");
  });

  it("keeps a list of contents that the page is there for (texi2html)", () => {
    const markdown = markdownOf(`<h1>GNU tools</h1><p>${"All about the tools of the project. ".repeat(7)}</p>
      <h1>Table of Contents</h1><div class="contents"><ul class="toc"><li><a href="a.html">1. Introduction</a></li>
      <li><a href="b.html">2. The tools one by one</a></li></ul></div>`);
    expect(markdown).toContain("1. Introduction");
  });

  it("keeps the links of a page that lists them below its heading", () => {
    expect(markdownOf(`<h1>Chapters</h1><table>${CHAPTERS.join("")}</table>`)).toContain(
      "https://docs.test/guide/c7.html",
    );
  });
});

it("drops what opens and closes boxes, and keeps links of the same words to somewhere (YARD)", () => {
  expect(
    markdownOf(`<h1>Tag</h1><h2>Instance Methods <small><a href="#" class="summary">collapse</a></small></h2>
      <p>Object <a href="javascript:void(0)">show all</a></p><p>See <a href="show.html">show</a>.</p>`),
  ).toBe("# Tag\n\n## Instance Methods\n\nObject\n\nSee show.");
});

it("reads overloads that are items of a list as code (TypeDoc)", () => {
  expect(
    markdownOf(`<h1>Map</h1><h2 id="get">get</h2><ul class="tsd-signatures"><li class="tsd-signature">get<span>(</span>key<span>: </span>string<span>)</span></li>
      <li class="tsd-signature">get(key: number)</li></ul><ul class="tsd-descriptions"><li class="tsd-description"><p>Gets it.</p></li></ul>`),
  ).toBe(
    "# Map\n\n## get {#get}\n\n```ts\nget(key: string)\n```\n\n```ts\nget(key: number)\n```\n\n- Gets it.",
  );
});

it("keeps a heading whose words are its permalink (VuePress 2), and drops a permalink beside the words", () => {
  expect(
    markdownOf(`<h1 id="db"><a class="header-anchor" href="#db"><span>Databases</span></a></h1><p>Of all kinds.</p>
      <h2 id="my"><a class="header-anchor" href="#my"><span>MySQL <code>8</code></span></a></h2><p>Install the plugin.</p>
      <h2 id="pg">Postgres<a class="header-anchor" href="#pg">Link to this</a></h2><p>Install another.</p>`),
  ).toBe(
    "# Databases {#db}\n\nOf all kinds.\n\n## MySQL `8` {#my}\n\nInstall the plugin.\n\n## Postgres {#pg}\n\nInstall another.",
  );
});

it("drops boxes that are buttons, and keeps the names of buttons in sentences (Paper.js, Asciidoctor)", () => {
  expect(
    markdownOf(`<h1>Color</h1><p>A color.</p><div class="buttons"><div class="button run">Run</div></div>
      <pre>new Color(1);</pre><p>Press <b class="button">Run</b>, then <span class="btn">Save</span>.</p>
      <div class="button"><a href="next.html">More colors</a></div>`),
  ).toBe("# Color\n\nA color.\n\n```\nnew Color(1);\n```\n\nPress **Run**, then Save.\n\nMore colors");
});

const inherited = (attributes: string) => `<div class="methods-inherited">
  <h3${attributes}>Methods inherited from <a href="Base.html">Base</a></h3>
  <a href="Base.html#dup">dup</a>, <a href="Base.html#hash">hash</a>, <a href="Base.html#inspect">inspect</a></div>`;

it("drops lists of inherited members, and keeps those that one can link to (Crystal, Javadoc)", () => {
  const text = "A node of the tree, which other nodes stand below. ".repeat(9).trim();
  const page = (list: string) => markdownOf(`<h1>Node</h1><p>${text}</p>${list}`);
  expect(page(inherited(""))).toBe(`# Node\n\n${text}`);
  expect(page(inherited(' id="inherited-from-Base"'))).toContain("dup, hash, inspect");
  expect(
    page(
      '<div class="inherited"><p>Rights are inherited from <a href="/t">the team</a> that owns it.</p></div>',
    ),
  ).toContain("Rights are inherited");
});

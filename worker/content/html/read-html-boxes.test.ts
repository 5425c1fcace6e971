import { describe, expect, it } from "vitest";
import { readHtml } from "./read-html.ts";

const url = "https://docs.test/guide/editor.html";
const markdownOf = (body: string) =>
  readHtml(`<html><head><title>Editor</title></head><body>${body}</body></html>`, url).markdown;
const TEXT = "The editor draws code in colours, and builds it when one asks for that.";

const bar = (names: string[]) => names.map((name) => `<a href="${name}.html">${name}</a>`).join(" | ");

describe("boxes beside the text", () => {
  const aside = `<p><strong>HISTORY</strong></p><p>The first editor of this kind had no screen and printed each line that changed.</p>`;

  it("keeps a sidebar of a section, and drops the column of links of the same name (Publican, Sphinx)", () => {
    const column = `<div class="sidebar"><ul><li><a href="a.html">Contents</a></li><li><a href="b.html">Index of all words</a></li></ul></div>`;
    expect(
      markdownOf(
        `${column}<div class="section"><h1>Editor</h1><p>${TEXT}</p><div class="sidebar">${aside}</div></div>`,
      ),
    ).toBe(
      `# Editor\n\n${TEXT}\n\n**HISTORY**\n\nThe first editor of this kind had no screen and printed each line that changed.`,
    );
    expect(markdownOf(`<div class="sidebar">${aside}</div><main><h1>Editor</h1><p>${TEXT}</p></main>`)).toBe(
      `# Editor\n\n${TEXT}`,
    );
  });

  it("drops a row of links with bars between, and keeps the types of a value (GRASS)", () => {
    const types = `<dl><dt>color</dt><dd><p>${bar(["String", "Number", "Color"])}</p></dd></dl>`;
    expect(
      markdownOf(`<h1>Editor</h1><p>${TEXT}</p>${types}<hr><p>${bar(["Main", "Topics", "Words"])}</p>`),
    ).toBe(`# Editor\n\n${TEXT}\n\n- **color**: String | Number | Color`);
    expect(markdownOf(`<h1>Editor</h1><p>As ${bar(["a page", "a book", "a list"])}</p>`)).toContain(
      "As a page | a book | a list",
    );
  });

  it("drops a menu of words in brackets, and keeps links in brackets within a sentence (fpdoc)", () => {
    const menu = `<table><tr><td><b>[<a href="i.html">Overview</a>][<a href="c.html">Constants</a>][<a href="p.html">Procedures and functions</a>]</b></td><td>The unit of the editor</td></tr></table>`;
    expect(markdownOf(`${menu}<h1>Editor</h1><p>${TEXT}</p>`)).not.toContain("Constants");
    expect(markdownOf(`<h1>Editor</h1><p>See [Overview][Constants] there.</p>`)).toContain(
      "See [Overview][Constants]",
    );
  });

  it("drops what MediaWiki writes around a page", () => {
    expect(
      markdownOf(`<div id="content"><h1 id="firstHeading">Editor</h1><div id="siteSub">From the wiki</div>
        <div id="contentSub">&lt; <a href="t.html">tools</a></div><h2><span id="Use">Use</span><span class="mw-editsection">[<a href="e">edit</a>]</span></h2>
        <p>${TEXT}</p><div class="live-link"><div class="coliru-btn run">Run this code</div></div>
        <div class="printfooter">Retrieved from "https://wiki.test"</div></div>`),
    ).toBe(`# Editor {#firstHeading}\n\n## Use {#Use}\n\n${TEXT}`);
  });
});

describe("listings of source code", () => {
  const code = "<pre>def draw(self):\n    return self.screen.paint()</pre>";
  const box = (label: string) =>
    `<details><summary>${label}</summary><div class="highlight">${code}</div></details>`;

  it("drops the listing below what is described, and keeps other folded code (mkdocstrings)", () => {
    expect(markdownOf(`<h1>Editor</h1><p>${TEXT}</p>${box("Source code in <code>editor.py</code>")}`)).toBe(
      `# Editor\n\n${TEXT}`,
    );
    expect(markdownOf(`<h1>Editor</h1><p>${TEXT}</p>${box("Source of the first example")}`)).toContain(
      "def draw",
    );
  });

  it("reads a page that is short beside its listings once, by its names (mkdocstrings)", () => {
    const long = `<details><summary>Source code in <code>editor.py</code></summary><pre>${"x = paint(x)\n".repeat(200)}</pre></details>`;
    const page = readHtml(
      `<body><nav class="menu">Menu</nav><h1>Editor</h1><p>${TEXT}</p>${long}</body>`,
      url,
    );
    expect([page.reading, page.markdown]).toEqual(["usual", `# Editor\n\n${TEXT}`]);
  });

  it("drops the listing that a checkbox opens, keeps code of the text, and names the member (pdoc)", () => {
    const opener = `<input id="draw-view-source" class="view-source-toggle-state" type="checkbox">`;
    const listing = `<div class="pdoc-code">${code}</div>`;
    expect(
      markdownOf(`<main><h1>Editor</h1><section id="draw">${opener}<div class="attr function"><span class="def">def</span> <span class="name">draw</span>(self):
        <label class="view-source-button"><span>View Source</span></label></div><a class="headerlink" href="#draw"></a>${listing}
        <div class="docstring"><p>${TEXT}</p><div class="pdoc-code"><pre>editor.draw()</pre></div></div></section></main>`),
    ).toBe(`# Editor\n\n## \`def draw(self):\` {#draw}\n\n${TEXT}\n\n\`\`\`\neditor.draw()\n\`\`\``);
  });
});

it("drops the label of a box that says nothing of it, and keeps one that does (Node.js)", () => {
  expect(
    markdownOf(`<h1>Editor</h1><details><summary>History</summary><p>Added in version 2 of the editor.</p></details>
      <details><summary>How to draw</summary><p>${TEXT}</p></details>`),
  ).toBe(`# Editor\n\nAdded in version 2 of the editor.\n\n**How to draw**\n\n${TEXT}`);
});

const signature = (id: string, call: string) =>
  `<li><div class="tsd-signature" id="${id}"><span>${call}</span></div><div><p>${TEXT}</p><h4 id="${id}-returns">Returns</h4><p>Nothing.</p></div></li>`;

it("gives each signature its section, beside the others and not below the parts of one (TypeDoc)", () => {
  expect(
    markdownOf(`<h1>Function draw</h1><section class="tsd-panel"><h4 id="example">Example</h4><pre>draw();</pre></section>
      <section class="tsd-panel"><ul class="tsd-signatures">${signature("draw", "draw(a)")}${signature("draw-1", "draw(a, b)")}</ul></section>`).match(
      /^#.*$/gm,
    ),
  ).toEqual([
    "# Function draw",
    "#### Example {#example}",
    "## `draw(a)` {#draw}",
    "#### Returns {#draw-returns}",
    "## `draw(a, b)` {#draw-1}",
    "#### Returns {#draw-1-returns}",
  ]);
});

it("drops inherited names though each has an id (pdoc)", () => {
  expect(
    markdownOf(`<h1>Editor</h1><p>${TEXT}</p><div class="inherited"><h5>Inherited Members</h5><dl><div><dt><a href="base.html#Base">Base</a></dt>
      <dd id="Editor.open"><a href="base.html#open">open</a></dd><dd id="Editor.close"><a href="base.html#close">close</a></dd></div></dl></div>`),
  ).toBe(`# Editor\n\n${TEXT}`);
});

it("has the heading of a page of MediaWiki, which stands outside of its text", () => {
  expect(
    markdownOf(
      `<div id="content"><h1 id="firstHeading">Editor</h1><div id="mw-content-text"><p>${TEXT}</p></div></div>`,
    ),
  ).toBe(`# Editor {#firstHeading}\n\n${TEXT}`);
});

it("drops the logo above the first heading, and keeps images of the text (Publican, GRASS)", () => {
  expect(
    markdownOf(`<p><a href="https://quokka.test/"><img src="l.png" alt="Product site"></a><img src="r.png" alt="Books"></p>
      <h1>Editor</h1><p>${TEXT}</p><p><img src="e.png" alt="The editor"></p>`),
  ).toBe(`# Editor\n\n${TEXT}\n\n[image: The editor]`);
});

it("reads a list of one item around a table as the box that it is (Groovydoc)", () => {
  const table = `<table><tr><th>Name</th><th>Result</th></tr><tr><td>draw</td><td>void</td></tr></table>`;
  expect(
    markdownOf(
      `<h1>Editor</h1><ul class="blockList"><li><p>${TEXT}</p>${table}<dl><dt><b>Authors:</b></dt><dd>Quokkas</dd></dl></li></ul>`,
    ),
  ).toBe(
    `# Editor\n\n${TEXT}\n\n| Name | Result |\n| --- | --- |\n| draw | void |\n\n- **Authors**: Quokkas`,
  );
});

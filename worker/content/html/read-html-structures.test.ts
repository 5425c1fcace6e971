import { describe, expect, it } from "vitest";
import { readHtml } from "./read-html.ts";

const url = "https://docs.test/guide/page.html";

function markdownOf(html: string): string {
  return readHtml(html, url).markdown;
}

const prose = "Some words that say what this is about and how it is used. ".repeat(8);
const menu = Array.from(
  { length: 40 },
  (_, i) => `<li><a href="p${i}.html">Page of the menu ${i}</a></li>`,
).join("");

function cell(text: string): string {
  return `<td class="pagination-centered">${text}</td>`;
}

describe("a page is never empty without a second look", () => {
  it("reads the Read the Docs theme: what holds the text is no frame, whatever it is called", () => {
    const page = readHtml(
      `<title>Quick start &mdash; Quokka 1.0</title><body class="wy-body-for-nav"><div class="wy-grid-for-nav">
      <nav data-toggle="wy-nav-shift" class="wy-nav-side"><div class="wy-menu" role="navigation"><ul>${menu}</ul></div></nav>
      <section data-toggle="wy-nav-shift" class="wy-nav-content-wrap"><nav class="wy-nav-top"><a href="index.html">Quokka</a></nav>
      <div class="wy-nav-content"><div class="rst-content"><div role="navigation"><ul class="wy-breadcrumbs"><li>Quick start</li></ul></div>
      <div role="main" class="document"><section id="quick-start"><h1>Quick start<a class="headerlink" href="#quick-start">&#182;</a></h1><p>${prose}</p></section></div>
      <footer><div class="rst-footer-buttons"><a rel="next" href="b.html">Next</a></div></footer></div></div></section></div></body>`,
      url,
    );
    expect(page.markdown).toBe(`# Quick start {#quick-start}\n\n${prose.trim()}`);
    expect(page.reading).toBe("usual");
  });

  it("does not believe class names that leave nothing of a page", () => {
    const page = readHtml(
      `<title>Guide</title><body><nav><ul>${menu}</ul></nav><div class="sidebar"><div class="menu"><h1>Guide</h1><p>${prose}${prose}${prose}</p></div></div></body>`,
      url,
    );
    expect(page.reading).toBe("without-frame-names");
    expect(page.markdown).toContain(`# Guide\n\nSome words that say`);
    expect(page.markdown).not.toContain("Page of the menu");
  });

  it("looks for the words where elements and roles leave nothing either", () => {
    const page = readHtml(
      `<title>Guide</title><body><div><ul>${menu}</ul></div><aside role="complementary" aria-hidden="true"><h1>Guide</h1><p>${prose}</p><p>${prose}</p><p>${prose}</p></aside></body>`,
      url,
    );
    expect(page.reading).toBe("by-density");
    expect(page.markdown.startsWith("# Guide\n\nSome words")).toBe(true);
    expect(page.markdown).not.toContain("Page of the menu");
  });

  it("takes no part of a table for a frame unless it is all links", () => {
    expect(
      markdownOf(
        `<table><tr><th>Keyword</th><th>global</th></tr><tr>${cell("backlog")}${cell("yes")}</tr><tr>${cell("bind")}${cell("no")}</tr></table>`,
      ),
    ).toBe("| Keyword | global |\n| --- | --- |\n| backlog | yes |\n| bind | no |");
    expect(
      markdownOf(
        `<table><tr><td class="sidebar"><ul>${menu}</ul></td><td><h1>Text</h1><p>${prose}</p></td></tr></table>`,
      ),
    ).toBe(`# Text\n\n${prose.trim()}`);
  });
});

describe("code that is in no pre", () => {
  it.each([
    [
      "Doxygen, with line numbers and tooltips",
      `<div class="fragment"><div class="line"><a name="l00001"></a><span class="lineno">    1</span>&#160;<span class="preprocessor">#include &lt;quokka.h&gt;</span></div>
       <div class="line"><span class="lineno">    2</span>&#160;open();</div><div class="ttc" id="a1"><div class="ttname">open</div><div class="ttdoc">Opens it.</div></div></div>`.replaceAll(
        /\n +/g,
        "",
      ),
      "```\n #include <quokka.h>\n open();\n```",
    ],
    [
      "a table with a number and a line in each row",
      `<table class="highlight"><tr><td class="num">1</td><td class="blob-code">a = 1</td></tr><tr><td class="num">2</td><td class="blob-code">  b = 2</td></tr></table>`,
      "```\na = 1\n  b = 2\n```",
    ],
    [
      "a column of numbers beside a pre",
      `<table class="listing"><tr><td><pre>1\n2\n3</pre></td><td><pre class="python">def f():\n    pass\n</pre></td></tr></table>`,
      "```python\ndef f():\n    pass\n```",
    ],
    [
      "lines without a line break between them",
      `<pre class="torchlight" data-lang="php"><code><div class="line"><span class="line-number">1</span>&lt;?php</div><div class="line">echo 1;</div></code></pre><pre><code class="language-ts"><span class="line">let a;</span><span class="line">let b;</span></code></pre>`,
      "```php\n<?php\necho 1;\n```\n\n```ts\nlet a;\nlet b;\n```",
    ],
    [
      "an editor that was saved with the page",
      `<div class="CodeMirror-code"><div><pre class="CodeMirror-line"><span>SELECT 1</span></pre></div><div><pre class="CodeMirror-line"><span>FROM t</span></pre></div></div>`,
      "```\nSELECT 1\nFROM t\n```",
    ],
    [
      "twoslash boxes, which are none of it",
      `<pre class="shiki twoslash"><code class="language-ts"><span class="line">const <span class="twoslash-hover">a<span class="twoslash-popup-container"><code>const a: 1</code></span></span> = 1</span></code></pre>`,
      "```ts\nconst a = 1\n```",
    ],
    ["lines of a code element", "<p><code>make<br>make install</code></p>", "```\nmake\nmake install\n```"],
    [
      "spans with the name of code",
      `<p>See <span class="code">lists:map/2</span>.</p>`,
      "See `lists:map/2`.",
    ],
    [
      "a notice that is called a highlight",
      `<div class="highlight">Read this before you use any of the commands below.</div>`,
      "Read this before you use any of the commands below.",
    ],
    [
      "a box for every example",
      `<div class="example"><pre class="example">f(x);\ng(x);</pre></div>`,
      "```\nf(x);\ng(x);\n```",
    ],
  ])("reads %s", (_, html, markdown) => {
    expect(markdownOf(html)).toBe(markdown);
  });

  it("reads text that is set in a pre: paragraphs, and code between them", () => {
    expect(
      markdownOf(
        `<pre class="text">Sets the reserved buffer space to this size in bytes. The reserved
space is used for header rewriting or appending, and it is small.

  global
      tune.maxrewrite 1024

It is generally wise to set it to about that.</pre>`,
      ),
    ).toBe(
      "Sets the reserved buffer space to this size in bytes. The reserved space is used for header rewriting or appending, and it is small.\n\n```\nglobal\n    tune.maxrewrite 1024\n```\n\nIt is generally wise to set it to about that.",
    );
  });
});

describe("members of an API", () => {
  it("reads Doxygen: the title as the top heading, members below their kind, signatures on one line", () => {
    const page = readHtml(
      `<title>Quokka: Context reference</title><body><div id="titlearea">Quokka</div>
      <div class="header"><div class="summary"><a href="#func-members">Functions</a></div><div class="headertitle"><div class="title">Context reference</div></div></div>
      <div class="contents"><table class="memberdecls"><tr class="heading"><td colspan="2"><h2 class="groupheader"><a id="func-members"></a>Functions</h2></td></tr>
      <tr><td class="memItemLeft">void&#160;</td><td class="memItemRight"><a href="#a1">qkOpen</a> (int mode)</td></tr>
      <tr><td class="mdescLeft">&#160;</td><td class="mdescRight">Opens it. <a href="#a1">More...</a></td></tr>
      <tr><td class="memItemLeft">int&#160;</td><td class="memItemRight"><a href="#a2">qkClose</a> (void)</td></tr></table>
      <h2 class="groupheader">Function Documentation</h2>
      <a id="a1" name="a1"></a><h2 class="memtitle"><span class="permalink"><a href="#a1">&#9670;&nbsp;</a></span>qkOpen()</h2>
      <div class="memitem"><div class="memproto"><table class="memname"><tr><td class="memname">void qkOpen </td><td>(</td><td class="paramtype">int&#160;</td><td class="paramname"><em>mode</em></td><td>)</td></tr></table></div>
      <div class="memdoc"><p>Opens it in that mode.</p></div></div></div></body>`,
      url,
    );
    expect(page.title).toBe("Context reference");
    expect(page.markdown).toMatchInlineSnapshot(`
      "# Context reference

      ## Functions {#func-members}

      | void | qkOpen (int mode) — Opens it. |
      | --- | --- |
      | int | qkClose (void) |

      ## Function Documentation

      ### qkOpen() {#a1}

      \`\`\`
      void qkOpen(int mode)
      \`\`\`

      Opens it in that mode."
    `);
  });

  it("reads erl_docgen: what is below a function stays there, ids that repeat are no anchors", () => {
    const page = readHtml(
      `<title>Erlang -- lists</title><body><div class="topbar"><h1 id="lists">lists</h1></div><div class="innertube"><h3 id="export">Exports</h3></div>
      <article class="func"><h4 id="all-2">all(Pred, List) -&gt; <span class="bold_code">boolean()</span></h4><div class="REFBODY"><h3 id="types">Types</h3><div>Pred = fun()</div></div><p>Returns it.</p></article>
      <article class="func"><h4 id="any-2">any(Pred, List)</h4><div class="REFBODY"><h3 id="types">Types</h3><div>Pred = fun()</div></div></article></body>`,
      url,
    );
    expect(page.title).toBe("lists");
    expect(page.markdown.match(/^#.*$/gm)).toEqual([
      "# lists {#lists}",
      "### Exports {#export}",
      "#### all(Pred, List) -> `boolean()` {#all-2}",
      "#### any(Pred, List) {#any-2}",
    ]);
    expect(page.markdown).toContain("**Types**\n\nPred = fun()");
  });

  it("finds the anchor of a term deep in it, before it, on a box around it, and behind it", () => {
    const html = `<h1>Options</h1><dl><dt><b><a name="fork_delay">fork_delay</a> (default: 1s)</b></dt><dd><p>A</p></dd>
      <p><a name="malloc"></a></p><dt>MALLOC</dt><dd>B</dd><div id="wrapped"><dt>wrapped</dt><dd>C</dd></div><dt>-x</dt><a id="vi1"></a><dd>D</dd></dl>`;
    expect(markdownOf(html).match(/^##.*$/gm)).toEqual([
      "## fork_delay (default: 1s) {#fork_delay}",
      "## MALLOC {#malloc}",
      "## wrapped {#wrapped}",
      "## -x {#vi1}",
    ]);
  });

  it("makes sections of lines that name a member: Haddock, HAProxy, options in bold", () => {
    const html = `<title>Data.Quokka</title><p class="caption">Data.Quokka</p><a href="#g:1" id="g:1"><h1>Queries</h1></a>
      <div class="top"><p class="src"><a id="v:null" class="def">null</a> :: Quokka -&gt; Bool <a href="src/Data.Quokka.html#null" class="link">Source</a> <a href="#v:null" class="selflink">#</a></p><div class="doc"><p>Whether it is empty.</p></div></div>
      <a class="anchor" name="3-backlog"></a><div class="keyword"><b><a class="anchor" name="backlog"></a><a href="#backlog">backlog</a></b> <span>&lt;conns&gt;</span></div><p>Gives hints.</p>
      <p><b><a name="relay">relay_hosts</a></b></p><p>Where to relay.</p><p><a name="prose">Mail</a> is rewritten on its way.</p>`;
    expect(markdownOf(html)).toBe(
      [
        "# Data.Quokka",
        "## Queries {#g:1}",
        "### `null :: Quokka -> Bool` {#v:null}",
        "Whether it is empty.",
        "### **backlog** <conns> {#backlog}",
        "Gives hints.",
        "### **relay_hosts** {#relay}",
        "Where to relay.",
        "Mail is rewritten on its way.",
      ].join("\n\n"),
    );
  });

  it("draws tables of boxes as tables: Javadoc, roles", () => {
    expect(
      markdownOf(
        `<div class="summary-table two-column-summary"><div class="table-header col-first">Constructor</div><div class="table-header col-last">Description</div><div class="col-constructor-name even-row-color"><code>Box()</code></div><div class="col-last even-row-color"><div class="block">Makes one.</div></div></div>
        <div role="table"><div role="row"><div role="columnheader">Name</div><div role="columnheader">Use</div></div><div role="row"><div role="cell">a</div><div role="cell">first</div></div></div>`,
      ),
    ).toBe(
      "| Constructor | Description |\n| --- | --- |\n| `Box()` | Makes one. |\n\n| Name | Use |\n| --- | --- |\n| a | first |",
    );
  });

  it("reads a man page that is one pre", () => {
    const page = readHtml(
      `<title>Quokka manual - quokka(1)</title><body><pre>
QUOKKA(1)                                                            QUOKKA(1)

<b>NAME</b>
       quokka - keeps an eye on files

<b>SYNOPSIS</b>
       <b>quokka</b> [<b>-v</b>] <i>file</i>

<b>DESCRIPTION</b>
       This command keeps an eye on the files that it is given, and pub-
       lishes what has changed in them since it has seen them for the last
       time.

       <b>-v</b>     Says what it does, in more words than anybody would care to read
              on the screen.
</pre></body>`,
      "https://docs.test/quokka.1.html",
    );
    expect(page.title).toBe("quokka(1)");
    expect(page.markdown).toMatchInlineSnapshot(`
      "## NAME

      quokka - keeps an eye on files

      ## SYNOPSIS

      \`\`\`
      quokka [-v] file
      \`\`\`

      ## DESCRIPTION

      This command keeps an eye on the files that it is given, and publishes what has changed in them since it has seen them for the last time.

      - **-v**: Says what it does, in more words than anybody would care to read on the screen."
    `);
  });
});

describe("the frame of a page", () => {
  it("drops bars that turn the page, menus above the first heading, banners and lines of tools", () => {
    expect(
      markdownOf(
        `<title>2. Incorporated code</title><body><h1 id="header"><a href="http://quokka.test">Quokka Mailer</a></h1>
        <div class="header"><p>Next: <a href="b.html" accesskey="n" rel="next">Variables</a>, Up: <a href="c.html" accesskey="u" rel="up">Equations</a> &nbsp; [<a href="toc.html" rel="contents">Contents</a>][<a href="ix.html" rel="index">Index</a>]</p></div>
        <table><tr><td><a href="../index.html">Home</a></td><td><a href="../libs.html">Libraries</a></td><td><a href="../faq.html">FAQ</a></td></tr></table>
        <h2 id="code"><a href="page.html">Chapter 2 - Incorporated code</a></h2><p>${prose}</p><p>Text with a <a href="x.html">link</a>.</p>
        <p>Was this page helpful?</p><div><a href="a.html">&lt;-previous</a><a href="b.html">next-&gt;</a></div></body>`,
      ),
    ).toBe(`## Chapter 2 - Incorporated code {#code}\n\n${prose.trim()}\n\nText with a link.`);
  });

  it("takes two equal headings at the top for one, and the kind above a title for no section", () => {
    expect(markdownOf("<h1>Fetch</h1><h1 id='fetch'>Fetch</h1><p>x")).toBe("# Fetch {#fetch}\n\nx");
    expect(markdownOf("<h3>Class</h3><h1>Button</h1><p>x")).toBe("# Button\n\nx");
  });

  it.each([
    ["Erlang -- lists", "<h1>1 A</h1><h1>2 B</h1>", "https://docs.test/stdlib/lists.html", "lists"],
    ["Class: std::vector", "<p>x", url, "Class: std::vector"],
    ["Postfix manual - access(5)", "<p>x", "https://docs.test/access.5.html", "access(5)"],
    ["Quokka – Setup", "<h1>1. Setup</h1>", url, "Setup"],
    ["Setup – Quokka", "<p>x", url, "Setup"],
  ])("names a page that is titled %s by what agrees with it", (title, body, address, expected) => {
    expect(readHtml(`<title>${title}</title>${body}`, address).title).toBe(expected);
  });
});

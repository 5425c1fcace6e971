import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readHtml } from "./read-html.ts";

const url = "https://docs.test/guide/page.html";

function markdownOf(html: string): string {
  return readHtml(html, url).markdown;
}

function titleOf(html: string): string {
  return readHtml(html, url).title;
}

describe("facts of a page", () => {
  it("resolves links by the base, takes each once and leaves out what is no page", () => {
    const page = readHtml(
      `<base href="/v2/"><link rel="canonical" href="https://docs.test/v2/start"><meta name="robots" content="noindex, nofollow"><meta name="description" content=" Short. ">
      <nav><a href="a.html#x">A</a><a href="a.html#y">A</a></nav><main><p>Text.</p><a href="mailto:a@b.test">m</a><a href="javascript:void(0)">j</a><a href="#here">h</a><a href="//other.test/p?q=1">o</a><a href="http://[bad">bad</a></main>`,
      url,
    );
    expect(page.links).toEqual(["https://docs.test/v2/a.html", "https://other.test/p?q=1"]);
    expect(page).toMatchObject({
      canonicalUrl: "https://docs.test/v2/start",
      description: "Short.",
      noIndex: true,
      noFollow: true,
    });
  });

  it("takes the title from the only top heading, else from the page's title without the site", () => {
    expect(titleOf("<title>Fetch - Site</title><h1>The <code>fetch</code> call</h1>")).toBe("The fetch call");
    expect(titleOf("<title>Fetch | Site</title><h1>1. Introduction</h1><h1>2. More</h1>")).toBe("Fetch");
    expect(titleOf("<title>Site — Fetch</title><meta property='og:site_name' content='Site'><p>x")).toBe(
      "Fetch",
    );
    expect(titleOf("<p>x</p>")).toBe("page");
  });

  it("keeps the title out of the text of a page that has no head", () => {
    expect(markdownOf("<title>Fetch - Site</title><h1>Fetch</h1><p>Gets a resource.")).toBe(
      "# Fetch\n\nGets a resource.",
    );
  });

  it("keeps the links of a page that is a list of links, and its contents list when it has nothing else", () => {
    const { markdown } = readHtml(
      `<div class="sect1"><h2>Chapter 2</h2><div class="toc"><p><b>Table of Contents</b></p><dl class="toc"><dt><a href="intro.html#x">2.1. Introduction</a></dt><dt><a href="more.html">2.2. More of what there is to know</a></dt></dl></div></div>`,
      url,
    );
    expect(markdown).toContain("- [2.1. Introduction](https://docs.test/guide/intro.html#x)");
  });

  it("knows the empty shell of an application", () => {
    const shell = `<title>App</title><body><noscript>You need to enable JavaScript.</noscript><div id="root"></div><script src="/app.js"></script>`;
    expect(readHtml(shell, url).needsBrowser).toBe(true);
    expect(readHtml(`${shell}<p>${"Real text. ".repeat(30)}`, url).needsBrowser).toBe(false);
  });
});

function pragma(name: string): string {
  return `<a name="pragma_${name}"></a>
      <h style="display:none"> PRAGMA ${name}</h><hr>
      <p><b>PRAGMA ${name} = </b><i>boolean</i><b>;</b></p><p>Query or change ${name}. It is on by default.`;
}

describe("details", () => {
  it("gives a heading the anchor that stands at the end of a paragraph that was left open", () => {
    const html = `<body><h1>Pragmas</h1><p>What each of them does is said below.
      <a name="toc"></a>
      <h2>List of pragmas</h2><p>See <a name="inline">this</a> word
      <h2>Rest</h2><p>Enough text to be a page of its own, in some more words than that.`;
    expect(markdownOf(html)).toBe(
      [
        "# Pragmas",
        "What each of them does is said below.",
        "## List of pragmas {#toc}",
        "See this word",
        "## Rest",
        "Enough text to be a page of its own, in some more words than that.",
      ].join("\n\n"),
    );
  });

  it("keeps the commands of a session whose prompts are marked up as code", () => {
    const html = `<body><h1>Restoring</h1><p>To drop the database and to make it anew:</p>
      <pre class="screen"><code class="prompt">$</code> <strong class="userinput"><code>dropdb shop</code></strong>
<code class="prompt">$</code> <strong class="userinput"><code>createdb shop</code></strong></pre>`;
    expect(markdownOf(html)).toContain("```\n$ dropdb shop\n$ createdb shop\n```");
  });

  it("takes an `h` for a heading below the one above it, as SQLite marks its pragmas", () => {
    const html = `<body><h1>Pragmas</h1><h2>All of them</h2>${pragma("wal_autocheckpoint")}${pragma("busy_timeout")}`;
    expect(markdownOf(html)).toMatchInlineSnapshot(`
      "# Pragmas

      ## All of them

      ### PRAGMA wal_autocheckpoint {#pragma_wal_autocheckpoint}

      **PRAGMA wal_autocheckpoint =** *boolean***;**

      Query or change wal_autocheckpoint. It is on by default.

      ### PRAGMA busy_timeout {#pragma_busy_timeout}

      **PRAGMA busy_timeout =** *boolean***;**

      Query or change busy_timeout. It is on by default."
    `);
  });

  it.each([
    ["text that looks like markdown", "<p># not a heading</p><p>```</p>", "\\# not a heading\n\n\\```"],
    [
      "code with ticks",
      "<p><code>a `b` c</code></p><pre>```\nx\n```</pre>",
      "`` a `b` c ``\n\n````\n```\nx\n```\n````",
    ],
    ["code spans side by side", "<p><code>a</code><code>b</code> and <tt>c</tt></p>", "`ab` and `c`"],
    ["white space", "<p>  a\n  <b> b </b>\n\tc&nbsp;d<br>\n e </p>", "a **b** c d\ne"],
    [
      "formulas",
      `<p><span class="katex"><span class="katex-mathml"><math><semantics><mi>x</mi><annotation encoding="application/x-tex">x^2</annotation></semantics></math></span><span class="katex-html" aria-hidden="true">x2</span></span></p>`,
      "$x^2$",
    ],
    [
      "images",
      `<p><img src="a.png" alt="Diagram of the flow"><img src="b.png" alt=""></p>`,
      "[image: Diagram of the flow]",
    ],
    [
      "where other sites' links lead, once",
      `<p><a href="https://e.test/a_(b)">A</a> <a href="https://e.test/a_(b)">A</a> and within: <a href="/in">in</a></p>`,
      "[A](https://e.test/a_%28b%29) A and within: in",
    ],
    [
      "sections that are called like a frame",
      `<section id="footer"><h2>Footer</h2><p>x</p></section><div class="section" id="navigation"><h2>Navigation</h2><p>y</p></div>`,
      "## Footer {#footer}\n\nx\n\n## Navigation {#navigation}\n\ny",
    ],
    [
      "headings with a wrong end or none",
      "<h2>A</h3><p>x</p><h4>B<p>y</p><h4>C<ul><li>z</ul>",
      "## A\n\nx\n\n#### B\n\ny\n\n#### C\n\n- z",
    ],
    [
      "notes with a heading in a list",
      `<ul><li>a<div class="note"><h3>Note</h3><p>b</p></div><li>c</ul>`,
      "- a\n\n  > **Note:** b\n- c",
    ],
    ["lists", "<ol start=3><li>a<li><p>b</p><pre>c</pre></ol>", "3. a\n4. b\n\n   ```\n   c\n   ```"],
    [
      "definitions",
      "<dl><dt><code>-a</code><dt>--all:<dd>Everything.<dt>-b<dd><p>One.</p><p>Two.</p></dl>",
      "- **`-a`, --all**: Everything.\n- **-b**: One.\n\n  Two.",
    ],
  ])("writes %s", (_, html, markdown) => {
    expect(markdownOf(html)).toBe(markdown);
  });

  it("never throws, and reads within its bounds, whatever the page is (fault 40)", () => {
    const tag = fc.constantFrom(
      ..."div p ul ol li dl dt dd table tr td th pre code b a h1 h2 blockquote details summary svg math script style template nav main span br img".split(
        " ",
      ),
    );
    const attribute = fc.constantFrom(
      "",
      ' id="x"',
      ' class="admonition note"',
      ' href="#"',
      ' role="tablist"',
      ' role="tabpanel"',
      " colspan=9",
      ' class="sig"',
    );
    const piece = fc.oneof(
      fc.tuple(tag, attribute).map(([name, rest]) => `<${name}${rest}>`),
      tag.map((name) => `</${name}>`),
      fc.constantFrom("text", " ", "\n", "&amp", "&#x0;", "<!--", "-->", "<", "<![CDATA[", "|", "`", "**"),
      fc.string({ unit: "binary", maxLength: 8 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 120 }), (pieces) => {
        const html = pieces.join("");
        expect(markdownOf(html).length).toBeLessThan(html.length * 20 + 1000);
      }),
      { numRuns: 1500 },
    );
  });

  it.each([
    ["nested boxes", `${"<div>".repeat(50_000)}x`],
    ["nested lists", "<ul><li>x".repeat(20_000)],
    ["nested quotations", "<blockquote>x".repeat(20_000)],
    ["nested tables", "<table><tr><td>x".repeat(20_000)],
    ["unclosed formatting", `${"<b>".repeat(4000)}x${"</i>".repeat(20_000)}`],
    ["cells that span", `<table>${"<tr><td colspan=50 rowspan=50>x".repeat(20_000)}`],
    ["an attribute of a megabyte", `<p title="${"a".repeat(1_000_000)}">x`],
    ["unclosed comments", `<p>x${"<!-- ".repeat(200_000)}`],
    ["white space", `<p>${" \n".repeat(300_000)}x`],
    ["an unclosed drawing", `<svg><path d="M0"/>${"<p>x".repeat(10_000)}`],
  ])("gets through %s (fault 40)", (_, html) => {
    expect(markdownOf(html)).toContain("x");
  });
});

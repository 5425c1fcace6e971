import { describe, expect, it } from "vitest";
import { readHtml } from "./read-html.ts";

const url = "https://docs.test/guide/page.html";

function markdownOf(html: string): string {
  return readHtml(html, url).markdown;
}

describe("pages of documentation generators", () => {
  it("reads Sphinx: signatures as sections, admonitions, field lists, no sidebar", () => {
    const page = readHtml(
      `<!DOCTYPE html><html lang="en"><head><title>spawn — Running programs &#8212; Example 2.1 documentation</title></head><body>
      <div class="related" role="navigation"><h3>Navigation</h3><ul><li><a href="../genindex.html">index</a></li></ul></div>
      <div class="document"><div class="documentwrapper"><div class="bodywrapper"><div class="body" role="main">
      <section id="module-spawn"><span id="spawn-running"></span>
      <h1><code class="docutils literal"><span class="pre">spawn</span></code> — Running programs<a class="headerlink" href="#module-spawn" title="Permalink to this heading">¶</a></h1>
      <p><strong>Source code:</strong> <a class="reference external" href="https://code.test/spawn.py">Lib/spawn.py</a></p>
      <section id="using"><h2>Using it<a class="headerlink" href="#using">¶</a></h2>
      <dl class="py function"><dt class="sig sig-object py" id="spawn.run">
      <span class="sig-prename descclassname"><span class="pre">spawn.</span></span><span class="sig-name descname"><span class="pre">run</span></span><span class="sig-paren">(</span><em class="sig-param"><span class="n"><span class="pre">args</span></span></em>, <em class="sig-param"><span class="o"><span class="pre">*</span></span></em><span class="sig-paren">)</span><a class="headerlink" href="#spawn.run">¶</a></dt>
      <dd><p>Run the command of <em>args</em>. See <a class="reference internal" href="#spawn.Job"><code>Job</code></a>.</p>
      <dl class="field-list simple"><dt class="field-odd">Raises:</dt><dd class="field-odd"><p>SpawnError – when it fails</p></dd></dl>
      <div class="admonition note"><p class="admonition-title">Note</p><p>The shell is not used.</p>
      <div class="highlight-python3 notranslate"><div class="highlight"><pre><span></span><span class="gp">&gt;&gt;&gt; </span><span class="n">run</span><span class="p">([</span><span class="s2">&quot;ls&quot;</span><span class="p">])</span>
</pre></div></div></div>
      </dd></dl>
      <dl class="py class"><dt class="sig sig-object py" id="spawn.Job"><em class="property"><span class="pre">class</span><span class="w"> </span></em><span class="sig-prename">spawn.</span><span class="sig-name">Job</span><a class="headerlink" href="#spawn.Job">¶</a></dt>
      <dd><p>A job.</p><dl class="py method"><dt class="sig sig-object py" id="spawn.Job.wait"><span class="sig-name">wait</span>()</dt><dd><p>Wait for it.</p></dd></dl></dd></dl>
      </section></section></div></div></div>
      <div class="sphinxsidebar" role="navigation"><h3>Table of Contents</h3><ul><li><a href="#">spawn</a></li></ul></div></div>
      <div class="footer">&copy; Copyright 2024. Created using Sphinx.</div></body></html>`,
      url,
    );
    expect(page.title).toBe("spawn — Running programs");
    expect(page.language).toBe("en");
    expect(page.links).toEqual(["https://docs.test/genindex.html", "https://code.test/spawn.py"]);
    expect(page.markdown).toMatchInlineSnapshot(`
      "# \`spawn\` — Running programs {#module-spawn}

      **Source code:** [Lib/spawn.py](https://code.test/spawn.py)

      ## Using it {#using}

      ### \`spawn.run(args, *)\` {#spawn.run}

      Run the command of *args*. See \`Job\`.

      - **Raises**: SpawnError – when it fails

      > **Note:** The shell is not used.

      \`\`\`python
      >>> run(["ls"])
      \`\`\`

      ### \`class spawn.Job\` {#spawn.Job}

      A job.

      #### \`wait()\` {#spawn.Job.wait}

      Wait for it."
    `);
  });

  it("reads DocBook: terms with ids as sections, notes, tables of one column, no navigation tables", () => {
    expect(
      markdownOf(
        `<?xml version="1.0" encoding="UTF-8"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title>20.3. Connections</title></head><body id="docContent">
        <div class="navheader"><table width="100%"><tr><th colspan="3">20.3. Connections</th></tr><tr><td><a accesskey="p" href="a.html">Prev</a></td></tr></table><hr/></div>
        <div class="sect1" id="CONFIG-CONNECTION"><div class="titlepage"><div><div><h2 class="title">20.3. Connections</h2></div></div></div>
        <div class="toc"><dl class="toc"><dt><a href="#X">20.3.1. Settings</a></dt></dl></div>
        <div class="sect2" id="CONFIG-SETTINGS"><div class="titlepage"><h3 class="title">20.3.1. Settings</h3></div>
        <dl class="variablelist"><dt id="GUC-MAX"><span class="term"><code class="varname">max_connections</code> (<code class="type">integer</code>)
          <a id="id-1.6" class="indexterm"></a></span></dt><dd><p>
             The greatest number of
             connections.</p><div class="note"><h3 class="title">Note</h3><p>Needs a restart.</p></div></dd></dl></div>
        <table class="table" border="1"><thead><tr><th class="func_table_entry"><p class="func_signature">Function</p><p>Description</p></th></tr></thead>
        <tbody><tr><td class="func_table_entry"><p class="func_signature"><code class="function">lower</code> ( <code class="type">text</code> ) → <code class="returnvalue">text</code></p><p>To lower case.</p></td></tr></tbody></table>
        <table class="table"><thead><tr><th>Name</th><th>Meaning</th></tr></thead><tbody><tr><td rowspan="2"><code>a|b</code></td><td>first</td></tr><tr><td>second<br/>line</td></tr></tbody></table>
        </div><div class="navfooter"><hr/><table><tr><td><a href="b.html">Next</a></td></tr></table></div></body></html>`,
      ),
    ).toMatchInlineSnapshot(`
      "## 20.3. Connections {#CONFIG-CONNECTION}

      ### 20.3.1. Settings {#CONFIG-SETTINGS}

      #### \`max_connections\` (\`integer\`) {#GUC-MAX}

      The greatest number of connections.

      > **Note:** Needs a restart.

      - \`lower\` ( \`text\` ) → \`text\`
        To lower case.

      | Name | Meaning |
      | --- | --- |
      | \`a\\|b\` | first |
      | \`a\\|b\` | second line |"
    `);
  });

  it("reads mdBook and rustdoc: code without buttons, items with their ids, no source links", () => {
    expect(
      markdownOf(
        `<html><body><nav id="sidebar" class="sidebar"><ol class="chapter"><li><a href="x.html">1. Intro</a></li></ol></nav>
        <div id="page-wrapper"><div id="menu-bar"><button id="sidebar-toggle">Menu</button></div><div id="content"><main>
        <h2 id="ownership"><a class="header" href="#ownership">Ownership</a></h2>
        <p>Rules of 2<sup>32</sup> kinds.</p>
        <pre><pre class="playground"><code class="language-rust editable">fn main() {
    let x = 1;
}
</code></pre></pre>
        <div class="table-wrapper"><table><thead><tr><th>Length</th><th>Signed</th></tr></thead><tbody><tr><td>8-bit</td><td><code>i8</code></td></tr></tbody></table></div>
        <details class="rustdoc-toggle method-toggle" open><summary><section id="method.push" class="method"><span class="rightside"><a class="srclink" href="../src/vec.rs.html">source</a></span><a href="#method.push" class="anchor">§</a><h4 class="code-header">pub fn <a href="#method.push" class="fn">push</a>(&amp;mut self, value: T)</h4></section></summary><div class="docblock"><p>Appends.</p></div></details>
        </main><nav class="nav-wrapper"><a rel="next" href="y.html">Next chapter</a></nav></div></div></body></html>`,
      ),
    ).toMatchInlineSnapshot(`
      "## Ownership {#ownership}

      Rules of 2^32 kinds.

      \`\`\`rust
      fn main() {
          let x = 1;
      }
      \`\`\`

      | Length | Signed |
      | --- | --- |
      | 8-bit | \`i8\` |

      #### pub fn push(&mut self, value: T) {#method.push}

      Appends."
    `);
  });

  it("reads Docusaurus: tabs with their labels, admonitions, no table of contents and no edit link", () => {
    expect(
      markdownOf(
        `<html><body><nav class="navbar navbar--fixed-top"><a href="/">Site</a></nav><div id="__docusaurus"><main><article>
        <nav class="theme-doc-breadcrumbs breadcrumbsContainer_Z"><ul><li>Docs</li></ul></nav>
        <div class="tocCollapsible_x theme-doc-toc-mobile"><button>On this page</button></div>
        <div class="theme-doc-markdown markdown"><header><h1>Install</h1></header>
        <h2 class="anchor anchorWithStickyNavbar_a" id="packages">Packages<a href="#packages" class="hash-link" aria-label="Direct link to Packages">&#8203;</a></h2>
        <div class="theme-admonition theme-admonition-tip alert alert--success"><div class="admonitionHeading_G"><span class="admonitionIcon_R"><svg viewBox="0 0 12 16"><path d="M0"/></svg></span>tip</div><div class="admonitionContent_B"><p>Use the latest.</p></div></div>
        <div class="tabs-container"><ul role="tablist" class="tabs"><li role="tab">npm</li><li role="tab">Yarn</li></ul><div class="margin-top--md">
        <div role="tabpanel"><div class="language-bash codeBlockContainer_C"><div class="codeBlockContent_b"><pre class="prism-code language-bash"><code class="codeBlockLines_e"><span class="token-line">npm i thing<br></span><span class="token-line">npm start<br></span></code></pre><div class="buttonGroup__a"><button>Copy</button></div></div></div></div>
        <div role="tabpanel" hidden=""><pre class="language-bash"><code>yarn add thing</code></pre></div></div></div>
        </div><footer class="theme-doc-footer"><a href="https://github.test/edit" class="theme-edit-this-page">Edit this page</a></footer></article>
        <nav class="pagination-nav"><a class="pagination-nav__link" href="/docs/next">Next</a></nav></main></div></body></html>`,
      ),
    ).toMatchInlineSnapshot(`
      "# Install

      ## Packages {#packages}

      > **Tip:** Use the latest.

      **npm**

      \`\`\`bash
      npm i thing
      npm start
      \`\`\`

      **Yarn**

      \`\`\`bash
      yarn add thing
      \`\`\`"
    `);
  });

  it("reads VitePress and Shiki: lines of code, line numbers gone, boxes with their own titles", () => {
    expect(
      markdownOf(
        `<html><body><div id="app"><a class="VPSkipLink" href="#VPContent">Skip</a><aside class="VPSidebar">Guide</aside><div class="VPDoc"><main class="main"><div class="vp-doc _guide"><div>
        <h1 id="config" tabindex="-1">Config <a class="header-anchor" href="#config" aria-label="Permalink to &quot;Config&quot;">&#8203;</a></h1>
        <div class="warning custom-block"><p class="custom-block-title">Mind the order</p><p>It <em>matters</em>.</p></div>
        <div class="language-ts vp-adaptive-theme line-numbers-mode"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki github-light"><code><span class="line"><span>export</span> default {</span>
<span class="line">}</span></code></pre><div class="line-numbers-wrapper"><span class="line-number">1</span><br><span class="line-number">2</span></div></div>
        <div class="vp-code-group"><div class="tabs"><input type="radio" checked><label>a.js</label><input type="radio"><label>b.js</label></div><div class="blocks"><div class="language-js active"><pre><code>a()</code></pre></div><div class="language-js"><pre><code>b()</code></pre></div></div></div>
        </div></div></main><footer class="VPDocFooter"><a class="edit-link-button" href="https://github.test/x">Edit this page</a><div class="VPLastUpdated">Last updated: today</div></footer></div></div></body></html>`,
      ),
    ).toMatchInlineSnapshot(`
      "# Config {#config}

      > **Mind the order:** It *matters*.

      \`\`\`ts
      export default {
      }
      \`\`\`

      **a.js**

      \`\`\`js
      a()
      \`\`\`

      **b.js**

      \`\`\`js
      b()
      \`\`\`"
    `);
  });

  it("reads Node's API pages: ids in the marks of headings, two kinds of modules, no contents", () => {
    expect(
      markdownOf(
        `<html><head><title>File system | Node.js v18.0.0 Documentation</title></head><body class="alt apidoc" id="api-section-fs"><div id="content"><div id="column2" class="interior"><ul><li><a href="assert.html" class="nav-assert">Assertion testing</a></li></ul></div>
        <div id="column1"><header class="header"><h1>Node.js v18.0.0 documentation</h1></header><details id="toc" open><summary>Table of contents</summary><ul><li><a href="#fs">File system</a></li></ul></details>
        <div id="apicontent"><h2>File system<span><a class="mark" href="#file-system" id="file-system">#</a></span><a aria-hidden="true" class="legacy" id="fs_file_system"></a></h2>
        <blockquote><p>Stability: 2 - Stable</p></blockquote>
        <pre class="with-51-chars"><input class="js-flavor-toggle" type="checkbox"><code class="language-mjs">import fs from 'node:fs';
</code><code class="language-cjs">const fs = require('node:fs');
</code><button class="copy-button">copy</button></pre>
        <section><h4><code>fs.open(path[, flags])</code><span><a class="mark" href="#fsopenpath-flags" id="fsopenpath-flags">#</a></span></h4>
        <ul><li><code>path</code> <a href="https://mdn.test/String" class="type">&#x3C;string></a></li><li><code>flags</code> <a href="https://mdn.test/String" class="type">&#x3C;string></a> <strong>Default:</strong> <code>'r'</code><ul><li>See <a href="#flags">flags</a></li></ul></li></ul></section></div></div></div></body></html>`,
      ),
    ).toMatchInlineSnapshot(`
      "## File system {#file-system}

      > Stability: 2 - Stable

      \`\`\`mjs
      import fs from 'node:fs';
      \`\`\`

      \`\`\`cjs
      const fs = require('node:fs');
      \`\`\`

      #### \`fs.open(path[, flags])\` {#fsopenpath-flags}

      - \`path\` [<string>](https://mdn.test/String)
      - \`flags\` <string> **Default:** \`'r'\`
        - See flags"
    `);
  });

  it("reads hand-written pages: elements left open, tables for layout, quotations for indentation", () => {
    const page = readHtml(
      `<html><head><title>PRAGMA</title></head><body><div class=nosearch><a href="index.html"><img alt="Home" src=l.gif></a><div class="menu mainmenu"><ul><li><a href="about.html">About</a></ul></div></div>
      <div class=fancy><div class="nosearch"><div class="fancy_title">PRAGMA Statements</div><div class="fancy_toc"><a onclick="toggle_toc()">Contents</a></div></div>
      <h1 id="intro"><span>1. </span>Overview</h1>
      <p>The <b>PRAGMA</b> statement<p>is special:
      <blockquote><pre>PRAGMA cache_size;</pre></blockquote>
      <a name="pragma_x"></a><h2>1.1 Names</h2>
      <ul><li>one<li>two <dl><dt>-a<dd>all</dl></ul>
      <table border=0><tr><td><pre>code();</pre><td>What it does</table>
      <p align=center><small><i>This page last modified on 2022-01-20 21:38:08 UTC</i></small></p></body></html>`,
      url,
    );
    expect(page.title).toBe("PRAGMA");
    expect(page.markdown).toMatchInlineSnapshot(`
      "# 1. Overview {#intro}

      The **PRAGMA** statement

      is special:

      \`\`\`
      PRAGMA cache_size;
      \`\`\`

      ## 1.1 Names {#pragma_x}

      - one
      - two
        - **-a**: all

      \`\`\`
      code();
      \`\`\`

      What it does"
    `);
  });

  it("reads Javadoc and TypeDoc: sections in lists, drawn signatures as code", () => {
    expect(
      markdownOf(
        `<html><body><main role="main"><h1 title="Interface Callable" class="title">Interface Callable</h1>
        <ul class="details-list"><li><section class="method-details" id="method-detail"><h2>Method Details</h2><ul class="member-list"><li><section class="detail" id="call()"><h3>call</h3><div class="member-signature"><span class="return-type">Object</span>&nbsp;<span class="element-name">call</span>()
              throws Exception</div><dl class="notes"><dt>Throws:</dt><dd><code>Exception</code></dd></dl></section></li></ul></section></li></ul>
        <div class="tsd-signature"><span>interface</span> Box {<br>&nbsp;&nbsp;size: number;<br>}</div></main></body></html>`,
      ),
    ).toMatchInlineSnapshot(`
      "# Interface Callable

      ## Method Details {#method-detail}

      ### call {#call()}

      \`\`\`java
      Object call()
                    throws Exception
      \`\`\`

      - **Throws**: \`Exception\`

      \`\`\`ts
      interface Box {
        size: number;
      }
      \`\`\`"
    `);
  });
});

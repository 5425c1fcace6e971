import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { resolveIncludes } from "./resolve-includes.ts";
import { FileNames } from "./source-files.ts";

const PYTHON = [
  "import typer",
  "",
  "# --8<-- [start:main]",
  "def main(name: str):",
  '    print(f"Hello {name}")',
  "# --8<-- [end:main]",
  "",
  "class Box:",
  "    @property",
  "    def size(self):",
  "        return 1",
  "",
  "    def other(self):",
  "        return 2",
].join("\n");

function filesOf(files: Record<string, string>) {
  return {
    names: () => Promise.resolve(new FileNames(Object.keys(files))),
    read: (path: string) => Promise.resolve(files[path] ?? null),
  };
}

async function resolved(path: string, text: string | string[], files: Record<string, string> = {}) {
  return await resolveIncludes({ path, text: [text].flat().join("\n") }, filesOf(files));
}

const fence = (language: string, ...lines: string[]) => ["```" + language, ...lines, "```"].join("\n");

describe("includes of markdown", () => {
  const files = {
    "docs_src/first.py": PYTHON,
    "docs/part.md": '---\ntitle: Part\n---\nA *part* with\n\n--8<-- "docs_src/tiny.js"\n',
    "docs_src/tiny.js": "// #region a\nlet a = 1;\n// #endregion a\nlet b = 2;\n",
    "src/main.rs": "// ANCHOR: all\nfn main() {}\n// ANCHOR_END: all\nfn other() {}\n",
  };
  const head = "def main(name: str):";
  const body = '    print(f"Hello {name}")';

  it.each([
    ["FastAPI", "{* ../../docs_src/first.py ln[4:5] hl[4] *}", fence("python", head, body)],
    [
      "FastAPI in a tab",
      "    {* docs_src/first.py ln[4] *}",
      "    ```python\n    def main(name: str):\n    ```",
    ],
    ["mdx_include", "{!../docs_src/first.py[ln:4-5]!}", fence("python", head, body)],
    ["a snippet by lines", '--8<-- "docs_src/first.py:4:5"', fence("python", head, body)],
    ["a snippet by its name", '--8<-- "docs_src/first.py:main"', fence("python", head, body)],
    ["a region of VitePress", "<<< @/docs_src/tiny.js#a{1 ts} [A]", fence("ts [A]", "let a = 1;")],
    ["an anchor of mdBook", "{{#include ../src/main.rs:all}}", fence("rust", "fn main() {}")],
    [
      "a code sample of Hugo",
      '{{% code_sample file="src/main.rs" %}}',
      fence("rust", "fn main() {}", "fn other() {}"),
    ],
    ["Fumadocs", '<include lang="js">../docs_src/tiny.js#a</include>', fence("js", "let a = 1;")],
    ["a layout of Jekyll", "{% include footer.html %}", ""],
  ])("reads %s", async (_generator, line, expected) => {
    const { text, missing } = await resolved(
      "docs/tutorial/page.md",
      ["Before.", "", line, "", "After."],
      files,
    );
    expect(
      text
        .replace("Before.\n\n", "")
        .replace(/\n*After\.$/, "")
        .replace(/^\n/, ""),
    ).toBe(expected);
    expect(missing).toBe(0);
  });

  it("fills code blocks that hold nothing but orders, and leaves code that looks like one", async () => {
    const page = [
      '```python hl_lines="1"',
      "{!../docs_src/first.py[ln:4-5]!}",
      "# more",
      "```",
      "",
      "```jinja",
      "{% include 'a.html' %}",
      "```",
    ];
    const { text } = await resolved("docs/page.md", page, files);
    expect(text).toBe(
      [
        '```python hl_lines="1"',
        head,
        body,
        "# more",
        "```",
        "",
        "```jinja",
        "{% include 'a.html' %}",
        "```",
      ].join("\n"),
    );
  });

  it("reads parts of pages with what they include, and never a page within itself", async () => {
    const { text, included, missing } = await resolved("docs/page.md", "<!--@include: ./part.md-->", files);
    expect(text).toBe(`A *part* with\n\n${fence("js", "let a = 1;", "let b = 2;")}\n`);
    expect(included).toEqual(["docs/part.md", "docs_src/tiny.js"]);
    expect(missing).toBe(0);
    const circle = { "a.md": '--8<-- "b.md"', "b.md": 'B\n--8<-- "a.md"' };
    expect((await resolved("a.md", circle["a.md"], circle)).text).toBe("B\n[example not in this copy]");
  });

  it("reads raw code and parts that MDX imports, wherever they are shown", async () => {
    const page = [
      "import Tabs from '@theme/Tabs';",
      "import Source from '!!raw-loader!@site/examples/a.js';",
      "import code from '/src/b.ts?raw';",
      "import Part from './_part.mdx';",
      "",
      "<Tabs>",
      '<TabItem value="a"><CodeBlock language="jsx">{Source}</CodeBlock></TabItem>',
      "</Tabs>",
      "",
      "<Code",
      "  code={code}",
      '  lang="ts"',
      '  title="b.ts"',
      "/>",
      '<Part name="x" />',
    ];
    const { text, missing } = await resolved("site/docs/page.mdx", page, {
      "site/examples/a.js": "a();\n",
      "site/src/b.ts": "b();\n",
      "site/docs/_part.mdx": "The part.\n",
    });
    expect(text.split("\n").slice(4).filter(Boolean)).toEqual([
      "<Tabs>",
      '<TabItem value="a">',
      ...fence("jsx", "a();").split("\n"),
      "</TabItem>",
      "</Tabs>",
      ...fence("ts [b.ts]", "b();").split("\n"),
      "The part.",
    ]);
    expect(missing).toBe(0);
  });

  it("reads blocks that refer to a file: MyST, Docusaurus, code-import", async () => {
    const page = [
      "```{literalinclude} ../docs_src/first.py",
      ":pyobject: Box.size",
      "```",
      '```js reference title="Tiny"',
      "https://github.com/o/r/blob/main/docs_src/tiny.js#L2",
      "```",
      "```js file=../docs_src/tiny.js#L4-L4",
      "```",
    ];
    const { text } = await resolved("docs/page.md", page, files);
    expect(text).toBe(
      [
        fence("python", "@property", "def size(self):", "    return 1"),
        fence("js", "let a = 1;"),
        fence("js", "let b = 2;"),
      ].join("\n"),
    );
  });

  it("marks and counts what is not there, without leaving the repository", async () => {
    const { text, missing, absent } = await resolved(
      "docs/page.md",
      [
        "{* ../gone.py *}",
        "",
        '--8<-- "docs_src/first.py:nowhere"',
        "",
        '--8<-- "https://x.test/a.py"',
        "",
        "{!../../../../etc/passwd!}",
      ],
      { ...files, "etc/hosts": "secret" },
    );
    expect(text.split("\n\n")).toEqual(Array.from({ length: 4 }, () => "[example not in this copy]"));
    expect({ missing, absent }).toEqual({ missing: 4, absent: ["gone.py", "etc/passwd"] });
  });
});

it("reads includes and substitutions of reStructuredText", async () => {
  const page = [
    ".. |tool| replace:: the *Tool*",
    "",
    "Use |tool| and ``|tool|``.",
    "",
    ".. tab-item:: One",
    "",
    "   .. literalinclude:: /examples/first.py",
    "      :lines: 4-5",
    "      :caption: first.py",
    "",
    ".. include:: ../shared.rst",
    "   :start-after: begin",
    "",
    ".. literalinclude:: gone.c",
  ];
  const { text, missing } = await resolved("docs/usage/page.rst", page, {
    "docs/examples/first.py": PYTHON,
    "docs/shared.rst": "nothing\nbegin\nShared text.\n",
  });
  expect(text.split("\n").filter(Boolean)).toEqual([
    "Use the *Tool* and ``|tool|``.",
    ".. tab-item:: One",
    "   **first.py**",
    "   .. code-block:: python",
    "      def main(name: str):",
    '          print(f"Hello {name}")',
    "Shared text.",
    "[example not in this copy]",
  ]);
  expect(missing).toBe(1);
});

it("reads includes of AsciiDoc by tags and lines, attributes, and the families of Antora", async () => {
  const page = [
    ":sources: ../../../src",
    ":product: Boats",
    "",
    "About {product} and {unknown}.",
    "",
    "[source,java]",
    "----",
    "include::{sources}/Main.java[tags=run;!log]",
    "----",
    "",
    "[source,ruby]",
    "include::example$boat.rb[lines=2..3]",
    "",
    "include::partial$note.adoc[leveloffset=+1]",
    "",
    "include::gone.adoc[opts=optional]",
    "include::gone.adoc[]",
  ];
  const { text, missing } = await resolved("docs/modules/ROOT/pages/index.adoc", page, {
    "src/Main.java": "// tag::run[]\nrun();\n// tag::log[]\nlog();\n// end::log[]\nstop();\n// end::run[]\n",
    "docs/modules/ROOT/examples/boat.rb": "one\ntwo\nthree\n",
    "docs/modules/ROOT/partials/note.adoc": "= Note\n\nA note on {product}.\n",
  });
  expect(text.split("\n").slice(3).filter(Boolean)).toEqual([
    "About Boats and {unknown}.",
    "[source,java]",
    "----",
    "run();",
    "stop();",
    "----",
    "[source,ruby]",
    "----",
    "two",
    "three",
    "----",
    "== Note",
    "A note on Boats.",
    "[example not in this copy]",
  ]);
  expect(missing).toBe(1);
});

it("holds its limits: depth, number of files, characters", async () => {
  const deep = Object.fromEntries(
    Array.from({ length: 20 }, (_, n) => [`p${n}.md`, `${n}\n--8<-- "p${n + 1}.md"`]),
  );
  const { text } = await resolved("p0.md", deep["p0.md"] ?? "", deep);
  expect(text.split("\n")).toEqual(["0", "1", "2", "3", "4", "5", "6", "[example not in this copy]"]);
  const large = { "large.py": `${"x = 1\n".repeat(60_000)}` };
  const many = await resolved(
    "a.md",
    Array.from({ length: 500 }, () => "{* large.py *}"),
    large,
  );
  expect(many.text.length).toBeLessThan(1_500_000);
  expect(many.missing).toBeGreaterThan(490);
});

it("leaves the chapters of a long book to their own pages", async () => {
  const chapters = Object.fromEntries(
    Array.from({ length: 200 }, (_, n) => [`c${n}.adoc`, `== Chapter ${n}\n`]),
  );
  const { text, missing } = await resolved(
    "book.adoc",
    Object.keys(chapters).map((name) => `include::${name}[]`),
    chapters,
  );
  expect(text).toContain("== Chapter 100");
  expect(text).not.toContain("not in this copy");
  expect(missing).toBe(0);
});

it("does not let words that a page defines make it grow", async () => {
  const doubled = [":a: xxxxxxxx", ...Array.from({ length: 40 }, () => ":a: {a}{a}"), "{a}"];
  expect((await resolved("a.adoc", doubled)).text.length).toBeLessThan(10_000);
  const long = [
    `:a: ${"x".repeat(299)}`,
    "{a} ".repeat(900),
    ...Array.from({ length: 100 }, () => "{a} ".repeat(900)),
  ];
  expect((await resolved("a.adoc", long)).text.length).toBeLessThan(2_500_000);
});

it("ends well and in linear time, whatever is written", async () => {
  const part = fc.oneof(
    fc.constantFrom(
      ..."\n|```|~~~|{* a.py *}|{!|!}|--8<--|--8<-- \"a.py\"|<<< a.py|{{#include a.py:1:2}}|{% include 'a.md' %}|import A from './a.mdx'|<A />|<A|{A}|.. include:: a.rst|.. literalinclude:: a.py|   :lines: 1-|include::a.adoc[tag=b]|----|:a: {a}|{a}|[source]".split(
        "|",
      ),
    ),
    fc.string({ maxLength: 5 }),
  );
  const files = {
    "a.py": PYTHON,
    "a.md": "A\n{* a.py *}",
    "a.mdx": "<A />",
    "a.rst": "R",
    "a.adoc": "tag::b[]\nB\nend::b[]",
  };
  await fc.assert(
    fc.asyncProperty(
      fc.array(part, { maxLength: 30 }),
      fc.constantFrom("b.md", "b.mdx", "b.rst", "b.adoc"),
      async (parts, path) => {
        expect(typeof (await resolved(path, parts.join(""), files)).text).toBe("string");
      },
    ),
    { numRuns: 1500 },
  );
  for (const unit of [
    "```\n",
    "~~~~\n~~~\n",
    "--8<--\n",
    "{*",
    "{!",
    "<A",
    "<A {",
    ":a: {a}\n",
    "{a}",
    "|a",
    ".. |a| replace:: b\n",
    "include::",
    "    ",
  ]) {
    const text = unit.repeat(Math.ceil(500_000 / unit.length));
    for (const path of ["b.mdx", "b.rst", "b.adoc"]) {
      const { text: read } = await resolved(path, `import A from './a.mdx'\n${text}`, files);
      expect(read.length).toBeLessThan(4 * text.length);
    }
  }
}, 60_000);

import * as fc from "fast-check";
import { expect, test } from "vitest";
import { asciidocToMarkdown } from "./asciidoc.ts";
import { notebookToMarkdown } from "./notebook.ts";
import { restructuredTextToMarkdown } from "./restructured-text.ts";

test("reStructuredText: headings by their underlines, code, admonitions, roles and links", () => {
  const source = `
.. _install:

==========
Installing
==========

.. contents::
   :local:

Run this::

    $ pip install example

.. code-block:: python
   :linenos:

   import example
   example.run()

Configuration
=============

Set \`\`DEBUG\`\`, see :ref:\`settings <the-settings>\` and :class:\`~example.core.App\`, or the
\`manual <https://example.com/manual>\`_. Ask on the \`mailing list\`_.

Model
    What :rfc:\`5322\` describes.

.. note:: It needs Python 3.

   And some patience.

Options
-------

.. py:function:: run(name, *, debug=False)
   :module: example

   Starts it.

>>> example.run("a")
True

.. a comment
   that goes on

.. _mailing list: https://example.com/list
`;
  expect(restructuredTextToMarkdown(source)).toMatchInlineSnapshot(`
    "# Installing

    Run this:

    \`\`\`
    $ pip install example
    \`\`\`

    \`\`\`python
    import example
    example.run()
    \`\`\`

    ## Configuration

    Set \`DEBUG\`, see \`settings\` and \`App\`, or the
    [manual](https://example.com/manual). Ask on the [mailing list](https://example.com/list).

    Model
      What RFC 5322 describes.

    **Note:** It needs Python 3.

    And some patience.

    ### Options

    #### \`run(name, *, debug=False)\`

    Starts it.

    \`\`\`python
    >>> example.run("a")
    True
    \`\`\`"
  `);
});

test("AsciiDoc: headings, code, admonitions, lists and links", () => {
  const source = `= The Guide
:toc: left
Jane Doe

// nobody reads this
== Starting

[source,java]
----
== not a heading
int i = 1;
----

NOTE: Mind the *gap*.

[WARNING]
====
It is hot.
====

.What you need
* a machine
** with power
. first
. second

See https://example.com/a[the page], link:https://example.com/b[b] and <<install,Installing>>.

////
hidden
////
include::other.adoc[]
`;
  expect(asciidocToMarkdown(source)).toMatchInlineSnapshot(`
    "# The Guide

    Jane Doe

    ## Starting

    \`\`\`java
    == not a heading
    int i = 1;
    \`\`\`

    **Note:** Mind the **gap**.

    **Warning:** It is hot.

    **What you need**

    - a machine
      - with power
    1. first
    1. second

    See [the page](https://example.com/a), [b](https://example.com/b) and Installing."
  `);
});

test("a notebook: texts, code and what it printed", () => {
  const source = JSON.stringify({
    nbformat: 4,
    metadata: { language_info: { name: "python" } },
    cells: [
      { cell_type: "markdown", source: ["# Plotting\n", "\n", "A *line*."] },
      { cell_type: "code", source: "print('```')", outputs: [{ output_type: "stream", text: ["```\n"] }] },
      { cell_type: "code", source: [], outputs: [] },
      { cell_type: "raw", source: "ignored" },
    ],
  });
  expect(notebookToMarkdown(source)).toMatchInlineSnapshot(`
    "# Plotting

    A *line*.

    \`\`\`\`python
    print('\`\`\`')
    \`\`\`\`

    \`\`\`\`
    \`\`\`
    \`\`\`\`"
  `);
  expect(notebookToMarkdown("{}")).toBeNull();
  expect(notebookToMarkdown("not json")).toBeNull();
});

test("tables of reStructuredText, whose cells have lines of their own", () => {
  const source = `
+--------+----------------+
| Option | What it does   |
+========+================+
| \`\`-v\`\` | Says more, and |
|        | more again     |
+--------+----------------+

=====  =====
Key    Value
=====  =====
a      one
       and two
b      a|b
=====  =====

.. list-table:: Sizes
   :header-rows: 1

   * - Name
     - Size
   * - Small
     - One line
       and another

.. csv-table::
   :header: "Name", "Use"

   "a, b", first
`;
  expect(restructuredTextToMarkdown(source).split("\n").filter(Boolean)).toEqual([
    "| Option | What it does |",
    "| --- | --- |",
    "| `-v` | Says more, and more again |",
    "| Key | Value |",
    "| --- | --- |",
    "| a | one and two |",
    "| b | a\\|b |",
    "**Sizes**",
    "| Name | Size |",
    "| --- | --- |",
    "| Small | One line and another |",
    "| Name | Use |",
    "| --- | --- |",
    "| a, b | first |",
  ]);
});

test("what Sphinx makes of code is named, and an example that is elsewhere is marked", () => {
  const source = `.. autoclass:: boats.core.Boat\n   :members:\n\n.. autosummary::\n   :toctree: api\n\n   boats.sail\n   boats.row\n\n.. literalinclude:: a.py\n   :lines: 3\n`;
  expect(restructuredTextToMarkdown(source).split("\n").filter(Boolean)).toEqual([
    "`boats.core.Boat` [API list not in this copy]",
    "`boats.sail` `boats.row` [API list not in this copy]",
    "[example not in this copy]",
  ]);
});

test("tables of AsciiDoc, with and without a head, and cells of several lines", () => {
  const source = `[%header,cols="1,2"]
|===
|Name |Use
|\`a\`
|The first one,
on two lines.

a|b
2+|both
|===

|===
|x |y
|1 |2
|===

[source%linenums,ruby]
----
puts 1
----

|===
|Call
a|
[source,ruby]
----
row
----
|===
`;
  expect(asciidocToMarkdown(source).split("\n").filter(Boolean)).toEqual([
    "| Name | Use |",
    "| --- | --- |",
    "| `a` | The first one, on two lines. |",
    "| b | both |",
    "|  |  |",
    "|  |  |",
    "| --- | --- |",
    "| x | y |",
    "| 1 | 2 |",
    "```ruby",
    "puts 1",
    "```",
    "|Call",
    "```ruby",
    "row",
    "```",
  ]);
});

function cell(outputs: object[]) {
  return { cell_type: "code", source: "x", outputs };
}

test("what a notebook gives back and ends with, and not what only draws", () => {
  const source = JSON.stringify({
    cells: [
      cell([
        {
          output_type: "execute_result",
          data: { "text/plain": ["   a  b\n", "0  1  2"], "text/html": "<table></table>" },
        },
      ]),
      cell([
        {
          output_type: "display_data",
          data: { "text/plain": "<Figure size 640x480 with 1 Axes>", "image/png": "AAAA" },
        },
      ]),
      cell([
        { output_type: "error", ename: "ValueError", evalue: "no boats", traceback: ["\u001b[31mlong"] },
      ]),
      cell([
        {
          output_type: "display_data",
          data: { "text/plain": "<IPython.core.display.Markdown object>", "text/markdown": "**Shown**" },
        },
      ]),
    ],
  });
  expect(notebookToMarkdown(source)?.split("\n").filter(Boolean)).toEqual([
    "```python",
    "x",
    "```",
    "```",
    "   a  b",
    "0  1  2",
    "```",
    "```python",
    "x",
    "```",
    "```python",
    "x",
    "```",
    "```",
    "ValueError: no boats",
    "```",
    "```python",
    "x",
    "```",
    "**Shown**",
  ]);
});

test("whatever is written, something is made of it", () => {
  const part = fc.oneof(
    fc.constantFrom(
      ..."\n|\n\n|    |====|----|....|++++|////|.. note::|.. code-block:: py|.. _a: https://x.test|::|>>> x|``|`a`_|:ref:`|[source]|[NOTE]|= T|* |. |<<a,b>>|link:a[b]|+---+---+|| a | b |====  ====||===|.. list-table::|   * - a".split(
        "|",
      ),
    ),
    fc.string({ maxLength: 5 }),
  );
  const text = fc.array(part, { maxLength: 30 }).map((parts) => parts.join(""));
  fc.assert(
    fc.property(text, (source) => {
      expect(typeof restructuredTextToMarkdown(source)).toBe("string");
      expect(typeof asciidocToMarkdown(source)).toBe("string");
    }),
    { numRuns: 3000 },
  );
});

test("long hostile texts take no more than their length", () => {
  for (const unit of [
    "`",
    "``",
    ":a:`",
    "`a <",
    ".. a::\n",
    "    ::\n",
    "=\n",
    "====\n",
    "[[",
    "<<a",
    "*a",
    "link:",
    "+---+---+\n",
    "+---+---+\n| a | b |\n",
    "====  ====\n",
    "|===\n",
    "----\n",
    "|a |b\n",
    ".. list-table::\n\n   * - a\n     - b\n\n",
  ]) {
    const text = unit.repeat(100_000);
    expect(restructuredTextToMarkdown(text).length).toBeLessThan(4 * text.length);
    expect(asciidocToMarkdown(text).length).toBeLessThan(4 * text.length);
  }
});

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

test("whatever is written, something is made of it", () => {
  const part = fc.oneof(
    fc.constantFrom(
      ..."\n|\n\n|    |====|----|....|++++|////|.. note::|.. code-block:: py|.. _a: https://x.test|::|>>> x|``|`a`_|:ref:`|[source]|[NOTE]|= T|* |. |<<a,b>>|link:a[b]".split(
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
  ]) {
    const text = unit.repeat(100_000);
    expect(restructuredTextToMarkdown(text).length).toBeLessThan(4 * text.length);
    expect(asciidocToMarkdown(text).length).toBeLessThan(4 * text.length);
  }
});

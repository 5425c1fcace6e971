import { describe, expect, it } from "vitest";
import { readMarkdown } from "./read-markdown.ts";

const url = "https://docs.test/guide/start.md";

function markdownOf(source: string): string {
  return readMarkdown(source, url).markdown;
}

describe("flavours of markdown", () => {
  it("reads MDX of Docusaurus, Mintlify and React: components gone, their text kept, code as it is", () => {
    const page = readMarkdown(
      [
        "---",
        "title: Getting started",
        'description: "The first  steps"',
        "---",
        "import { Tabs } from 'ui/tabs';",
        "import {",
        "  Tab,",
        "} from 'ui/tab';",
        "",
        "export const version = {",
        "  current: 3,",
        "};",
        "",
        "<Intro>",
        "",
        '`<App>` is a [component](/learn/app "title") of [React](https://react.test/).',
        "",
        "</Intro>",
        "",
        "<InlineToc />",
        "",
        "## Use it {/*use-it*/}",
        "",
        "{/* a note to",
        "authors */}",
        "<Note>",
        "Mind the `{/* gap */}`.",
        "</Note>",
        "",
        '<Tab title="npm">',
        "  ```js {2} [a.js]",
        "  <Note>stays</Note> // {/* as is */}",
        "  import x from 'y';",
        "  ```",
        "</Tab>",
        "",
        "<Card",
        '  title="More"',
        '  href="/more"',
        "  icon={<Icon name='x' />}",
        ">",
        "  All of it.",
        "</Card>",
        "",
        "A `Promise` gives Promise<Response> for <YOUR_KEY> and Map<string, Foo>.",
        "",
        "## Use it <Badge>new</Badge>",
      ].join("\n"),
      url,
    );
    expect(page).toMatchObject({ title: "Getting started", description: "The first steps" });
    expect(page.links).toEqual([
      "https://docs.test/learn/app",
      "https://react.test/",
      "https://docs.test/more",
    ]);
    expect(page.markdown).toMatchInlineSnapshot(`
      "# Getting started

      \`<App>\` is a component of [React](https://react.test/).

      ## Use it {#use-it}

      **Note:**
      Mind the \`{/* gap */}\`.

      **npm**

        \`\`\`js [a.js]
        <Note>stays</Note> // {/* as is */}
        import x from 'y';
        \`\`\`

      **More**
        All of it.

      A \`Promise\` gives Promise<Response> for <YOUR_KEY> and Map<string, Foo>.

      ## Use it new {#use-it-new}"
    `);
  });

  it("reads VitePress, MkDocs and GitHub: boxes with labels, own anchors, references", () => {
    expect(
      markdownOf(
        [
          "# Config {#config}",
          "",
          "[[toc]]",
          "",
          "<script setup>",
          "import Home from './Home.vue'",
          "",
          "const a = 1",
          "</script>",
          "",
          "::: warning Mind the order",
          "It matters.",
          ":::",
          "",
          "::: tip",
          "Use [it][ref] or [other].",
          ":::",
          "",
          "::: code-group",
          "```sh [npm]",
          "npm i",
          "```",
          ":::",
          "",
          "> [!NOTE]",
          "> Read this.",
          "",
          '!!! danger "Never"',
          "    do that.",
          "",
          '=== "Linux"',
          "",
          "Setext heading",
          "--------------",
          "",
          "| a | b |",
          "|---|---|",
          "| 1 | 2 |",
          "",
          "---",
          "",
          "[ref]: ./other.md",
          "[other]: https://e.test/x",
        ].join("\n"),
      ),
    ).toMatchInlineSnapshot(`
      "# Config {#config}

      **Mind the order:**
      It matters.

      **Tip:**
      Use it or [other](https://e.test/x).

      \`\`\`sh [npm]
      npm i
      \`\`\`

      > **Note:**
      > Read this.

      **Never:**
          do that.

      **Linux**

      ## Setext heading {#setext-heading}

      | a | b |
      |---|---|
      | 1 | 2 |"
    `);
  });

  it("reads HTML in markdown as HTML", () => {
    expect(
      markdownOf(
        [
          '<p align="center">',
          '  <img src="logo.svg" alt="The logo">',
          "  Fast &amp; small",
          "</p>",
          "",
          "<table><tr><th>Name</th><th>Use</th></tr><tr><td><code>a</code></td><td>first</td></tr></table>",
          "",
          "<details><summary>More</summary>",
          "",
          "Inside **bold** <kbd>Ctrl</kbd> &copy; `&copy;`.",
          "",
          "</details>",
          "",
          "![A diagram](d.png) and <https://auto.test/>",
        ].join("\n"),
      ),
    ).toMatchInlineSnapshot(`
      "[image: The logo] Fast & small

      | Name | Use |
      | --- | --- |
      | \`a\` | first |

      **More**

      Inside **bold** Ctrl © \`&copy;\`.

      [image: A diagram] and https://auto.test/"
    `);
  });

  it("reads the components of Starlight, Nextra, Fumadocs and Mintlify as what they say", () => {
    expect(
      markdownOf(
        [
          "# Boats",
          "",
          '<Aside type="caution" title="Mind it">Deep water.</Aside>',
          "",
          '<Callout type="warn">Shallow water.</Callout>',
          "",
          "<Tabs items={['npm', 'pnpm']}>",
          "",
          "<Tabs.Tab>",
          "",
          "Row.",
          "",
          "</Tabs.Tab>",
          "<Tabs.Tab>Sail.</Tabs.Tab>",
          "",
          "</Tabs>",
          "",
          '<ParamField path="speed" type="number" required>',
          "  In knots.",
          "</ParamField>",
          "",
          '<ResponseField name="course" type="string" default="north">The course.</ResponseField>',
          "",
          '<LinkCard title="Harbours" href="/harbours" description="Where to land." />',
          "",
          "::: boats.core.Boat",
          "    options:",
          "      show_source: false",
          "",
          "::: tip",
          "Row slowly.",
          ":::",
          "",
          "| Sail | When |",
          "|---|---|",
          "| jib<br>genoa | strong<br/>weak |",
        ].join("\n"),
      ),
    ).toMatchInlineSnapshot(`
      "# Boats {#boats}

      **Mind it:** Deep water.

      **Warning:** Shallow water.

      **npm**

      Row.

      **pnpm** Sail.

      **\`speed\`** (number, required)
        In knots.

      **\`course\`** (string, default \`north\`) The course.

      **Harbours** Where to land.

      \`boats.core.Boat\` [API list not in this copy]

      **Tip:**
      Row slowly.

      | Sail | When |
      |---|---|
      | jib genoa | strong weak |"
    `);
  });

  it("reads code as it is to be written, without what only draws it", () => {
    expect(
      markdownOf(
        [
          "```js",
          "/// file: src/boat.js",
          "---let speed = 1;---",
          "+++let speed = $state(1);+++",
          "let name = +++'a'+++;",
          "```",
          "",
          "```ts {2}",
          "row(); // [!code --]",
          "sail(); // [!code ++]",
          "// highlight-next-line",
          "land();",
          "// --- the end ---",
          "```",
          "",
          "```console",
          "$ boat --help",
          '<font color="#A5A5A1">Usage: </font><b>boat [OPTIONS]</b> &lt;name&gt;',
          "```",
          "",
          "```yaml",
          "---",
          "key: value # [!code focus]",
          "---",
          "```",
        ].join("\n"),
      ),
    ).toMatchInlineSnapshot(`
      "\`\`\`js
      // file: src/boat.js
      let speed = $state(1);
      let name = 'a';
      \`\`\`

      \`\`\`ts
      sail();
      land();
      // --- the end ---
      \`\`\`

      \`\`\`console
      $ boat --help
      Usage: boat [OPTIONS] <name>
      \`\`\`

      \`\`\`yaml
      ---
      key: value
      ---
      \`\`\`"
    `);
  });
});

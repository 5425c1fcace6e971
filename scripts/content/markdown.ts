import type { Element, ElementContent, Nodes, Root } from "hast";
import rehypeAutolinkHeadings from "rehype-autolink-headings";
import rehypeSanitize from "rehype-sanitize";
import rehypeSlug from "rehype-slug";
import rehypeStringify from "rehype-stringify";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import remarkRehype from "remark-rehype";
import { unified } from "unified";
import { parse as parseYaml } from "yaml";
import type { Heading } from "#web/content/content.ts";
import { highlight } from "./highlight.ts";
import { trimBar } from "./trim-bar.ts";

export type Compiled = {
  /** The first heading of level 1, which is left out of the HTML. */
  heading: string;
  html: string;
  headings: Heading[];
  /** The words without markup. */
  text: string;
  /** Targets of the text's links, as they are written. */
  links: string[];
};

/**
 * Our own markdown as HTML: GitHub's dialect, raw HTML left out, sanitised, a link at each heading, code coloured. The order
 * counts: the steps behind the sanitiser make their own markup, which is trusted.
 */
export function compileMarkdown(markdown: string): Compiled {
  const tree = toTree.runSync(toTree.parse(markdown)) as Root;
  // The heading is taken before the others get their anchors: it has no anchor, and takes no name away from them.
  const heading = takeHeading(tree);
  slugs.runSync(tree);
  const headings = listHeadings(tree);
  const text = textOf(tree)
    .replace(/\n{2,}/g, "\n")
    .trim();
  const links = [...elements(tree)].flatMap(({ tagName, properties }) =>
    tagName === "a" ? [String(properties.href)] : [],
  );
  const html = toHtml.stringify(toHtml.runSync(tree) as Root).trim();
  return { heading, html, headings, text, links };
}

/** The head of a text between `---` lines, and the body below. */
export function splitFrontMatter(source: string): { data: Record<string, unknown>; body: string } {
  const [, head, body] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(source) ?? [];
  if (head === undefined || body === undefined) return { data: {}, body: source };
  return { data: parseYaml(head) as Record<string, unknown>, body };
}

const toTree = unified().use(remarkParse).use(remarkGfm).use(remarkRehype).use(rehypeSanitize);

const slugs = unified().use(rehypeSlug);

const toHtml = unified()
  .use(rehypeAutolinkHeadings, {
    behavior: "append",
    properties: (element: Element) => ({
      className: ["anchor"],
      ariaLabel: `Link to the section ${textOf(element)}`,
    }),
    content: { type: "text", value: "#" },
    test: ["h2", "h3"],
  })
  .use(() => frameBlocks)
  .use(rehypeStringify);

function takeHeading(tree: Root): string {
  const index = tree.children.findIndex((node) => node.type === "element" && node.tagName === "h1");
  const found = tree.children[index];
  if (!found) throw new Error("The text has no heading of level 1.");
  tree.children.splice(index, 1);
  return textOf(found);
}

function listHeadings(tree: Root): Heading[] {
  return [...elements(tree)].flatMap((element) =>
    element.tagName === "h2" || element.tagName === "h3"
      ? [
          {
            id: String(element.properties.id),
            text: textOf(element),
            level: element.tagName === "h2" ? (2 as const) : (3 as const),
          },
        ]
      : [],
  );
}

/**
 * Frames blocks that may be wider than a phone, so that they scroll by themselves and can be reached by keyboard; code gets a
 * copy button.
 */
function frameBlocks(tree: Root): void {
  for (const parent of [tree, ...elements(tree)]) {
    parent.children = parent.children.map((node) =>
      node.type === "element" && node.tagName === "table"
        ? frameTable(node)
        : node.type === "element" && node.tagName === "pre"
          ? frameCode(node)
          : node,
    ) as typeof parent.children;
  }
}

function frameCode(pre: Element): ElementContent {
  const code = pre.children.find((node) => node.type === "element");
  if (code?.type !== "element") return pre;
  const className = Array.isArray(code.properties.className) ? code.properties.className.join(" ") : "";
  const language = /(?:^| )language-(\S+)/.exec(className)?.[1] ?? null;
  if (language === "trim") return trimBar(textOf(code));
  const coloured: Element = {
    ...pre,
    properties: {
      ...(WRAPPED.has(language ?? "text") && { className: ["wrapped"] }),
      tabIndex: 0,
      role: "group",
      ariaLabel: language === null ? "Text" : `Code, ${language}`,
    },
    children: [{ ...code, properties: {}, children: highlight(textOf(code).replace(/\n$/, ""), language) }],
  };
  const button: Element = {
    type: "element",
    tagName: "button",
    properties: { type: "button", className: ["copy-code"], dataNeedsScript: "" },
    children: [{ type: "text", value: "Copy" }],
  };
  const result: Element = {
    type: "element",
    tagName: "span",
    properties: { className: ["copy-result"], role: "status" },
    children: [],
  };
  const properties = { className: ["code-frame"] };
  return { type: "element", tagName: "div", properties, children: [coloured, button, result] };
}

/** Languages whose lines mean the same wherever they are broken to the eye. */
const WRAPPED = new Set(["sh", "powershell", "text", "markdown", "json", "jsonc"]);

/** Number of columns that a phone has room for. */
const MAX_COLUMNS_OF_PHONE = 2;

/**
 * A table in a frame with `tabindex`, a role and a name, as WCAG asks of a region that scrolls. A table too wide for a phone is
 * a list of rows there, in which each cell names its column.
 */
function frameTable(table: Element): Element {
  const rows = [...elements(table)].filter(({ tagName }) => tagName === "tr").map(cellsOf);
  const names = (rows[0] ?? []).map((cell) => textOf(cell).trim());
  const isWide = names.length > MAX_COLUMNS_OF_PHONE;
  if (isWide)
    for (const cells of rows.slice(1))
      for (const [index, cell] of cells.entries()) cell.properties.dataColumn = names[index];
  const className = ["table-scroll", ...(isWide ? ["table-rows"] : [])];
  const properties = { className, tabIndex: 0, role: "group", ariaLabel: "Table" };
  return { type: "element", tagName: "div", properties, children: [table] };
}

function cellsOf(row: Element): Element[] {
  return row.children.filter((node) => node.type === "element");
}

function* elements(node: Nodes): Generator<Element> {
  if (!("children" in node)) return;
  for (const child of node.children) {
    if (child.type === "element") yield child;
    yield* elements(child as Nodes);
  }
}

const BLOCKS = new Set(["p", "li", "h1", "h2", "h3", "pre", "tr", "table", "ul", "ol", "blockquote"]);

function textOf(node: Nodes): string {
  if (node.type === "text") return node.value;
  if (!("children" in node)) return "";
  const inner = node.children
    .map((child) => textOf(child as Nodes))
    .join(node.type === "element" && node.tagName === "tr" ? " " : "");
  return node.type === "element" && BLOCKS.has(node.tagName) && node.tagName[0] !== "h"
    ? `${inner}\n`
    : inner;
}

import type { HtmlElement, HtmlNode } from "./parse-html.ts";
import { textOf } from "./text.ts";
import { languageOf } from "./code-language.ts";
import { isBlock } from "./elements.ts";

export type CodeBlock = { language: string; code: string };

/** The code of a `pre`: one block, or several when the `pre` holds variants side by side. */
export function readCodeBlocks(pre: HtmlElement, isDropped: (element: HtmlElement) => boolean): CodeBlock[] {
  const variants = pre.children.filter(isCode);
  // Several `code` elements with words between them are parts of one block: DocBook marks up the prompts of a session this way.
  const isAllCode = pre.children.every(
    (child) =>
      isCode(child) ||
      (typeof child !== "string" && isDropped(child)) ||
      codeText(child, isDropped).trim() === "",
  );
  const blocks = isAllCode && variants.length > 1 ? variants : [pre];
  return blocks
    .map((block) => ({ language: languageOf(block), code: trimCode(codeText(block, isDropped)) }))
    .filter(({ code }) => code.trim() !== "");
}

function isCode(node: HtmlNode): node is HtmlElement {
  return typeof node !== "string" && node.name === "code";
}

/** Code as fenced markdown; the fence is longer than any in the code. */
export function fence({ language, code }: CodeBlock): string {
  let ticks = "```";
  while (code.includes(ticks)) ticks += "`";
  return `${ticks}${language}\n${code}\n${ticks}`;
}

/** Class names of lines of Shiki, Torchlight, Prism and editors, some of which write no line break between lines. */
const lineClass = /(?:^|\s)(?:line|code-?line|token-line|view-line|cm-line|CodeMirror-line)(?:\s|$)/;

export function codeText(node: HtmlNode, isDropped: (element: HtmlElement) => boolean): string {
  if (typeof node === "string") return node;
  if (node.name === "br") return "\n";
  let text = "";
  let isAfterLine = false;
  for (const child of node.children) {
    if (typeof child === "string") {
      text += child;
      isAfterLine = false;
    } else if (!isDropped(child)) {
      const part = codeText(child, isDropped);
      const { class: className } = child.attributes;
      if (className !== undefined && isLineNumber(className, child)) continue;
      const isLine = className !== undefined && className.includes("line") && lineClass.test(className);
      // A highlighter that wraps each line in a block leaves out the line break.
      const startsLine =
        ((isBlock(child.name) && child.name !== "td") || (isLine && isAfterLine)) &&
        text !== "" &&
        !text.endsWith("\n");
      text += startsLine ? `\n${part}` : part;
      isAfterLine = isLine;
    }
  }
  return text;
}

const numberClass = /(?:^|[\s_-])(?:ln[rt]?s?|lno|line-?(?:no|num|number)s?|blob-num)(?:$|[\s_-])/i;

/** Whether an element is a line number: nothing but digits, since Prism gives the whole block the class `line-numbers`. */
function isLineNumber(className: string, element: HtmlElement): boolean {
  return numberClass.test(className) && /^\d*$/.test(textOf(element).trim());
}

export function trimCode(code: string): string {
  return code
    .replaceAll("\r\n", "\n")
    .replaceAll("\u00a0", " ")
    .replace(/(?<![ \t])[ \t]+$/gm, "")
    .replace(/^\n+/, "")
    .trimEnd();
}

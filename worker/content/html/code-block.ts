import type { HtmlElement, HtmlNode } from "./parse-html.ts";
import { isBlock } from "./elements.ts";

export type CodeBlock = { language: string; code: string };

/** The code of a `pre`: one block, or several when it holds variants side by side. */
export function readCodeBlocks(pre: HtmlElement, isDropped: (element: HtmlElement) => boolean): CodeBlock[] {
  const variants = pre.children.filter(isCode);
  // With words between them they are parts of one block: DocBook marks up the prompts of a session this way.
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

/** A signature that a generator of API pages draws with spans instead of a `pre`: TypeDoc, Javadoc. */
export function isSignature(element: HtmlElement): boolean {
  return (
    element.name === "div" &&
    /(?:^|\s)(?:tsd-signature|member-signature|type-signature)(?:\s|$)/.test(element.attributes.class ?? "")
  );
}

export function readSignature(element: HtmlElement, isDropped: (element: HtmlElement) => boolean): CodeBlock {
  const language = element.attributes.class?.startsWith("tsd") ? "ts" : "java";
  return { language, code: trimCode(codeText(element, isDropped)) };
}

/** Fenced markdown; the fence is longer than any in the code. */
export function fence({ language, code }: CodeBlock): string {
  let ticks = "```";
  while (code.includes(ticks)) ticks += "`";
  return `${ticks}${language}\n${code}\n${ticks}`;
}

function codeText(node: HtmlNode, isDropped: (element: HtmlElement) => boolean): string {
  if (typeof node === "string") return node;
  if (node.name === "br") return "\n";
  let text = "";
  for (const child of node.children) {
    if (typeof child === "string") {
      text += child;
    } else if (!isDropped(child)) {
      const part = codeText(child, isDropped);
      // A highlighter that wraps each line in a block leaves out the line break.
      const startsLine = isBlock(child.name) && text !== "" && !text.endsWith("\n");
      text += startsLine ? `\n${part}` : part;
    }
  }
  return text;
}

function trimCode(code: string): string {
  return code
    .replaceAll("\r\n", "\n")
    .replaceAll("\u00a0", " ")
    .replace(/(?<![ \t])[ \t]+$/gm, "")
    .replace(/^\n+/, "")
    .trimEnd();
}

/** The language is on the `pre`, on the code in it, or on one of the boxes that a highlighter puts around. */
function languageOf(block: HtmlElement): string {
  const inner = innerCode(block);
  const around = [inner, block];
  for (let above = block.parent; above && around.length < 6; above = above.parent) around.push(above);
  for (const element of around) {
    const language = element && ownLanguage(element);
    if (language !== undefined && language !== "") return plainNames.has(language) ? "" : language;
    if (element && element !== inner && element !== block && element.children.length > 6) break;
  }
  return "";
}

/** The `code` of a `pre`; mdBook puts a second `pre` between them. */
function innerCode(block: HtmlElement): HtmlElement | undefined {
  for (const child of block.children) {
    if (typeof child === "string") continue;
    if (child.name === "code") return child;
    if (child.name === "pre") return innerCode(child);
  }
  return undefined;
}

const plainNames = new Set([
  "default",
  "none",
  "text",
  "plaintext",
  "plain",
  "txt",
  "notranslate",
  "nohighlight",
]);

function ownLanguage(element: HtmlElement): string | undefined {
  const { attributes } = element;
  const named = attributes["data-lang"] ?? attributes["data-language"];
  if (named) return named.toLowerCase().replaceAll(/[^\w+#.-]/g, "");
  const { class: className } = attributes;
  if (!className) return undefined;
  const match =
    /(?:^|\s)(?:language|lang|highlight-source|highlight|brush:|sourceCode|src)[-\s]([\w+#.-]+)/i.exec(
      className,
    );
  const language = match?.[1]?.toLowerCase();
  if (language === "notranslate" || language === "wrapper" || language === "container") return undefined;
  if (language) return languageAliases.get(language) ?? language;
  return /(?:^|\s)(?:rust|python|bash|shell|javascript|typescript|sql|java|go|ruby|json|yaml|html|css|programlisting-\w+)(?:\s|$)/
    .exec(className)?.[0]
    .trim();
}

const languageAliases = new Map([
  ["python3", "python"],
  ["pycon3", "pycon"],
  ["mjs", "mjs"],
  ["ipython3", "python"],
]);

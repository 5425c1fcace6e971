import type { HtmlElement, HtmlNode } from "./parse-html.ts";

/** Text with single spaces, and with a line for each line break of the page, without blank lines. */
export function tidyLine(text: string): string {
  const line = text.replaceAll(/[\u200b\ufeff]+/g, "").replaceAll(/[ \u00a0]{2,}/g, " ");
  if (!line.includes("\n")) return line.trim();
  return line
    .split("\n")
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .join("\n");
}

/** Keeps a line of text from being read as a heading or a fence. */
export function escapeStart(text: string): string {
  return text.replaceAll(/^(#{1,6}\s|```|~~~)/gm, "\\$1");
}

export function isLabel(block: string): boolean {
  return block.startsWith("**") && block.endsWith(":**") && !block.includes("\n");
}

const MIN_BRIEF_LENGTH = 20;

/** Whether the next block begins with a paragraph: the first sentence of a member, which some generators set above the whole text. */
export function isBriefOf(brief: string, block: string): boolean {
  return (
    brief.length >= MIN_BRIEF_LENGTH &&
    block.startsWith(brief) &&
    /^[\p{L}`]/u.test(brief) &&
    /[.!?]$/.test(brief)
  );
}

/** Whether a text is the date of the last change, which generators write at the end of a page. */
export function isStamp(text: string): boolean {
  return (
    text.length < 160 &&
    /^(?:this page (?:was )?last (?:modified|updated|edited|changed)|last (?:updated|modified|edited)\b(?: on|:))/i.test(
      text,
    )
  );
}

/** Whether a line is made of images alone, linked or not. */
export function isImages(text: string): boolean {
  return (
    text.startsWith("[") && /^(?:\s*\[(?:image: [^[\]]*|\[image: [^[\]]*\]\]\([^()\s]*)[\])])+$/.test(text)
  );
}

export function joinItem(blocks: string[]): string {
  let text = "";
  for (const block of blocks) {
    const isList = /^(?:- |\d+\. )/.test(block);
    text += text === "" ? block : isList ? `\n${block}` : `\n\n${block}`;
  }
  return text;
}

export function indent(text: string, by: string): string {
  return text.replaceAll(/\n(?!\n|$)/g, `\n${by}`);
}

/** A block as a quotation. Code stays as it is: a mark on each line would be in the way of a reader who copies the code. */
export function quote(block: string): string {
  return block.startsWith("```") ? block : block.replaceAll(/^/gm, "> ").replaceAll(/^> $/gm, ">");
}

export function bold(text: string): string {
  return text === "" || text.includes("**") ? text : `**${text}**`;
}

/** Puts marks around words, inside the white space: outside they would not be marks. */
export function emphasise(text: string, mark: string): string {
  const words = text.trim();
  return words === "" ? text : text.replace(words, () => `${mark}${words}${mark}`);
}

export function codeSpan(text: string): string {
  const code = text.replaceAll(/\s+/g, " ");
  const words = code.trim();
  if (words === "") return code;
  const lead = code.startsWith(" ") ? " " : "";
  const trail = code.endsWith(" ") ? " " : "";
  if (!words.includes("`")) return `${lead}\`${words}\`${trail}`;
  const ticks = words.includes("``") ? "```" : "``";
  return `${lead}${ticks} ${words} ${ticks}${trail}`;
}

export function textOf(node: HtmlNode, isDropped?: (element: HtmlElement) => boolean): string {
  if (typeof node === "string") return node;
  if (node.name === "br") return "\n";
  let text = "";
  for (const child of node.children) {
    if (typeof child === "string" || !isDropped?.(child)) text += textOf(child, isDropped);
  }
  return text;
}

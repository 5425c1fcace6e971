import { findAdmonition } from "./admonition.ts";
import { isHeading } from "./elements.ts";
import type { HtmlElement, HtmlNode } from "./parse-html.ts";
import { quote, textOf } from "./text.ts";
import type { Flow, Writer } from "./writer.ts";

/** Writes a note as a quotation that begins with the note's title, or with its kind. */
export function renderAdmonition(box: HtmlElement, flow: Flow, writer: Writer): void {
  const admonition = findAdmonition(box);
  if (!admonition) return;
  const title = admonition.title && writer.inline.text(admonition.title.children).replace(/:$/, "");
  const isKind = !title || title.toLowerCase() === admonition.label.toLowerCase();
  const label = `**${isKind ? admonition.label : title.replaceAll("**", "")}:**`;
  const body = writer.indented(admonition.title ? withoutElement(box, admonition.title) : box.children);
  const [first, ...rest] = body;
  const isInline = first !== undefined && !/^(?:[-|>#]|\d+\. |```)/.test(first);
  for (const block of isInline ? [`${label} ${first}`, ...rest] : [label, ...body])
    writer.add(flow, quote(block));
}

/** Whether a quotation has a heading of its own and no text between it and the next heading: mdBook's asides. */
export function isSidebar(quotation: HtmlElement): boolean {
  if (!quotation.hasHeading || !quotation.parent) return false;
  const siblings = quotation.parent.children;
  const next = siblings.slice(siblings.indexOf(quotation) + 1).find((node) => textOf(node).trim() !== "");
  return typeof next === "object" && isHeading(next.name);
}

/** The children of a box without its title, which may be one level down. */
function withoutElement(box: HtmlElement, title: HtmlElement): HtmlNode[] {
  return box.children.flatMap((child) => {
    if (child === title) return [];
    if (typeof child !== "string" && child.children.includes(title)) {
      return [{ ...child, children: child.children.filter((inner) => inner !== title) }];
    }
    return [child];
  });
}

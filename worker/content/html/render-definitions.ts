import { anchorSuffix } from "../anchors.ts";
import { listParts, type TermPart } from "./definition-parts.ts";
import type { HtmlElement } from "./parse-html.ts";
import { renderList } from "./render-list.ts";
import { codeSpan, indent, joinItem, textOf } from "./text.ts";
import { type Flow, MAX_INDENTS, type Writer } from "./writer.ts";

export function renderDefinitions(
  list: HtmlElement,
  anchorBefore: string | null,
  flow: Flow,
  writer: Writer,
): void {
  const parts = listParts(list, anchorBefore, writer.isDropped);
  const isApi =
    writer.indents() === 0 &&
    parts.some((part) => part.isTerm && (part.anchor !== null || isSignature(part.element)));
  // Older manuals indent a text by a list of one definition without a term.
  const isIndent = parts.every(({ element, isTerm }) => !isTerm || textOf(element).trim() === "");
  if (isIndent && parts.length > 0) for (const { element } of parts) writer.nodes(element.children, flow);
  else if (isApi) renderAnchoredTerms(parts, flow, writer);
  else if (parts.every((part) => part.isTerm)) renderList({ ...list, name: "ul" }, flow, writer);
  else renderTerms(parts, flow, writer);
}

/** Terms that can be linked to become sections: signatures of an API, options, settings. */
function renderAnchoredTerms(parts: TermPart[], flow: Flow, writer: Writer): void {
  const outer = writer.tree.level;
  const level = writer.tree.below;
  for (const { element, isTerm, anchor } of parts) {
    if (writer.isDropped(element)) continue;
    if (isTerm) {
      const text = isSignature(element)
        ? codeSpan(textOf(element, writer.isDropped)).trim()
        : writer.inline.text(element.children);
      if (text === "") continue;
      const suffix = anchorSuffix(writer.tree.useAnchor(anchor));
      const words = /^\*\*([^*]+)\*\*$/.exec(text)?.[1] ?? text;
      writer.startHeadings();
      writer.add(flow, `${"#".repeat(level)} ${words.replaceAll("\n", " ")}${suffix}`);
    } else {
      writer.tree.level = level;
      writer.tree.within(element, () => writer.nodes(element.children, flow));
      writer.tree.level = outer;
    }
  }
}

/** Whether a term is a signature of Sphinx, which has no anchor where the manual describes its object a second time. */
function isSignature({ attributes }: HtmlElement): boolean {
  return /(?:^|\s)sig(?:\s|$)/.test(attributes.class ?? "");
}

function renderTerms(parts: TermPart[], flow: Flow, writer: Writer): void {
  if (writer.indents() >= MAX_INDENTS) {
    for (const { element } of parts) {
      writer.nodes(element.children, flow);
    }
    return;
  }
  const items: string[] = [];
  let terms: string[] = [];
  const flush = (definition: string[]): void => {
    const term = terms.length > 0 ? `**${terms.join(", ").replaceAll("**", "")}**` : "";
    const [first = "", ...rest] = definition;
    const isInline = first !== "" && !first.includes("\n") && !/^(?:[-|>#]|\d+\.|```)/.test(first);
    const text = isInline
      ? joinItem([term && first ? `${term}: ${first}` : term + first, ...rest])
      : joinItem([term, ...definition].filter((block) => block !== ""));
    if (text !== "") items.push(`- ${indent(text, "  ")}`);
    terms = [];
  };
  for (const { element, isTerm } of parts) {
    if (writer.isDropped(element)) continue;
    if (!isTerm) {
      flush(writer.indented(element.children));
      continue;
    }
    const term = writer.inline
      .text(element.children)
      .replaceAll("\n", " ")
      .replace(/:(\**)$/, "$1");
    if (term !== "") terms.push(term);
  }
  if (terms.length > 0) flush([]);
  writer.add(flow, items.join("\n"));
}

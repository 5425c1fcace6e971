import { laterAnchor, termAnchor } from "./element-anchors.ts";
import type { HtmlElement } from "./parse-html.ts";
import { textOf } from "./text.ts";

/** A term of a definition list with its anchor, or the definition of a term. */
export type TermPart = { element: HtmlElement; isTerm: boolean; anchor: string | null };

/**
 * Terms and definitions of a list, also where each pair is wrapped in a `div`. The anchor of a term is in the term, on the box
 * around, on an empty element before, or on an empty element between term and definition.
 */
export function listParts(
  list: HtmlElement,
  anchorBefore: string | null,
  isDropped: (element: HtmlElement) => boolean,
): TermPart[] {
  const parts: TermPart[] = [];
  let pending = anchorBefore;
  const visit = (parent: HtmlElement): void => {
    for (const element of parent.children) {
      if (typeof element === "string") continue;
      if (element.name === "div") {
        pending = element.attributes.id ?? pending;
        visit(element);
        continue;
      }
      const isTerm = element.name === "dt";
      const anchor = isTerm ? (termAnchor(element) ?? pending ?? laterAnchor(element, isDropped)) : null;
      if (!isTerm && element.name !== "dd" && textOf(element).trim() === "") {
        const own = (element.name === "a" ? element.attributes.name : null) ?? termAnchor(element);
        if (own === null) continue;
        const last = parts.at(-1);
        if (last?.isTerm && last.anchor === null) last.anchor = own;
        else pending = own;
        continue;
      }
      parts.push({ element, isTerm, anchor });
      pending = isTerm ? null : trailingAnchor(element);
    }
  };
  visit(list);
  return parts;
}

/** The anchor at the end of a definition, which Texinfo writes there for the next term. */
function trailingAnchor(definition: HtmlElement): string | null {
  const last = definition.children.findLast((child) => typeof child !== "string" || child.trim() !== "");
  if (typeof last !== "object" || !/^(?:a|span)$/.test(last.name) || last.children.length > 0) return null;
  return last.attributes.id ?? last.attributes.name ?? null;
}

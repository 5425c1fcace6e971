import { laterAnchor, termAnchor } from "./element-anchors.ts";
import type { HtmlElement } from "./parse-html.ts";
import { textOf } from "./text.ts";

/** A term of a definition list with its anchor, or what a term means. */
export type TermPart = { element: HtmlElement; isTerm: boolean; anchor: string | null };

/**
 * Terms and definitions of a list, also where each pair is wrapped in a `div`. The anchor of a term is in it, on the box
 * around it, on an empty element before it, or on one between the term and what it means.
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

/** Texinfo closes a definition behind the anchor of the next term. */
function trailingAnchor(definition: HtmlElement): string | null {
  const last = definition.children.findLast((child) => typeof child !== "string" || child.trim() !== "");
  if (typeof last !== "object" || !/^(?:a|span)$/.test(last.name) || last.children.length > 0) return null;
  return last.attributes.id ?? last.attributes.name ?? null;
}

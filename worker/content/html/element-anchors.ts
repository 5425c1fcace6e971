import type { HtmlElement } from "./parse-html.ts";
import { textOf } from "./text.ts";

/** The anchor of a heading: the target of its link to itself, which the site uses; else its own id, else an id inside. */
export function headingAnchor(
  heading: HtmlElement,
  isDropped: (element: HtmlElement) => boolean,
): string | null {
  let inner: string | null = null;
  const visit = (element: HtmlElement): string | null => {
    for (const child of element.children) {
      if (typeof child === "string") continue;
      const { href, id, name, class: className } = child.attributes;
      if (
        href?.startsWith("#") &&
        href.length > 1 &&
        /(?:anchor|headerlink|hash-link|permalink|mark)/.test(className ?? "")
      ) {
        return decode(href.slice(1));
      }
      if (!isDropped(child) || child.name === "a")
        inner ??= id ?? (child.name === "a" ? name : undefined) ?? null;
      const found = visit(child);
      if (found) return found;
    }
    return null;
  };
  return visit(heading) ?? heading.attributes.id ?? inner;
}

/** Whether an anchor is the id of a box around the page, which is no address of the first heading. */
export function isFrameAnchor(anchor: string | null): boolean {
  return (
    anchor !== null &&
    /^(?:header|content|main|main-content|top|page|wrapper|container|body|root|app|__next|__docusaurus|preamble)$/i.test(
      anchor,
    )
  );
}

/** The id of a term, or of anything in the term before its words; behind the words generators put marks of their index. */
export function termAnchor(term: HtmlElement): string | null {
  if (term.attributes.id) return term.attributes.id;
  for (const child of term.children) {
    if (typeof child === "string") {
      if (child.trim() !== "") return null;
      continue;
    }
    const { id, name, class: className } = child.attributes;
    if (id && !className?.includes("indexterm")) return id;
    if (child.name === "a" && name) return name;
    const inner = termAnchor(child);
    if (inner !== null) return inner;
    if (textOf(child).trim() !== "") return null;
  }
  return null;
}

/** An id behind the first words of a line: Slurm's options, SWI-Prolog's predicates, Haddock's classes. */
export function laterAnchor(line: HtmlElement, isDropped: (element: HtmlElement) => boolean): string | null {
  for (const child of line.children) {
    if (typeof child === "string") continue;
    const { id, name, class: className } = child.attributes;
    const isMark = child.name === "a" || !isDropped(child);
    if (id && isMark && !className?.includes("indexterm")) return id;
    if (child.name === "a" && name) return name;
    const inner = laterAnchor(child, isDropped);
    if (inner !== null) return inner;
  }
  return null;
}

function decode(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

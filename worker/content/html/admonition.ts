import type { HtmlElement } from "./parse-html.ts";

export type Admonition = { label: string; title: HtmlElement | null };

const kinds =
  "note|tip|important|warning|caution|danger|hint|info|attention|error|seealso|see-also|success|question|example|bug|todo|deprecated";

const kindClass = new RegExp(`(?:^|\\s|[-_])(${kinds})(?=$|\\s|[-_])`, "i");

/** Class names of boxes, by generator: Sphinx and MkDocs, Docusaurus, VitePress, GitHub, Starlight, Antora, mdBook, MDN. */
const boxClass =
  /(?:^|\s)(?:admonition|admonitionblock|theme-admonition|alert|callout|custom-block|markdown-alert|starlight-aside|notecard|callout-block|admonish|aside-note)(?:$|[\s_-])/i;

/** Boxes whose class is nothing but the kind: DocBook, rustdoc, Javadoc. */
const bareKind = new RegExp(`^(?:${kinds})$`, "i");

const titleClass =
  /(?:^|\s|[-_])(?:admonition-?(?:title|heading)\w*|title|custom-block-title|markdown-alert-title|starlight-aside__title)(?:$|[\s_-])/i;

/** The kind and the title of a note box; null for any other element. */
export function findAdmonition(element: HtmlElement): Admonition | null {
  const className = element.attributes.class;
  if (!className || !/^(?:div|aside|blockquote|section|details)$/.test(element.name)) return null;
  if (!boxClass.test(className) && !bareKind.test(className.trim())) return null;
  const kind = kindClass.exec(className)?.[1] ?? "note";
  const title = findTitle(element);
  // Texinfo and DocBook set every block of code in a box named `example`.
  if (!title && kind.toLowerCase() === "example" && !boxClass.test(className)) return null;
  return { label: labels.get(kind.toLowerCase()) ?? capitalise(kind), title };
}

const labels = new Map([
  ["seealso", "See also"],
  ["see-also", "See also"],
]);

/** The title of a box: the first thing in the box, or the first thing in its first child. */
function findTitle(box: HtmlElement): HtmlElement | null {
  const first = firstElement(box);
  for (const candidate of [first, first && firstElement(first)]) {
    if (!candidate) continue;
    if (candidate.name === "summary" || /^h[1-6]$/.test(candidate.name)) return candidate;
    if (candidate.attributes.class && titleClass.test(candidate.attributes.class)) return candidate;
  }
  return null;
}

function firstElement(element: HtmlElement): HtmlElement | null {
  for (const child of element.children) {
    if (typeof child !== "string") return child;
    if (child.trim() !== "") return null;
  }
  return null;
}

function capitalise(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1).toLowerCase();
}

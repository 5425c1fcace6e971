import type { SourceDocument } from "../document.ts";
import { plainWords } from "../sections.ts";
import { BoilerplateTest } from "./boilerplate.ts";
import { findContent } from "./find-content.ts";
import { readPageFacts } from "./page-facts.ts";
import { type HtmlElement, parseHtml } from "./parse-html.ts";
import { type Rendered, renderMarkdown } from "./render.ts";

/** A page with less text than this is taken for a list of contents, or for one that a browser draws. */
const MIN_TEXT_LENGTH = 200;

/** The shell of an application that a browser draws links to nearly nothing. */
const MAX_SHELL_LINKS = 3;

/** A page with more of its text in links is a list of links; a longer one is an index of words, and nobody's way on. */
const MAX_LINK_SHARE = 0.6;
const MAX_LIST_LENGTH = 20_000;

export function readHtml(html: string, url: string): SourceDocument {
  const { root, scripts } = parseHtml(html);
  const facts = readPageFacts(root, url);
  const text = renderText(root, facts.baseUrl, false);
  const { markdown, topHeadings } =
    text.markdown.length < MIN_TEXT_LENGTH ? renderText(root, facts.baseUrl, true) : text;
  return {
    title: chooseTitle(topHeadings, shortTitle(facts.title, facts.siteName)),
    description: facts.description,
    markdown,
    links: facts.links,
    canonicalUrl: facts.canonicalUrl,
    language: facts.language,
    noIndex: facts.noIndex,
    noFollow: facts.noFollow,
    needsBrowser: scripts > 0 && markdown.length < MIN_TEXT_LENGTH && facts.links.length <= MAX_SHELL_LINKS,
  };
}

function renderText(root: HtmlElement, baseUrl: URL, keepsContents: boolean): Rendered {
  const boilerplate = new BoilerplateTest(keepsContents);
  const content = findContent(root, boilerplate);
  const keepsLinks = content.text < MAX_LIST_LENGTH && content.linked > content.text * MAX_LINK_SHARE;
  return renderMarkdown(content.element, { boilerplate, baseUrl, keepsLinks });
}

/** The one top heading of the page. Several, or a numbered one (`1. Introduction`), are headings of its parts. */
function chooseTitle(topHeadings: string[], pageTitle: string | null): string {
  const [first = ""] = topHeadings.map(plainWords);
  if (first !== "" && topHeadings.length === 1 && !/^\d+(?:\.\d+)*\.?\s/.test(first)) return first;
  return pageTitle ?? first;
}

/** The title of a page without the name of its site: `Fetch – Hono` is `Fetch`. */
function shortTitle(title: string | null, siteName: string | null): string | null {
  if (!title) return null;
  const parts = title
    .split(/\s[|–—·»«:-]+\s|::/)
    .map((part) => part.trim())
    .filter((part) => part !== "");
  return parts.find((part) => part !== siteName) ?? title;
}

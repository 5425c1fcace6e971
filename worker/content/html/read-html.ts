import type { SourceDocument } from "../document.ts";
import { plainWords } from "../sections.ts";
import { BoilerplateTest } from "./boilerplate.ts";
import { findContent } from "./find-content.ts";
import { readPageFacts } from "./page-facts.ts";
import { parseHtml } from "./parse-html.ts";
import { renderMarkdown } from "./render.ts";

/** A page with less text than this and with scripts seems to be drawn by a browser. */
const MIN_TEXT_LENGTH = 200;

export function readHtml(html: string, url: string): SourceDocument {
  const { root, scripts } = parseHtml(html);
  const facts = readPageFacts(root, url);
  const boilerplate = new BoilerplateTest();
  const content = findContent(root, boilerplate);
  const { markdown, firstHeading } = renderMarkdown(content, { boilerplate, baseUrl: facts.baseUrl });
  return {
    title: (firstHeading && plainWords(firstHeading)) || shortTitle(facts.title, facts.siteName) || "",
    description: facts.description,
    markdown,
    links: facts.links,
    canonicalUrl: facts.canonicalUrl,
    language: facts.language,
    noIndex: facts.noIndex,
    noFollow: facts.noFollow,
    needsBrowser: scripts > 0 && markdown.length < MIN_TEXT_LENGTH,
  };
}

/** The title of a page without the name of its site: `Fetch – Hono` is `Fetch`. */
function shortTitle(title: string | null, siteName: string | null): string | null {
  if (!title) return null;
  const parts = title.split(/\s+[|–—·»«:-]+\s+|\s*::\s*/).filter((part) => part !== "");
  return parts.find((part) => part !== siteName) ?? title;
}

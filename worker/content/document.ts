import { asciidocToMarkdown } from "./asciidoc.ts";
import { readHtml } from "./html/read-html.ts";
import { readMarkdown } from "./markdown/read-markdown.ts";
import { notebookToMarkdown } from "./notebook.ts";
import { openApiToMarkdown } from "./openapi/openapi-to-markdown.ts";
import { restructuredTextToMarkdown } from "./restructured-text.ts";

export type MediaType =
  | "text/html"
  | "text/markdown"
  | "text/mdx"
  | "text/plain"
  | "text/x-rst"
  | "text/asciidoc"
  | "application/x-ipynb+json"
  /** JSON or YAML that declares itself an OpenAPI description. */
  | "application/vnd.oai.openapi";

/** A page as clean markdown, with the facts about the page that a crawler needs. */
export type SourceDocument = {
  title: string;
  description: string | null;
  /** Clean markdown without navigation; headings carry their anchor as a trailing ` {#id}` where the page has one. */
  markdown: string;
  /** Absolute http(s) URLs without fragment, each once, in page order. Includes links of navigation, which the markdown drops. */
  links: string[];
  canonicalUrl: string | null;
  language: string | null;
  /** The version of its library that the page names in its titles, as in `Django 3.2.25 documentation`. */
  statedVersion: string | null;
  noIndex: boolean;
  noFollow: boolean;
  /** Whether the page has almost no text and loads scripts, so that it seems to be drawn by a browser. */
  needsBrowser: boolean;
  /** How the text of an HTML page was found; absent for other media types. */
  reading?: Reading;
};

/**
 * The way in which a page was read. `usual`: without the frame of the site. Where nearly nothing was left, `without-frame-names`:
 * class names and ids of frames were not believed; then `by-density`: the text is where most words are that are no links.
 */
export type Reading = "usual" | "without-frame-names" | "by-density";

export function readDocument(input: { text: string; mediaType: MediaType; url: string }): SourceDocument {
  const text = input.text.replace(/^\ufeff/, "").replaceAll("\0", "");
  switch (input.mediaType) {
    case "text/html":
      return readHtml(text, input.url);
    case "text/markdown":
    case "text/mdx":
      return readMarkdown(text, input.url);
    case "text/plain":
      return plainDocument(text, input.url);
    case "text/x-rst":
      return readMarkdown(restructuredTextToMarkdown(text), input.url);
    case "text/asciidoc":
      return readMarkdown(asciidocToMarkdown(text), input.url);
    case "application/x-ipynb+json":
      return readMarkdown(notebookToMarkdown(text) ?? "", input.url);
    case "application/vnd.oai.openapi":
      // A file that is an API description only by its name has no text for a reader.
      return { ...plainDocument("", input.url), ...openApiToMarkdown(text) };
    default:
      return input.mediaType satisfies never;
  }
}

function plainDocument(text: string, url: string): SourceDocument {
  return {
    title: text.trimStart().split("\n", 1)[0]?.trim().slice(0, 200) || lastPathSegment(url),
    description: null,
    markdown: text.replaceAll("\r\n", "\n"),
    links: [],
    canonicalUrl: null,
    language: null,
    statedVersion: null,
    noIndex: false,
    noFollow: false,
    needsBrowser: false,
  };
}

function lastPathSegment(url: string): string {
  return new URL(url).pathname.split("/").findLast((segment) => segment !== "") ?? url;
}

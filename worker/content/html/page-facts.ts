import type { HtmlElement } from "./parse-html.ts";
import { textOf } from "./text.ts";

/** The facts that a page states of itself, and its links, apart from its text. */
export type PageFacts = {
  title: string | null;
  /** The first headings of level 1, also those of the site's frame, which the text leaves out. */
  topHeadings: string[];
  siteName: string | null;
  description: string | null;
  canonicalUrl: string | null;
  language: string | null;
  noIndex: boolean;
  noFollow: boolean;
  /** Absolute http(s) URLs without fragment, each once, in page order. */
  links: string[];
  /** The address that links are relative to: the page's own, or that of its `<base>`. */
  baseUrl: URL;
};

/** Limit on top headings, among which are the name of the site and that of the page. */
const MAX_TOP_HEADINGS = 3;

export function readPageFacts(root: HtmlElement, url: string): PageFacts {
  const facts: PageFacts = {
    title: null,
    topHeadings: [],
    siteName: null,
    description: null,
    canonicalUrl: null,
    language: null,
    noIndex: false,
    noFollow: false,
    links: [],
    baseUrl: new URL(url),
  };
  const hrefs = new Set<string>();
  let canonical: string | null = null;
  let base: string | null = null;

  const visit = (element: HtmlElement): void => {
    const { attributes } = element;
    switch (element.name) {
      case "html":
        facts.language ??= attributes.lang?.trim() || null;
        break;
      case "base":
        base ??= attributes.href ?? null;
        break;
      case "title":
        facts.title ??= plainText(element) || null;
        break;
      case "h1":
        if (facts.topHeadings.length < MAX_TOP_HEADINGS) facts.topHeadings.push(plainText(element));
        break;
      case "meta":
        readMeta(element, facts);
        break;
      case "link":
        if (/(?:^|\s)canonical(?:\s|$)/i.test(attributes.rel ?? "")) canonical ??= attributes.href ?? null;
        break;
      case "a":
      case "area":
        addHref(hrefs, attributes.href);
        break;
      case "frame":
        addHref(hrefs, attributes.src);
        break;
    }
    for (const child of element.children) if (typeof child !== "string") visit(child);
  };
  visit(root);

  if (base !== null) facts.baseUrl = resolve(base, facts.baseUrl) ?? facts.baseUrl;
  facts.canonicalUrl = canonical === null ? null : (resolve(canonical, facts.baseUrl)?.href ?? null);
  const links = new Set<string>();
  for (const href of hrefs) {
    const link = resolve(href, facts.baseUrl);
    if (link) links.add(link.href);
  }
  facts.links = [...links];
  return facts;
}

function readMeta({ attributes }: HtmlElement, facts: PageFacts): void {
  const content = attributes.content?.trim();
  if (!content) return;
  switch ((attributes.name ?? attributes.property ?? attributes["http-equiv"])?.toLowerCase()) {
    case "description":
      facts.description = content;
      break;
    case "og:description":
      facts.description ??= content;
      break;
    case "og:site_name":
      facts.siteName = content;
      break;
    case "content-language":
      facts.language ??= content.split(",")[0]?.trim() ?? null;
      break;
    case "robots": {
      const rules = content.toLowerCase().split(/[\s,]+/);
      if (rules.includes("noindex") || rules.includes("none")) facts.noIndex = true;
      if (rules.includes("nofollow") || rules.includes("none")) facts.noFollow = true;
      break;
    }
  }
}

/** Adds an address without its fragment: a page's own contents list is then a single address to resolve. */
function addHref(hrefs: Set<string>, href: string | undefined): void {
  const address = href?.split("#", 1)[0]?.trim();
  if (address && !/^(?:javascript|mailto|data|tel|ftp|file):/i.test(address)) hrefs.add(address);
}

/** The absolute address of a link without fragment; null for one that is not http(s). */
function resolve(href: string, base: URL): URL | null {
  if (!URL.canParse(href, base.href)) return null;
  const url = new URL(href, base);
  if (url.protocol !== "http:" && url.protocol !== "https:") return null;
  url.hash = "";
  return url;
}

function plainText(element: HtmlElement): string {
  return textOf(element).replaceAll(/\s+/g, " ").trim();
}

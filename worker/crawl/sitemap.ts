/** Content of a sitemap (sitemaps.org protocol 0.9): pages, or further sitemaps. */
export type Sitemap = { pages: string[]; sitemaps: string[] };

/** The protocol's own limit for one file; the caps of a whole crawl are the caller's. */
export const MAX_SITEMAP_URLS = 50_000;

/**
 * Reads a sitemap or a sitemap index, or a sitemap that is a plain list of URLs. Reads leniently: everything but `<loc>` is passed over,
 * so that a broken tail costs nothing but itself. Alternates (`xhtml:link`) and media are not pages.
 */
export function readSitemap(text: string): Sitemap {
  if (!/<(?:[a-z0-9]+:)?(?:urlset|sitemapindex)[\s>]/i.test(text.slice(0, 5000)))
    return { pages: readList(text), sitemaps: [] };
  const isIndex = /<(?:[a-z0-9]+:)?sitemapindex[\s>]/i.test(text.slice(0, 5000));
  const urls: string[] = [];
  for (const [, loc] of text.matchAll(/<loc\b[^<>]*>([^<]*(?:<!\[CDATA\[[^\]<]*\]\]>[^<]*)?)<\/loc/gi)) {
    if (urls.length >= MAX_SITEMAP_URLS) break;
    const url = unescapeXml((loc ?? "").trim());
    if (/^https?:\/\//i.test(url)) urls.push(url);
  }
  return isIndex ? { pages: [], sitemaps: urls } : { pages: urls, sitemaps: [] };
}

function readList(text: string): string[] {
  const lines = text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter(Boolean);
  // A page of HTML that answers for a missing sitemap is no list.
  return lines.every((line) => /^https?:\/\/\S+$/i.test(line)) ? lines.slice(0, MAX_SITEMAP_URLS) : [];
}

function unescapeXml(text: string): string {
  const cdata = /^<!\[CDATA\[([^\]]*)\]\]>$/.exec(text);
  if (cdata) return cdata[1] ?? "";
  return text.replace(/&(?:amp|lt|gt|quot|apos|#(\d{1,7})|#x([0-9a-f]{1,6}));/gi, (entity, decimal, hex) => {
    if (decimal ?? hex) {
      const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
      return code <= 0x10ffff ? String.fromCodePoint(code) : entity;
    }
    return NAMED[entity.toLowerCase()] ?? entity;
  });
}

const NAMED: Record<string, string> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&apos;": "'",
};

import { inSchemeOf, isInScope } from "#worker/runs/crawl-scope.ts";
import type { CrawlScope } from "#worker/runs/crawl-scope.ts";
import { canonicalUrl, isAsset } from "#worker/content/crawl-url.ts";

/** Number of link spellings remembered, and not worked out again: pages of a site repeat their navigation. */
const MAX_REMEMBERED = 50_000;

/** Filter that turns the links of pages into URLs of a crawl, and remembers the URLs that were let through. */
export function createLinkFilter(scope: CrawlScope) {
  const canonical = new Map<string, string | null>();
  const reported = new Set<string>();

  function resolve(link: string): string | null {
    const known = canonical.get(link);
    if (known !== undefined) return known;
    const canonicalLink = canonicalUrl(link);
    const url = canonicalLink && inSchemeOf(scope, canonicalLink);
    const accepted = url && isInScope(url, scope) && !isAsset(url) ? url : null;
    if (canonical.size < MAX_REMEMBERED) canonical.set(link, accepted);
    return accepted;
  }

  return {
    /** Absolute links as canonical URLs in scope that may be documents, each once, in order. */
    inScope: (links: string[]): string[] => [...new Set(links.map(resolve).filter((url) => url !== null))],
    /** The URLs that no page brought before. */
    unreported(urls: string[]): string[] {
      const fresh = urls.filter((url) => !reported.has(url));
      if (reported.size < MAX_REMEMBERED) for (const url of fresh) reported.add(url);
      return fresh;
    },
  };
}

import type { CrawlScope } from "#worker/runs/crawl-scope.ts";
import { canonicalUrl, extensionOf, isAsset } from "#worker/content/crawl-url.ts";

/** Fewest links from which the layout of a site can be told. */
const MIN_LINKS = 8;
const MAX_SHARE_INSIDE = 0.5;

/**
 * The folder above the start page's, when the documentation is there: Erlang's start page lies in `doc/`, the pages that it lists beside
 * it in `lib/` and `erts/`. Only for a start URL that names a file, since a folder is meant as given, and without patterns from its owner.
 * Null when the scope stays.
 */
export function widerScope(scope: CrawlScope, startUrl: string, links: string[]): CrawlScope | null {
  if (scope.path === "/" || scope.include.length > 0 || scope.exclude.length > 0) return null;
  if (extensionOf(new URL(startUrl).pathname) === null) return null;
  const urls = new Set(
    links.flatMap((link) => {
      const url = canonicalUrl(link);
      return url?.startsWith(`${scope.origin}/`) && !isAsset(url) ? [url] : [];
    }),
  );
  const parent = scope.path.replace(/(?<![^/])[^/]+\/$/, "");
  const below = (path: string) => [...urls].filter((url) => url.startsWith(scope.origin + path)).length;
  if (urls.size < MIN_LINKS || below(scope.path) >= urls.size * MAX_SHARE_INSIDE) return null;
  return below(parent) - below(scope.path) > urls.size * MAX_SHARE_INSIDE ? { ...scope, path: parent } : null;
}

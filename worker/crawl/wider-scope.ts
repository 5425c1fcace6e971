import type { CrawlScope } from "#worker/runs/crawl-scope.ts";
import { canonicalUrl, extensionOf, isAsset } from "#worker/content/crawl-url.ts";

/** With fewer links a page says nothing about how its site lies. */
const MIN_LINKS = 8;
const MAX_SHARE_INSIDE = 0.5;

/**
 * The folder above the start page's, when that is where the documentation is: Erlang's start page lies in `doc/`, the pages that it
 * lists beside it in `lib/` and `erts/`. Only where the start URL names a file, since a folder is meant as it is given, and where
 * its owner gave no patterns. Null when the scope stays.
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

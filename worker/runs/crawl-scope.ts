import { extensionOf } from "#worker/content/crawl-url.ts";
import { whyExcludedByDefault } from "./default-excludes.ts";
import { matchesGlob } from "./glob.ts";
import type { OutcomeWords } from "./outcome-words.ts";

/** URLs that belong to a crawl: one origin, a path and everything below it, and the owner's patterns. */
export type CrawlScope = {
  origin: string;
  /** Root path of the scope: `/docs/` holds everything below it; `/docs` holds itself too. */
  path: string;
  /** Patterns on the path below the scope's root. If there are any, a page must match one. */
  include: string[];
  /** Patterns for pages to leave out; a page that matches one with a leading "!" is kept whatever else says so. */
  exclude: string[];
};

/** The scope that a start URL means: the directory of a file, or the path itself and everything below it. */
export function scopeOf(
  startUrl: string,
  patterns: { include?: string[]; exclude?: string[] } = {},
): CrawlScope {
  const { origin, pathname } = new URL(startUrl);
  const extension = extensionOf(pathname);
  const isFile = extension !== null && FILE_EXTENSIONS.has(extension);
  return {
    origin,
    path: isFile ? pathname.slice(0, pathname.lastIndexOf("/") + 1) : pathname,
    include: patterns.include ?? [],
    exclude: patterns.exclude ?? [],
  };
}

/** A URL in the scope's own scheme: sites on https still name their pages as http in old links and sitemaps. */
export function inSchemeOf(scope: CrawlScope, url: string): string {
  const insecure = `${scope.origin.replace(/^https:/, "http:")}/`;
  return url.startsWith(insecure) ? scope.origin + url.slice(insecure.length - 1) : url;
}

/** Whether a canonical URL is at or below the scope's root, before the owner's patterns. */
export function isInScope(url: string, scope: CrawlScope): boolean {
  return below(url, scope) !== null;
}

/** The reason why the owner's patterns leave out a URL that is in scope, or null. The caller lets the start URL itself pass. */
export function whyExcluded(url: string, scope: CrawlScope): string | null {
  const path = below(url, scope)?.split("?", 1)[0];
  if (path === undefined) return "It is outside of the start URL's directory.";
  const excluding = isKept(path, scope)
    ? undefined
    : scope.exclude.find((pattern) => !pattern.startsWith("!") && matchesGlob(pattern, path));
  if (excluding) return `It matches the exclude pattern "${excluding}".`;
  if (scope.include.length > 0 && !scope.include.some((pattern) => matchesGlob(pattern, path)))
    return "It matches none of the include patterns.";
  return null;
}

/** The reason why a URL in scope is left out although no pattern says so: generated pages that its owner has not asked for. */
export function whyGenerated(url: string, scope: CrawlScope): OutcomeWords | null {
  const path = below(url, scope);
  return path === null || isKept(path.split("?", 1)[0] ?? "", scope) ? null : whyExcludedByDefault(path);
}

function isKept(path: string, scope: CrawlScope): boolean {
  return scope.exclude.some((pattern) => pattern.startsWith("!") && matchesGlob(pattern.slice(1), path));
}

/** The reason why a URL looks like one of an endless family that a site makes up, or null. */
export function whyTrap(url: string, scope: CrawlScope): string | null {
  const segments = (below(url, scope) ?? "").split("?", 1)[0]?.split("/").filter(Boolean) ?? [];
  if (segments.length > MAX_PATH_DEPTH) return `Its path is more than ${MAX_PATH_DEPTH} levels deep.`;
  const counts = new Map<string, number>();
  for (const segment of segments) counts.set(segment, (counts.get(segment) ?? 0) + 1);
  if ([...counts.values()].some((count) => count > MAX_SAME_SEGMENT))
    return "The same part repeats in its path, as in a link that goes round in circles.";
  return null;
}

export const MAX_PATH_DEPTH = 20;
export const MAX_LINK_DEPTH = 20;
/** Most query strings of one path that a crawl reads; a path with more is a calendar, a filter or a session. */
export const MAX_QUERIES_PER_PATH = 20;
const MAX_SAME_SEGMENT = 3;

/** Extensions of start URLs that name a file, unlike `/docs/v1.2`. */
const FILE_EXTENSIONS = new Set(
  "html htm xhtml shtml md mdx markdown txt rst xml gz php asp aspx jsp cgi".split(" "),
);

/** The path below the scope's root without leading slash, with the query; null when the URL is not below. */
function below(url: string, scope: CrawlScope): string | null {
  if (!url.startsWith(`${scope.origin}/`)) return null;
  const path = url.slice(scope.origin.length);
  const pathname = path.split("?", 1)[0] ?? "";
  const root = scope.path.endsWith("/") ? scope.path : `${scope.path}/`;
  if (pathname === scope.path) return path.slice(scope.path.length);
  return pathname.startsWith(root) ? path.slice(root.length) : null;
}

import { newestFirst } from "#worker/public-catalog/versions.ts";
import { listVisibleSources, toRouted } from "#worker/catalog/route.ts";
import type { RoutedSource } from "#worker/catalog/route.ts";
import { listSections } from "#worker/content/sections.ts";
import type { Ctx } from "#worker/context.ts";
import { fetchLivePage } from "./fetch-live-page.ts";
import { findPdfPages, isPdfUrl } from "./find-pdf-pages.ts";
import type { PageText } from "./fit-page.ts";

export type FoundPage = PageText & {
  /** The source that holds the page, or null for a page fetched just now. */
  source: RoutedSource | null;
  contentHash: string;
  fetchedAt: number;
};

/** A page as a session keeps it. */
export type KeptPage = Omit<FoundPage, "source" | "sections"> & {
  /** Name of the source that holds the page, or null for one fetched from the web. */
  source: string | null;
  /** Version of that source, whose other versions may hold another page at this URL. */
  version: string | null;
};

type VisibleSources = Awaited<ReturnType<typeof listVisibleSources>>;

/** Most indexes that are asked for a URL: private ones first, those whose start URL is nearest first, then the newest. */
const MAX_SOURCES_ASKED = 8;

/**
 * The page at a URL: from the pages that the session read ahead, then the caller's private sources by exact URL, then the public ones,
 * then a live fetch through the guard without credentials.
 * @throws AppError when the page cannot be read, with what to do.
 */
export async function findPage(
  ctx: Pick<Ctx, "actor" | "db" | "scope" | "firstReads" | "services" | "now" | "signal">,
  url: URL,
  keptPage?: (url: string) => Promise<KeptPage | null>,
): Promise<FoundPage> {
  const rows = await listVisibleSources(ctx, "all");
  if (isPdfUrl(url)) return findPdfPages(ctx, url, rows);
  const page = await findStored(ctx, url, rows, keptPage);
  return page ?? { ...(await fetchLivePage(ctx, url)), source: null };
}

/** The page at a URL from the pages that the session read ahead, then from the given sources; null when none has it. */
export async function findStored(
  ctx: Pick<Ctx, "services">,
  url: URL,
  rows: VisibleSources,
  keptPage?: (url: string) => Promise<KeptPage | null>,
): Promise<FoundPage | null> {
  const candidates = sourcesOfSite(url, rows);
  for (const spelling of spellings(url)) {
    const kept = await keptPage?.(spelling);
    const keptFrom =
      candidates.find(({ name, version }) => name === kept?.source && version === kept.version) ?? null;
    // A kept page outlives the access to its source, so it only counts while that source is visible.
    if (kept && (kept.source === null || keptFrom))
      return { ...kept, sections: listSections(kept.markdown), source: keptFrom };
    const stored = await Promise.all(
      candidates.map(async (source) => {
        const page = await ctx.services.docsIndex(source.address).readPage(spelling);
        return page ? { ...page, source } : null;
      }),
    );
    const page = stored.find((found) => found !== null);
    if (page) return page;
  }
  return null;
}

/** The sources that may hold a URL, the likeliest first. */
export function sourcesOfSite(url: URL, rows: VisibleSources): RoutedSource[] {
  return rows
    .filter((row) => sharesOrigin(row.url, url))
    .sort(
      (a, b) =>
        Number(a.ownerKind === "public") - Number(b.ownerKind === "public") ||
        commonPrefix(b.url, url.href) - commonPrefix(a.url, url.href) ||
        newestFirst(a.version, b.version),
    )
    .slice(0, MAX_SOURCES_ASKED)
    .map((row) => toRouted(row, false));
}

/** The URL as given, then with the other form of its trailing slash. Fragments are not part of a page's URL. */
export function spellings(url: URL): string[] {
  const exact = new URL(url);
  exact.hash = "";
  const other = new URL(exact);
  if (other.pathname.length > 1) {
    other.pathname = other.pathname.endsWith("/") ? other.pathname.slice(0, -1) : `${other.pathname}/`;
  }
  return [...new Set([exact.href, other.href])];
}

function sharesOrigin(sourceUrl: string, url: URL): boolean {
  return URL.parse(sourceUrl)?.origin === url.origin;
}

function commonPrefix(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length += 1;
  return length;
}

import { readDocument } from "#worker/content/document.ts";
import { canonicalUrl } from "#worker/content/crawl-url.ts";
import { collectSitemaps, MAX_SITEMAP_BYTES } from "#worker/crawl/collect-sitemaps.ts";
import { PAGE_ACCEPT } from "#worker/crawl/crawl-page.ts";
import { decodeText, mediaTypeOf } from "#worker/crawl/decode-page.ts";
import { createLinkFilter } from "#worker/crawl/link-filter.ts";
import { readLlmsTxt } from "#worker/crawl/llms-txt.ts";
import { sleep } from "#worker/crawl/sleep.ts";
import { widerScope } from "#worker/crawl/wider-scope.ts";
import { FetchRefused } from "#worker/platform/guarded-fetch.ts";
import type { Fetched, GuardedFetchOptions } from "#worker/platform/guarded-fetch.ts";
import { scopeOf } from "#worker/runs/crawl-scope.ts";
import type { CrawlScope } from "#worker/runs/crawl-scope.ts";
import { outcomeWords } from "#worker/runs/outcome-words.ts";
import type { Services } from "#worker/services.ts";

export type GradeServices = Pick<Services, "crawlHost" | "guardedFetch">;

export type OpenedSite = {
  startUrl: string;
  scope: CrawlScope;
  hasLlmsTxt: boolean;
  /** Pages in scope that the site's sitemaps list, else its llms.txt. */
  listed: string[];
};

const TIMEOUT_MS = 10_000;
/** Longest wait for a turn at a host that others read as well. */
const MAX_WAIT_MS = 30_000;
const BUSY = "Many pages of this site are being read at the moment. Try again later.";

/** The reason why a site cannot be read at all, for whoever asked for the grade. */
export class SiteNotRead extends Error {}

/**
 * Opens a site through its redirects and finds the pages that it lists. Throws SiteNotRead when its start page cannot be had. Everything
 * is fetched under the robots.txt of the host and at its pace.
 */
export async function openSite(services: GradeServices, site: string): Promise<OpenedSite> {
  const fetched = await fetchStart(services, site);
  const startUrl = canonicalUrl(fetched.url) ?? site;
  const turn = await admit(services, startUrl);
  if ("refused" in turn) throw new SiteNotRead(turn.refused);
  const scope = await scopeOfSite(fetched, startUrl);
  const roots = [...new Set([scope.path.endsWith("/") ? scope.path : `${scope.path}/`, "/"])];
  const links = createLinkFilter(scope);

  let fromLlmsTxt: string[] | null = null;
  for (const root of roots) {
    const url = `${scope.origin}${root}llms.txt`;
    const answer = await fetchPolitely(services, url);
    if (answer?.status !== 200) continue;
    fromLlmsTxt = readLlmsTxt(decodeText(answer.bytes, answer.headers.get("content-type")), url);
    if (fromLlmsTxt !== null) break;
  }
  const { hostname } = new URL(startUrl);
  const named = turn.sitemaps.filter((url) => URL.parse(url)?.hostname === hostname);
  const sitemaps = named.length > 0 ? named : roots.map((root) => `${scope.origin}${root}sitemap.xml`);
  const fetchSitemap = (url: string) =>
    fetchPolitely(services, url, { maxBytes: MAX_SITEMAP_BYTES, atMaxBytes: "cut" });
  const fromSitemaps = links.inScope(await collectSitemaps(fetchSitemap, sitemaps, scope.origin));
  return {
    startUrl,
    scope,
    hasLlmsTxt: fromLlmsTxt !== null,
    listed: fromSitemaps.length > 0 ? fromSitemaps : links.inScope(fromLlmsTxt ?? []),
  };
}

/** An answer under the rules and at the pace of its host; null when the rules forbid it, or when no answer came. */
export async function fetchPolitely(
  services: GradeServices,
  url: string,
  options: GuardedFetchOptions = {},
): Promise<Fetched | null> {
  const turn = await admit(services, url);
  if ("refused" in turn) return null;
  try {
    return await services.guardedFetch(url, {
      accept: PAGE_ACCEPT,
      totalTimeoutMs: TIMEOUT_MS,
      ...options,
    });
  } catch (error) {
    if (error instanceof FetchRefused) return null;
    throw error;
  }
}

/** Waits until a page may be fetched; `refused` says in words why it may not. */
export async function admit(
  { crawlHost }: Pick<Services, "crawlHost">,
  url: string,
): Promise<{ sitemaps: string[] } | { refused: string; fix: string | null }> {
  const { origin } = new URL(url);
  const { refusal, pages, sitemaps } = await crawlHost(origin).admit(origin, [url]);
  if (refusal) return { refused: refusal.reason, fix: null };
  const turn = pages[0];
  if (!turn || "disallowedBy" in turn) {
    const { reason, fix } = outcomeWords("robots");
    return { refused: reason ?? "", fix };
  }
  const waitMs = ("startAt" in turn ? turn.startAt : turn.notBefore) - Date.now();
  if (waitMs > MAX_WAIT_MS) return { refused: BUSY, fix: null };
  await sleep(waitMs);
  return { sitemaps };
}

async function fetchStart(services: GradeServices, site: string): Promise<Fetched> {
  const turn = await admit(services, site);
  if ("refused" in turn) throw new SiteNotRead(turn.refused);
  try {
    const fetched = await services.guardedFetch(site, { accept: PAGE_ACCEPT, totalTimeoutMs: TIMEOUT_MS });
    if (fetched.status === 200) return fetched;
    throw new SiteNotRead(`The site answered with status ${fetched.status}.`);
  } catch (error) {
    if (error instanceof FetchRefused)
      throw new SiteNotRead(`We couldn't read this address: ${error.message}.`);
    throw error;
  }
}

async function scopeOfSite(fetched: Fetched, startUrl: string): Promise<CrawlScope> {
  const scope = scopeOf(startUrl);
  const contentType = fetched.headers.get("content-type");
  if (mediaTypeOf(contentType, startUrl) !== "text/html") return scope;
  const text = decodeText(fetched.bytes, contentType);
  const { links } = readDocument({ text, mediaType: "text/html", url: startUrl });
  return widerScope(scope, startUrl, links) ?? scope;
}

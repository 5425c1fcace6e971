import { readDocument } from "#worker/content/document.ts";
import { FetchRefused } from "#worker/platform/guarded-fetch.ts";
import type { Fetched, GuardedFetchOptions } from "#worker/platform/guarded-fetch.ts";
import { PAGE_ACCEPT } from "./crawl-page.ts";
import type { CrawlStart, SeededFrom } from "#worker/runs/crawl-steps.ts";
import { isInScope, scopeOf } from "#worker/runs/crawl-scope.ts";
import type { CrawlScope } from "#worker/runs/crawl-scope.ts";
import { canonicalUrl } from "#worker/content/crawl-url.ts";
import { decodeText, mediaTypeOf } from "./decode-page.ts";
import { createLinkFilter } from "./link-filter.ts";
import { readLlmsTxt } from "./llms-txt.ts";
import { collectSitemaps, MAX_SITEMAP_BYTES } from "./collect-sitemaps.ts";
import { menusOf, readMenu, treeParts } from "./site-menus.ts";
import type { SiteMenu } from "./site-menus.ts";
import { readSitemap } from "./sitemap.ts";
import { sleep } from "./sleep.ts";
import { widerScope } from "./wider-scope.ts";
import type { CrawlCtx } from "./crawl-ctx.ts";

/** Most seeds in a single message to the run. */
const SEEDS_PER_MESSAGE = 1000;
const PROBE_TIMEOUT_MS = 10_000;
const MAX_SITEMAP_MS = 90_000;
/** Age limit of the robots.txt rules with which a crawl begins. */
const MAX_ROBOTS_AGE_MS = 60_000;

/**
 * Finds the first pages of a crawl: the pages listed by a start URL that is a llms.txt or a sitemap; else the pages of the site's
 * llms.txt, sitemaps and menus, and always the start page itself. A start URL that redirects moves the crawl to the target. May run again
 * after a crash.
 */
export async function seedCrawl(ctx: CrawlCtx, start: CrawlStart): Promise<void> {
  const run = ctx.services.crawlRun(start.runId);
  const { generation } = start;
  const { pages } = await ctx.services.docsIndex(start.address).totals();
  const first = await openStart(ctx, start);
  const { startUrl } = first;

  const listed = first.fetched ? await readStartAsList(ctx, first.fetched, first.scope) : null;
  const page = listed === null && first.fetched ? readStartPage(first.fetched, startUrl) : null;
  const wider = page && widerScope(first.scope, startUrl, page.links);
  const scope = wider ?? first.scope;
  const seeds = listed ?? (first.fetched ? await probeSite(ctx, startUrl, scope, first.sitemaps) : []);
  if (page) seeds.push(...(await readMenus(ctx, menusOf(page.html, startUrl), scope)));
  for (const { seededFrom, urls } of seeds) {
    for (let at = 0; at < urls.length; at += SEEDS_PER_MESSAGE)
      await run.seed({ generation, scope, seededFrom, urls: urls.slice(at, at + SEEDS_PER_MESSAGE) });
  }
  const isStartPage = listed === null;
  await run.seed({
    generation,
    scope,
    seededFrom: isStartPage
      ? { from: "start-page", url: startUrl, pages: 1, ...(wider ? { folder: wider.path } : {}) }
      : null,
    urls: isStartPage ? [startUrl] : [],
    isStart: isStartPage,
    hasStoredPages: pages > 0,
    isLast: true,
  });
}

type Seeds = { seededFrom: SeededFrom; urls: string[] };
type Opened = { scope: CrawlScope; startUrl: string; fetched: Fetched | null; sitemaps: string[] };

/** Fetches the start URL through its redirects. A failure here comes again, with words, when the page is crawled. */
async function openStart(ctx: CrawlCtx, start: CrawlStart): Promise<Opened> {
  const asked = {
    scope: scopeOf(start.startUrl, start),
    startUrl: start.startUrl,
    fetched: null,
    sitemaps: [],
  };
  const admission = await admit(ctx, start.startUrl, MAX_ROBOTS_AGE_MS);
  if (!admission.isAllowed) return asked;
  const fetched = await probe(ctx, start.startUrl, admission.startAt);
  const finalUrl = fetched && canonicalUrl(fetched.url);
  if (!fetched || !finalUrl || fetched.status !== 200) return asked;
  if (isInScope(finalUrl, asked.scope))
    return { ...asked, startUrl: finalUrl, fetched, sitemaps: admission.sitemaps };
  // The site has moved, to another host or another folder: so has the crawl.
  const moved = await admit(ctx, finalUrl, MAX_ROBOTS_AGE_MS);
  return {
    scope: scopeOf(finalUrl, start),
    startUrl: finalUrl,
    fetched: moved.isAllowed ? fetched : null,
    sitemaps: moved.sitemaps,
  };
}

/** The pages that the start URL lists, when the URL is a llms.txt or a sitemap that names pages in scope; else null. */
async function readStartAsList(ctx: CrawlCtx, fetched: Fetched, scope: CrawlScope): Promise<Seeds[] | null> {
  const text = decodeText(fetched.bytes, fetched.headers.get("content-type"));
  const { pathname } = new URL(fetched.url);
  if (pathname.endsWith("/llms.txt")) {
    const urls = inScope(readLlmsTxt(text, fetched.url) ?? [], scope);
    return urls.length > 0
      ? [{ seededFrom: { from: "llms.txt", url: fetched.url, pages: urls.length }, urls }]
      : null;
  }
  const { pages, sitemaps } = readSitemap(text);
  const isSitemap =
    /\.xml(?:\.gz)?$/.test(pathname) ||
    (/<(?:urlset|sitemapindex)[\s>]/.test(text.slice(0, 2000)) && pages.length + sitemaps.length > 0);
  if (!isSitemap) return null;
  const found = await collectSitemaps(fetchSitemap(ctx), [fetched.url], scope.origin);
  const urls = inScope(found, scope);
  return urls.length > 0
    ? [{ seededFrom: { from: "sitemap", url: fetched.url, pages: urls.length }, urls }]
    : null;
}

/** Looks for a llms.txt and sitemaps at the root of the scope and of the host. */
async function probeSite(
  ctx: CrawlCtx,
  startUrl: string,
  scope: CrawlScope,
  fromRobots: string[],
): Promise<Seeds[]> {
  const folder = scope.path.endsWith("/") ? scope.path : `${scope.path}/`;
  const roots = [...new Set([folder, "/"])].map((path) => scope.origin + path);
  const seeds: Seeds[] = [];
  for (const root of roots) {
    const url = `${root}llms.txt`;
    const text = await probeText(ctx, url);
    const urls = text === null ? [] : inScope(readLlmsTxt(text, url) ?? [], scope);
    if (urls.length === 0) continue;
    seeds.push({ seededFrom: { from: "llms.txt", url, pages: urls.length }, urls });
    break;
  }
  const { hostname } = new URL(startUrl);
  const named = fromRobots.flatMap((url) => (URL.parse(url)?.hostname === hostname ? [url] : []));
  const usual = named.length > 0 ? [] : roots.map((root) => `${root}sitemap.xml`);
  const sitemaps = [...new Set([...named, ...usual])];
  const urls = inScope(await collectSitemaps(fetchSitemap(ctx), sitemaps, scope.origin), scope);
  const from = sitemaps[0];
  if (urls.length > 0 && from)
    seeds.push({ seededFrom: { from: "sitemap", url: from, pages: urls.length }, urls });
  return seeds;
}

/** The start page's text and links; null unless the page is HTML. */
function readStartPage(fetched: Fetched, startUrl: string): { html: string; links: string[] } | null {
  const contentType = fetched.headers.get("content-type");
  if (mediaTypeOf(contentType, startUrl) !== "text/html") return null;
  const html = decodeText(fetched.bytes, contentType);
  return { html, links: readDocument({ text: html, mediaType: "text/html", url: startUrl }).links };
}

/** The pages named in the menus of a site's generator; links may lead to none of these pages. */
async function readMenus(ctx: CrawlCtx, menus: SiteMenu[], scope: CrawlScope): Promise<Seeds[]> {
  const fetchMenu = fetchSitemap(ctx);
  const seeds: Seeds[] = [];
  const waiting = [...menus];
  for (let menu = waiting.shift(); menu; menu = waiting.shift()) {
    if (!isInScope(menu.url, scope)) continue;
    const fetched = await fetchMenu(menu.url);
    if (fetched?.status !== 200) continue;
    waiting.push(...treeParts(menu, fetched.bytes));
    const urls = inScope(await readMenu(menu, fetched.bytes), scope);
    if (urls.length === 0) continue;
    seeds.push({ seededFrom: { from: "menu", url: menu.url, pages: urls.length }, urls });
    // The search index names the same pages as the inventory, and less surely.
    if (menu.kind === "objects.inv") waiting.splice(0, 1);
  }
  return seeds;
}

/** Fetches sitemaps for a limited time: a slow host with many would hold up the crawl, which finds pages by links too. */
function fetchSitemap(ctx: CrawlCtx): (url: string) => Promise<Fetched | null> {
  const deadline = ctx.now().getTime() + MAX_SITEMAP_MS;
  const limits = { maxBytes: MAX_SITEMAP_BYTES, atMaxBytes: "cut" } as const;
  return async (url) => {
    if (ctx.now().getTime() > deadline) return null;
    const admission = await admit(ctx, url);
    return admission.isAllowed ? await probe(ctx, url, admission.startAt, limits) : null;
  };
}

async function probeText(ctx: CrawlCtx, url: string): Promise<string | null> {
  const admission = await admit(ctx, url);
  const fetched = admission.isAllowed ? await probe(ctx, url, admission.startAt) : null;
  if (!fetched || fetched.status !== 200) return null;
  const contentType = fetched.headers.get("content-type");
  return contentType?.startsWith("text/html") ? null : decodeText(fetched.bytes, contentType);
}

async function admit(ctx: CrawlCtx, url: string, maxRobotsAgeMs?: number) {
  const { origin } = new URL(url);
  const { pages, sitemaps } = await ctx.services.crawlHost(origin).admit(origin, [url], maxRobotsAgeMs);
  const turn = pages[0];
  if (!turn || "disallowedBy" in turn) return { isAllowed: false, startAt: 0, sitemaps };
  return { isAllowed: true, startAt: "startAt" in turn ? turn.startAt : turn.notBefore, sitemaps };
}

async function probe(
  ctx: CrawlCtx,
  url: string,
  startAt: number,
  options: GuardedFetchOptions = {},
): Promise<Fetched | null> {
  await sleep(startAt - ctx.now().getTime());
  try {
    return await ctx.services.guardedFetch(url, {
      accept: PAGE_ACCEPT,
      totalTimeoutMs: PROBE_TIMEOUT_MS,
      ...options,
    });
  } catch (error) {
    if (error instanceof FetchRefused) return null;
    throw error;
  }
}

function inScope(urls: string[], scope: CrawlScope): string[] {
  return createLinkFilter(scope).inScope(urls);
}

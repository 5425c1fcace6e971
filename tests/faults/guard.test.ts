import { describe, expect, it } from "vitest";
import { HOSTILE_NAMES, listHostileUrls } from "#tests/support/hostile-urls.ts";
import { collectSitemaps } from "#worker/crawl/collect-sitemaps.ts";
import { readCrawledPage } from "#worker/crawl/crawl-page.ts";
import { scopeOf } from "#worker/runs/crawl-scope.ts";
import { loadRobots } from "#worker/crawl/load-robots.ts";
import { createLog } from "#worker/platform/log.ts";
import { readClientDocument } from "#worker/oauth/client-document.ts";
import { findPackage } from "#worker/packages/registry.ts";
import { createGuardedFetch } from "#worker/platform/guarded-fetch.ts";
import type { Fetched, GuardedFetch } from "#worker/platform/guarded-fetch.ts";
import { fetchLivePage } from "#worker/reader/fetch-live-page.ts";
import { NO_CALLER } from "#worker/context.ts";
import type { Services } from "#worker/services.ts";

/** Hosts of attackers and of ourselves that are on the public internet: all others are counted as reached. */
const PUBLIC = new Set(["public.test", "npm.test"]);

/**
 * A network that is only a counter, and everything that looks like it: each answer is what the path asks for, so that a
 * public host can redirect or list anything.
 */
function makeNetwork() {
  const reached: string[] = [];
  const connect: typeof fetch = (input) => {
    const url = new URL(String(input));
    if (!PUBLIC.has(url.hostname) || url.port !== "") reached.push(url.href);
    return Promise.resolve(answerOf(url));
  };
  return { connect, reached };
}

let target = "";

function answerOf({ hostname, pathname }: URL): Response {
  if (pathname === "/redirect" || (pathname === "/robots.txt" && hostname === "public.test"))
    return new Response(null, { status: 302, headers: { location: target } });
  if (pathname === "/chain") return new Response(null, { status: 301, headers: { location: "/redirect" } });
  if (pathname === "/index.xml")
    return new Response(
      `<sitemapindex><sitemap><loc>${target.replaceAll("&", "&amp;")}</loc></sitemap></sitemapindex>`,
    );
  return new Response("<h1>Secret</h1><p>What nobody should have read.</p>", {
    headers: { "content-type": "text/html" },
  });
}

type Way = (guardedFetch: GuardedFetch, url: string) => Promise<unknown>;

/** Every way on which an address that somebody else wrote becomes a request. */
const WAYS: Record<string, Way> = {
  direct: (guardedFetch, url) => guardedFetch(url),
  redirect: (guardedFetch) => guardedFetch("https://public.test/redirect"),
  "redirect of a redirect, over http": (guardedFetch) => guardedFetch("http://public.test/chain"),
  "page of a crawl": (guardedFetch, url) =>
    readCrawledPage(
      { services: { guardedFetch, pageRenderer: null }, log: createLog(), now: () => new Date() },
      { id: 1, url, depth: 0, isLastResort: false },
      { scope: scopeOf(url), known: null, linksInScope: () => [] },
    ),
  "robots.txt of the host": (guardedFetch, url) =>
    loadRobots(guardedFetch, new URL(url).origin, { now: 0, isLoopback: false }),
  "robots.txt that redirects": (guardedFetch) =>
    loadRobots(guardedFetch, "https://public.test", { now: 0, isLoopback: false }),
  // The host is compared before the guard is asked; here it is the same, so that the guard has to hold alone.
  sitemap: (guardedFetch, url) =>
    collectSitemaps(
      (file) => guardedFetch(file).catch(() => null),
      ["https://public.test/index.xml", url],
      new URL(url).origin,
    ),
  "sitemap that redirects": (guardedFetch) =>
    collectSitemaps(
      (file) => guardedFetch(file).catch(() => null),
      ["https://public.test/redirect"],
      "https://public.test",
    ),
  "read tool": (guardedFetch, url) =>
    fetchLivePage({ services: servicesWith(guardedFetch), now: () => new Date() }, new URL(url)),
  "client metadata document": (guardedFetch, url) =>
    readClientDocument(
      { services: servicesWith(guardedFetch), caller: NO_CALLER },
      new URL(url.replace(/^http:/, "https:")).href,
    ),
  "package registry": (guardedFetch) =>
    findPackage({ services: servicesWith(guardedFetch, target) }, { ecosystem: "npm", name: "quokka" }),
};

/** What these ways touch of the world besides the network. */
function servicesWith(guardedFetch: GuardedFetch, npmUrl = "https://npm.test"): Services {
  return {
    guardedFetch,
    // Lets everything in at once; its own way out, to robots.txt, is one of those above.
    crawlHost: () => ({ admit: async () => ({ refusal: null, pages: [{ startAt: 0 }], sitemaps: [] }) }),
    config: { registries: { npmUrl, pypiUrl: "https://pypi.test" } },
    oauthStore: { get: () => Promise.resolve(null), put: () => Promise.resolve() },
    rateLimiter: () => ({ take: () => Promise.resolve({ isAllowed: true, retryAfterMs: 0 }) }),
  } as unknown as Services;
}

const URLS = listHostileUrls();

async function tryAll(guardedFetch: GuardedFetch, way: Way): Promise<void> {
  for (const url of URLS) {
    target = url;
    await way(guardedFetch, url).catch(() => {});
  }
}

describe("hostile addresses", () => {
  it("are at least three hundred", () => {
    expect(URLS.length).toBeGreaterThanOrEqual(300);
  });

  it.each(Object.entries(WAYS))("are not reached: %s (faults 34, 35)", async (_, way) => {
    const { connect, reached } = makeNetwork();
    const guardedFetch = createGuardedFetch({
      loopbackHosts: [],
      resolve: (name) => Promise.resolve([HOSTILE_NAMES.get(name) ?? "93.184.215.14"]),
      fetch: connect,
    });
    await tryAll(guardedFetch, way);
    expect(reached).toEqual([]);
  });

  // Without this, a counter that sees nothing would pass for a guard that holds.
  it.each(Object.entries(WAYS))("are reached and counted without the guard: %s", async (_, way) => {
    const { connect, reached } = makeNetwork();
    await tryAll(unguarded(connect), way);
    // Many spellings are one address once they are parsed.
    expect(new Set(reached).size).toBeGreaterThan(100);
  });
});

/** What would be there without the guard: a fetch that follows redirects. */
function unguarded(connect: typeof fetch): GuardedFetch {
  return async (start, options = {}) => {
    let url = start;
    for (let hops = 0; ; hops += 1) {
      const response = await connect(url);
      const location = response.headers.get("location");
      if (location === null || hops === 5 || options.maxRedirects === 0) {
        const { status, headers } = response;
        const bytes = new Uint8Array(await response.arrayBuffer());
        return { status, url, redirects: [], headers, bytes } satisfies Fetched;
      }
      url = new URL(location, url).href;
    }
  };
}

import { env } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { ctxOf, makeAccount } from "#tests/support/accounts.workers.ts";
import { ROBOTS, page, links, crawl, indexOf } from "#tests/support/crawl.workers.ts";
import { changeSite, putSite, requestsTo } from "#tests/support/stub-site.workers.ts";
import type { StubSite } from "#tests/support/stub-site.workers.ts";

/** A text, packed; in base64. */
async function gzipBase64(text: string): Promise<string> {
  const packed = new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}

function urlset(...urls: string[]): string {
  return `<urlset>${urls.map((url) => `<url><loc>${url}</loc></url>`).join("")}</urlset>`;
}

describe("the first pages", () => {
  it("come from an index of sitemaps, packed or not, of the same host alone; links are followed too", async () => {
    const host = "https://maps.test";
    await putSite("maps.test", {
      "/robots.txt": {
        body: `${ROBOTS.body}Sitemap: ${host}/index.xml\nSitemap: https://elsewhere.test/s.xml`,
      },
      "/index.xml": {
        body: `<sitemapindex><sitemap><loc>${host}/a.xml</loc></sitemap><sitemap><loc>${host}/b.xml.gz</loc></sitemap>
          <sitemap><loc>${host}/index.xml</loc></sitemap><sitemap><loc>https://elsewhere.test/s.xml</loc></sitemap></sitemapindex>`,
      },
      "/a.xml": { body: urlset("http://maps.test/docs/one", `${host}/blog/out`, `${host}/docs/logo.png`) },
      "/b.xml.gz": { base64: await gzipBase64(urlset(`${host}/docs/two?utm_source=map`)) },
      "/docs": page("Start", `Nothing but ${links("/docs/linked")} here.`),
      "/docs/one": page("One", "The first of two."),
      "/docs/two": page("Two", "The second of two."),
      "/docs/linked": page("Linked", "Only a link leads here."),
    });
    await putSite("elsewhere.test", {});
    const { run, outcomes } = await crawl(ctxOf(await makeAccount()), { url: "maps.test/docs" });
    expect(outcomes).toEqual({
      "/docs": "indexed",
      "/docs/one": "indexed",
      "/docs/two": "indexed",
      "/docs/linked": "indexed",
    });
    expect(run.crawl?.seededFrom).toEqual([
      { from: "sitemap", url: `${host}/index.xml`, pages: 2 },
      { from: "start-page", url: `${host}/docs`, pages: 1 },
    ]);
    expect(await requestsTo("elsewhere.test")).toEqual([]);
    const asked = (await requestsTo("maps.test")).map(({ path }) => path);
    expect(asked.filter((path) => path === "/robots.txt" || path === "/index.xml")).toHaveLength(2);
  });

  it("come from a llms.txt, whose markdown stands for the page of HTML beside it", async () => {
    const markdown = { "content-type": "text/markdown" };
    await putSite("llms.test", {
      "/robots.txt": ROBOTS,
      "/llms.txt": {
        body: "# Lib\n\n- [Guide](https://llms.test/guide.md)\n- [Api](/api/index.md)\n- [Gone](/gone.md)",
      },
      "/": page("Lib", `Welcome. ${links("/guide", "/api/", "/gone", "/extra")}`),
      "/guide.md": { headers: markdown, body: "# Guide\n\nHow to." },
      "/guide": page("Guide", "How to, in HTML."),
      "/api/index.md": { headers: markdown, body: "# API\n\nFunctions." },
      "/api/": page("API", "Functions, in HTML."),
      "/gone": page("Gone", "Its markdown is missing, so this is what is indexed."),
      "/extra": page("Extra", "Not in the list."),
    });
    const { outcomes, run } = await crawl(ctxOf(await makeAccount()), { url: "https://llms.test/" });
    expect(outcomes).toEqual({
      "/": "indexed",
      "/guide.md": "indexed",
      "/guide": "duplicate",
      "/api/index.md": "indexed",
      "/api/": "duplicate",
      "/gone.md": "not-found",
      "/gone": "indexed",
      "/extra": "indexed",
    });
    expect(run.crawl?.seededFrom.map(({ from }) => from)).toEqual(["llms.txt", "start-page"]);
    const asked = (await requestsTo("llms.test")).map(({ path }) => path);
    expect(asked).not.toContain("/guide");
  });

  it.each(["/llms.txt", "/sitemap.xml"])("are those of %s alone when it is the start", async (start) => {
    const host = start === "/llms.txt" ? "list-llms.test" : "list-map.test";
    await putSite(host, {
      "/robots.txt": ROBOTS,
      "/llms.txt": { body: `- [One](https://${host}/one)` },
      "/sitemap.xml": { headers: { "content-type": "application/xml" }, body: urlset(`https://${host}/one`) },
      "/one": page("One", "Listed."),
      "/": page("Home", "Not listed."),
    });
    const { outcomes } = await crawl(ctxOf(await makeAccount()), { url: `https://${host}${start}` });
    expect(outcomes).toEqual({ "/one": "indexed" });
  });

  it("are where a start URL redirects, with the scope that is there", async () => {
    await putSite("moved.test", {
      "/robots.txt": ROBOTS,
      "/docs": { status: 301, headers: { location: "https://new-home.test/en/guide/" } },
    });
    await putSite("new-home.test", {
      "/robots.txt": ROBOTS,
      "/en/guide/": page("Guide", `Here now. ${links("a", "/en/other")}`),
      "/en/guide/a": page("A", "Below."),
      "/en/other": page("Other", "Beside."),
    });
    const ctx = ctxOf(await makeAccount());
    const { run, pages, moduleId } = await crawl(ctx, { url: "http://moved.test/docs" });
    expect(run).toMatchObject({ status: "COMPLETE", docsCount: 2, url: "http://moved.test/docs" });
    expect(pages.map(({ url }) => url)).toEqual([
      "https://new-home.test/en/guide/",
      "https://new-home.test/en/guide/a",
    ]);
    expect(await indexOf(ctx, moduleId).listUrls()).toHaveLength(2);
  });
});

describe("a start URL that gives nothing", () => {
  const text = { "content-type": "text/html" };
  it.each<[string, StubSite, RegExp]>([
    ["no-such-host.void.test", {}, /could not be reached: the host name does not exist/],
    ["private-address.test", {}, /cannot be read: the host name leads to an address that is not public/],
    [
      "forbidding.test",
      { "/robots.txt": { body: "User-agent: DocendaBot\nDisallow: /" }, "/": page("A", "B") },
      /robots.txt does not allow it .*allow DocendaBot/,
    ],
    [
      "broken-robots.test",
      { "/robots.txt": { status: 503 }, "/": page("A", "B") },
      /robots.txt answered with the error 503/,
    ],
    ["missing.test", {}, /no such page \(404\)/],
    ["signed-in.test", { "/": { status: 403 } }, /error 403.*needs a sign-in/],
    [
      "challenging.test",
      { "/": { status: 403, headers: { "cf-mitigated": "challenge" } } },
      /bot protection asked us .*let the user agent DocendaBot through/,
    ],
    [
      "blank.test",
      { "/": "<!doctype html><html><head><title>Blank</title></head><body><nav>menu</nav></body></html>" },
      /has no text to index/,
    ],
    [
      "pdf.test",
      { "/": { headers: { "content-type": "application/pdf" }, body: "%PDF" } },
      /It isn't a document/,
    ],
    [
      "leaving.test",
      { "/": { status: 302, headers: { location: "http://10.0.0.1/" } } },
      /redirects where nothing is read/,
    ],
    [
      "unindexable.test",
      { "/": { headers: { ...text, "x-robots-tag": "noindex" }, body: page("A", "B") } },
      /noindex/,
    ],
    [
      "endless.test",
      { "/": { headers: text, body: "<p>spam</p>", repeat: 600_000 } },
      /too large: more than 5 MiB/,
    ],
  ])("%s fails with the reason (fault 36)", async (host, site, reason) => {
    await putSite(host, site);
    const { run } = await crawl(ctxOf(await makeAccount()), { url: `https://${host}/` });
    expect(run).toMatchObject({ status: "FAILED", docsCount: 0 });
    expect(run.error).toMatch(reason);
    expect(run.error).toContain(`Nothing was indexed from https://${host}/.`);
  });

  it("goes by the rules that are known while the robots.txt cannot be had", async () => {
    const origin = "https://wobbly.test";
    await putSite("wobbly.test", { "/robots.txt": ROBOTS, "/": page("Up", "And running.") });
    await crawl(ctxOf(await makeAccount()), { url: `${origin}/` });
    await changeSite("wobbly.test", { "/robots.txt": { status: 503 } });
    const urls = [`${origin}/`, `${origin}/docs/private/key`];
    const { refusal, pages } = await env.CRAWL_HOST.getByName(origin).admit(origin, urls, 0);
    expect((await requestsTo("wobbly.test")).map(({ path }) => path)).toContain("/robots.txt");
    expect(refusal).toBeNull();
    expect(pages).toEqual([{ startAt: expect.any(Number) }, { disallowedBy: "/docs/private/" }]);
  });

  it("keeps what an earlier crawl has indexed", async () => {
    await putSite("falling.test", { "/robots.txt": ROBOTS, "/": page("Up", "And running.") });
    const ctx = ctxOf(await makeAccount());
    const up = await crawl(ctx, { url: "https://falling.test/" });
    await changeSite("falling.test", { "/": null });
    const down = await crawl(ctx, { url: "https://falling.test/" });
    expect(down.run).toMatchObject({ status: "FAILED", docsCount: 1 });
    expect(await indexOf(ctx, up.moduleId).listUrls()).toEqual(["https://falling.test/"]);
  });
});

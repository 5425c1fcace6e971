import type { IncomingMessage, ServerResponse } from "node:http";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

/** A site whose start page is `/`. */
export type HarmfulSite = {
  name: string;
  answer: (request: IncomingMessage, response: ServerResponse) => void;
};

const MIB = 1024 * 1024;
const html = { "content-type": "text/html; charset=utf-8" };

const zeros = gzipSync(Buffer.alloc(200 * MIB));
const packedZeros = gzipSync(zeros);
const brotliZeros = brotliCompressSync(Buffer.alloc(200 * MIB), {
  params: { [constants.BROTLI_PARAM_QUALITY]: 4 },
});

/** A site that serves some paths; every other path is not found. A text is a page of HTML. */
function site(name: string, paths: Record<string, string | HarmfulSite["answer"]>): HarmfulSite {
  return {
    name,
    answer: (request, response) => {
      const found = paths[new URL(request.url ?? "/", "http://site.test").pathname];
      if (typeof found === "function") found(request, response);
      else if (found === undefined) response.writeHead(404, html).end("<p>not found");
      else response.writeHead(200, html).end(found);
    },
  };
}

function compressed(encoding: string, body: Buffer): HarmfulSite["answer"] {
  return (_, response) => void response.writeHead(200, { ...html, "content-encoding": encoding }).end(body);
}

function redirect(location: string): HarmfulSite["answer"] {
  return (_, response) => void response.writeHead(302, { location }).end();
}

function page(title: string, links: string[] = []): string {
  const anchors = links.map((href) => `<a href="${href}">${href}</a>`).join(" ");
  return `<title>${title}</title><main><h1>${title}</h1><p>What ${title} is about, in a sentence of its own.</p>${anchors}</main>`;
}

function trap(name: string, linksOf: (url: URL) => string[]): HarmfulSite {
  return {
    name,
    answer: (request, response) => {
      const url = new URL(request.url ?? "/", "http://site.test");
      if (url.pathname === "/robots.txt" || url.pathname.includes(".")) response.writeHead(404).end();
      else response.writeHead(200, html).end(page(`page ${url.pathname}${url.search}`, linksOf(url)));
    },
  };
}

const endless: HarmfulSite["answer"] = (_, response) => {
  response.writeHead(200, html);
  const push = () => {
    while (!response.destroyed && response.write("<p>more ".repeat(8_000)));
  };
  response.on("drain", push);
  push();
};

const dripping: HarmfulSite["answer"] = (_, response) => {
  response.writeHead(200, html);
  const timer = setInterval(() => response.write("x"), 200);
  response.on("close", () => clearInterval(timer));
};

const urlset = (urls: string[]) =>
  `<urlset>${urls.map((url) => `<url><loc>${url}</loc></url>`).join("")}</urlset>`;

function withSitemap(name: string, sitemap: (origin: string, path: string) => Buffer | string): HarmfulSite {
  return {
    name,
    answer: (request, response) => {
      const path = request.url ?? "/";
      const origin = `http://${request.headers.host}`;
      if (path === "/robots.txt") response.end(`Sitemap: ${origin}/sitemap.xml\n`);
      else if (path.includes("sitemap"))
        response.writeHead(200, { "content-type": "application/xml" }).end(sitemap(origin, path));
      else response.writeHead(200, html).end(page(`page ${path}`));
    },
  };
}

/** Sites, one for each way to keep a crawler busy, fill its memory, or lead it where it must not go. */
export const HARMFUL_SITES: HarmfulSite[] = [
  site("a page like any other", { "/": page("start", ["/a"]), "/a": page("a") }),
  site("200 MiB in a gzip", { "/": compressed("gzip", zeros) }),
  site("200 MiB in a gzip in a gzip", { "/": compressed("gzip, gzip", packedZeros) }),
  site("200 MiB in a brotli", { "/": compressed("br", brotliZeros) }),
  site("a page without end", { "/": endless }),
  site("a length that is a lie", {
    "/": (_, response) => {
      response.writeHead(200, { ...html, "content-length": 1_000_000_000 });
      response.write(page("short"), () => response.destroy());
    },
  }),
  site("a byte every 200 ms", { "/": dripping }),
  site("no answer at all", { "/": () => undefined }),
  site("a redirect to itself", { "/": redirect("/") }),
  site("a chain of six redirects", {
    "/": redirect("/1"),
    "/1": redirect("/2"),
    "/2": redirect("/3"),
    "/3": redirect("/4"),
    "/4": redirect("/5"),
    "/5": redirect("/6"),
    "/6": page("arrived"),
  }),
  site("a redirect to a file", { "/": redirect("file:///etc/hostname") }),
  site("a redirect to a private address", { "/": redirect("http://10.0.0.1/") }),
  site("a robots.txt of 20 MiB", {
    "/": page("start"),
    "/robots.txt": (_, response) => void response.end("Disallow: /x\n".repeat(1_600_000)),
  }),
  site("a robots.txt that fails", {
    "/": page("start"),
    "/robots.txt": (_, response) => void response.writeHead(503).end(),
  }),
  withSitemap("a sitemap that unpacks to 200 MiB", () => zeros),
  withSitemap("a sitemap of sitemaps that names itself and 200 more", (origin) => {
    const names = Array.from({ length: 200 }, (_, n) => `${origin}/sitemap-${n}.xml`);
    return `<sitemapindex>${[`${origin}/sitemap.xml`, ...names].map((url) => `<sitemap><loc>${url}</loc></sitemap>`).join("")}</sitemapindex>`;
  }),
  withSitemap("a sitemap of 100,000 pages", (origin) =>
    urlset(Array.from({ length: 100_000 }, (_, n) => `${origin}/p/${n}`)),
  ),
  trap("a calendar without end", ({ searchParams }) => {
    const month = Number(searchParams.get("month") ?? 0);
    return [`/?month=${month + 1}`, `/?month=${month - 1}`, `/?month=${month + 12}`];
  }),
  trap("another session in every link", () =>
    Array.from({ length: 10 }, (_, n) => `/page-${n}?sid=${crypto.randomUUID()}`),
  ),
  trap("paths that grow without end", ({ pathname }) => [`${pathname === "/" ? "" : pathname}/deeper`]),
  site("UTF-16 with null characters", {
    "/": (_, response) =>
      void response
        .writeHead(200, { "content-type": "text/html" })
        .end(Buffer.from(`\uFEFF${page("start")}\u0000\u0000`, "utf16le")),
  }),
  site("50,000 boxes in each other", { "/": `${page("start")}${"<div>".repeat(50_000)}x` }),
  site("4,000 marks that are left open", {
    "/": `${page("start")}${"<b>".repeat(4_000)}x${"</i>".repeat(20_000)}`,
  }),
  site("an attribute of 4 MB", { "/": `${page("start")}<p title="${"a".repeat(4_000_000)}">x` }),
  site("200,000 comments that are left open", { "/": `${page("start")}${"<!-- ".repeat(200_000)}` }),
];

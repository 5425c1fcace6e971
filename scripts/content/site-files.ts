import { PRODUCT } from "#schema/values.ts";
import { ROUTES, twinPathOf } from "#schema/routes.ts";
import type { RouteInfo } from "#schema/routes.ts";
import type { BuiltContent } from "./load-content.ts";

/** The files of the site by their path without a leading slash. */
export type SiteFiles = Map<string, string>;

/**
 * Everything that programs read of the public site: a markdown twin of each page, the two llms files, the sitemap, robots.txt
 * and the feeds of the blog. `twins` are the texts of pages that are not made of text, by their path.
 */
export function siteFiles(contents: BuiltContent[], twins: Map<string, string>, origin: string): SiteFiles {
  const pages = publicPages(contents, twins);
  const articles = contents
    .filter(({ kind }) => kind === "article")
    .toSorted((a, b) => b.publishedOn!.localeCompare(a.publishedOn!));
  return new Map([
    ...pages.map((page) => [twinPathOf(page.path).slice(1), twinOf(page, origin)] as const),
    ["llms.txt", llmsTxt(pages, origin)],
    [
      "llms-full.txt",
      pages
        .filter(isListed)
        .map((page) => twinOf(page, origin))
        .join("\n\n"),
    ],
    ["sitemap.xml", sitemap(contents, origin)],
    ["robots.txt", robotsTxt(origin)],
    ["blog/feed.xml", rssFeed(articles, origin)],
    ["blog/feed.json", jsonFeed(articles, origin)],
  ]);
}

/** Public pages that search engines may list, in the order of the routes; a path with a parameter is no page. */
export function indexablePaths(): string[] {
  return ROUTES.filter(
    (route: RouteInfo) => route.kind === "public" && !route.isUnlisted && !route.path.includes(":"),
  ).map(({ path }) => path);
}

type Page = { path: string; title: string; description: string; markdown: string; isUnlisted: boolean };

function publicPages(contents: BuiltContent[], twins: Map<string, string>): Page[] {
  const routes = ROUTES.filter(({ kind, path }) => kind === "public" && !path.includes(":"));
  return routes.flatMap((route: RouteInfo) => {
    const markdown = contents.find(({ path }) => path === route.path)?.markdown ?? twins.get(route.path);
    if (markdown === undefined) return [];
    const title = route.title ? `${PRODUCT} - ${route.title}` : PRODUCT;
    const { path, description = "", isUnlisted = false } = route;
    return [{ path, title, description, markdown, isUnlisted }];
  });
}

function isListed({ isUnlisted }: Page): boolean {
  return !isUnlisted;
}

function twinOf({ path, title, description, markdown }: Page, origin: string): string {
  const head = { title, description, url: origin + path };
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return ["---", ...lines, "---", "", withFullLinks(markdown, origin), ""].join("\n");
}

/** Markdown whose links within the site lead to the twins of their pages, since its reader reads markdown. */
function withFullLinks(markdown: string, origin: string): string {
  const twins = new Set(ROUTES.filter(({ kind }) => kind === "public").map(({ path }) => path as string));
  return markdown.replace(/\]\((\/[^)#?\s]*)([^)\s]*)\)/g, (_, path: string, rest: string) => {
    const target = twins.has(path) && rest[0] !== "?" ? twinPathOf(path) : path;
    return `](${origin}${target}${rest})`;
  });
}

/** llms.txt as llmstxt.org has it: a heading, a summary, lists of links by section. */
function llmsTxt(pages: Page[], origin: string): string {
  const listed = pages.filter(isListed);
  const line = ({ path, title, description }: Page) =>
    `- [${title.replace(`${PRODUCT} - `, "")}](${origin}${twinPathOf(path)}): ${description}`;
  const docs = listed.filter(({ path }) => path.startsWith("/docs"));
  const others = listed.filter(({ path }) => !path.startsWith("/docs"));
  return [
    `# ${PRODUCT}`,
    "> Documentation search for coding agents over MCP: the passages that answer, within a budget of tokens.",
    `The MCP endpoint is ${origin}/mcp (Streamable HTTP, key in the header \`Authorization: Bearer\`). The HTTP API is described in ${origin}/api/openapi.json. Everything below in one file: ${origin}/llms-full.txt`,
    `## Docs\n\n${docs.map(line).join("\n")}`,
    `## Optional\n\n${others.map(line).join("\n")}\n`,
  ].join("\n\n");
}

function sitemap(contents: BuiltContent[], origin: string): string {
  const urls = indexablePaths().map((path) => {
    const content = contents.find((one) => one.path === path);
    const changed = content?.updatedOn ?? content?.publishedOn;
    return `<url><loc>${escapeXml(origin + path)}</loc>${changed ? `<lastmod>${changed}</lastmod>` : ""}</url>`;
  });
  return xml(`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join("\n")}\n</urlset>`);
}

/** The robots.txt. Pages behind a sign-in have nothing to list, and answers of the API are not pages. */
function robotsTxt(origin: string): string {
  return `User-agent: *\nDisallow: /api/\nAllow: /\n\nSitemap: ${origin}/sitemap.xml\nSitemap: ${origin}/catalog/sitemap.xml\n`;
}

/** The feed in RSS 2.0, with the whole articles. */
function rssFeed(articles: BuiltContent[], origin: string): string {
  const items = articles.map(
    ({ path, heading, description, publishedOn, html }) =>
      `<item>
<title>${escapeXml(heading)}</title>
<link>${origin}${path}</link>
<guid isPermaLink="true">${origin}${path}</guid>
<pubDate>${new Date(publishedOn!).toUTCString()}</pubDate>
<description>${escapeXml(description)}</description>
<content:encoded>${escapeXml(withoutControls(html, origin))}</content:encoded>
</item>`,
  );
  return xml(`<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/">
<channel>
<title>${PRODUCT} - Blog</title>
<link>${origin}/blog</link>
<description>How ${PRODUCT} is built and measured.</description>
<language>en-US</language>
<atom:link href="${origin}/blog/feed.xml" rel="self" type="application/rss+xml"/>
${items.join("\n")}
</channel>
</rss>`);
}

/** The feed as JSON Feed 1.1. */
function jsonFeed(articles: BuiltContent[], origin: string): string {
  const feed = {
    version: "https://jsonfeed.org/version/1.1",
    title: `${PRODUCT} - Blog`,
    home_page_url: `${origin}/blog`,
    feed_url: `${origin}/blog/feed.json`,
    description: `How ${PRODUCT} is built and measured.`,
    language: "en-US",
    items: articles.map((article) => ({
      id: origin + article.path,
      url: origin + article.path,
      title: article.heading,
      summary: article.description,
      image: origin + article.imagePath,
      date_published: new Date(article.publishedOn!).toISOString(),
      content_html: withoutControls(article.html, origin),
    })),
  };
  return `${JSON.stringify(feed, null, 2)}\n`;
}

/** Markup for a feed: without elements that need our script or our page, and with links that lead to this site from anywhere. */
function withoutControls(html: string, origin: string): string {
  return html
    .replace(/<button[^>]*>.*?<\/button>/g, "")
    .replace(/<a class="anchor"[^>]*>#<\/a>/g, "")
    .replaceAll(' href="/', ` href="${origin}/`);
}

function xml(body: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${body}\n`;
}

function escapeXml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

import { DomUtils, parseDocument } from "htmlparser2";
import { expect, test } from "vitest";
import * as z from "zod";
import { ROUTES, twinPathOf } from "#schema/routes.ts";
import type { RouteInfo } from "#schema/routes.ts";
import { buildImages, buildSite } from "./build-site.ts";

const ORIGIN = "https://docs.example";
const { contents, files } = buildSite(process.cwd(), ORIGIN);
const publicRoutes: RouteInfo[] = ROUTES.filter(({ kind, path }) => kind === "public" && !path.includes(":"));

test("the sitemap lists exactly the public pages that may be listed", () => {
  const listed = [...files.get("sitemap.xml")!.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url);
  const wanted = publicRoutes.filter(({ isUnlisted }) => !isUnlisted).map(({ path }) => ORIGIN + path);
  expect(listed).toEqual(wanted);
  expect(listed).not.toContain(`${ORIGIN}/conf`);
  expect(files.get("robots.txt")).toContain(`Sitemap: ${ORIGIN}/sitemap.xml`);
});

test("every public page has a twin in markdown that names it, and llms.txt leads to those that may be listed", () => {
  const llms = files.get("llms.txt")!;
  expect(llms).toMatch(/^# Docenda\n\n> .+\n/);
  expect(llms).toContain(`${ORIGIN}/api/openapi.json`);
  for (const { path, title, isUnlisted = false } of publicRoutes) {
    const twin = files.get(twinPathOf(path).slice(1));
    expect(twin).toContain(`url: "${ORIGIN}${path}"`);
    expect(twin).toMatch(/^---\n[\s\S]+?\n---\n\n# \S/);
    expect(twin).not.toContain("{{");
    expect(llms.includes(`](${ORIGIN}${twinPathOf(path)})`)).toBe(!isUnlisted);
    expect(files.get("llms-full.txt")!.includes(`url: "${ORIGIN}${path}"`)).toBe(!isUnlisted);
    expect(title === null || title.length > 0).toBe(true);
  }
});

test("links of twins and of llms.txt lead to files and pages that are there", () => {
  const texts = [...files].filter(([name]) => /\.(?:md|txt)$/.test(name));
  const links = texts.flatMap(([name, text]) =>
    [...text.matchAll(/\]\((https:\/\/docs\.example[^)\s]*)\)/g)].map(([, url]) => ({
      name,
      url: new URL(url!),
    })),
  );
  expect(links.length).toBeGreaterThan(50);
  const broken = links.filter(
    ({ url: { pathname } }) => !files.has(pathname.slice(1)) && !ROUTES.some(({ path }) => path === pathname),
  );
  expect(broken.map(({ name, url }) => `${name}: ${url.pathname}`)).toEqual([]);
});

const jsonFeed = z.strictObject({
  version: z.literal("https://jsonfeed.org/version/1.1"),
  title: z.string().min(1),
  home_page_url: z.url(),
  feed_url: z.literal(`${ORIGIN}/blog/feed.json`),
  description: z.string(),
  language: z.literal("en-US"),
  items: z.array(
    z.strictObject({
      id: z.url(),
      url: z.url(),
      title: z.string().min(1),
      summary: z.string().min(1),
      image: z.url(),
      date_published: z.iso.datetime(),
      content_html: z.string().min(1000),
    }),
  ),
});

test("the JSON feed has the shape of JSON Feed 1.1, with both articles whole", () => {
  const feed = jsonFeed.parse(JSON.parse(files.get("blog/feed.json")!));
  expect(feed.items.map(({ url }) => url).toSorted()).toEqual([
    `${ORIGIN}/blog/how-does-ref-mcp`,
    `${ORIGIN}/blog/how-make-search-good`,
  ]);
  for (const { content_html } of feed.items) expect(content_html).not.toMatch(/<button|href="\//);
});

test("the RSS feed is well-formed and has what RSS 2.0 asks for", () => {
  const feed = parseDocument(files.get("blog/feed.xml")!, { xmlMode: true });
  const [channel] = elementsNamed("channel", feed);
  for (const name of ["title", "link", "description"]) expect(textIn(channel!, name)).toMatch(/\S/);
  const items = elementsNamed("item", feed);
  expect(items).toHaveLength(2);
  for (const item of items) {
    expect(textIn(item, "guid")).toBe(textIn(item, "link"));
    expect(new Date(textIn(item, "pubDate")).toUTCString()).toBe(textIn(item, "pubDate"));
    expect(textIn(item, "content:encoded")).toMatch(/^<p>/);
  }
});

type XmlNode = ReturnType<typeof parseDocument>["children"][number];

function elementsNamed(name: string, below: { children: XmlNode[] }): (XmlNode & { children: XmlNode[] })[] {
  return DomUtils.getElementsByTagName(name, below.children, true);
}

/** The words of the first child element with a name. */
function textIn(parent: { children: XmlNode[] }, name: string): string {
  const [found] = DomUtils.getElementsByTagName(name, parent.children, false);
  return found ? DomUtils.textContent(found).trim() : "";
}

test("every public page has its picture: PNG, 1200 by 630, under 80 KB", async () => {
  const images = await buildImages(process.cwd(), contents);
  expect(publicRoutes.map(({ image }) => image?.slice(1)).toSorted()).toEqual([...images.keys()].toSorted());
  for (const image of images.values()) {
    const view = new DataView(image.buffer, image.byteOffset);
    expect(view.getUint32(0)).toBe(0x89504e47);
    expect([view.getUint32(16), view.getUint32(20)]).toEqual([1200, 630]);
    expect(image.byteLength).toBeLessThan(80_000);
  }
});

import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { serveTrees } from "./docs-server.ts";
import type { DocsServer } from "./docs-server.ts";

let folder: string;
let server: DocsServer;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "docenda-docs-"));
  mkdirSync(join(folder, "guide/deep"), { recursive: true });
  mkdirSync(join(folder, "site/part"), { recursive: true });
  writeFileSync(join(folder, "secret.md"), "outside of every tree");
  writeFileSync(join(folder, "guide/start here.md"), "# Start\n");
  writeFileSync(join(folder, "guide/deep/more.md"), "# More\n");
  writeFileSync(join(folder, "guide/logo.png"), "png");
  writeFileSync(join(folder, "site/part/index.html"), "<h1>Part</h1>");
  writeFileSync(join(folder, "site/sitemap.xml.gz"), "gz");
  server = await serveTrees([
    {
      root: join(folder, "guide"),
      mount: "/guide/",
      include: (path) => path.endsWith(".md"),
      asMarkdownSite: true,
    },
    { root: join(folder, "site"), mount: "/site/" },
  ]);
});

afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

test("a markdown tree is a site: its sitemap names every file, under the address it was asked at", async () => {
  const sitemap = await (await fetch(`${server.url}/guide/sitemap.xml`)).text();
  const locations = [...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url ?? "");
  expect(locations).toEqual([`${server.url}/guide/deep/more.md`, `${server.url}/guide/start%20here.md`]);
  expect(await (await fetch(`${server.url}/sitemap.xml`)).text()).toBe(sitemap);
  const page = await fetch(locations[1] ?? "");
  expect(page.headers.get("content-type")).toBe("text/markdown; charset=utf-8");
  expect(await page.text()).toBe("# Start\n");
  const index = await (await fetch(`${server.url}/guide/`)).text();
  expect(index).toContain('<a href="deep/more.md">deep/more.md</a>');
});

test("folders answer with their index page, after a slash", async () => {
  const redirect = await fetch(`${server.url}/site/part`, { redirect: "manual" });
  expect([redirect.status, redirect.headers.get("location")]).toEqual([301, "/site/part/"]);
  const page = await fetch(`${server.url}/site/part/`);
  expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(await page.text()).toBe("<h1>Part</h1>");
  const gz = await fetch(`${server.url}/site/sitemap.xml.gz`);
  expect([gz.headers.get("content-type"), gz.headers.get("content-encoding")]).toEqual([
    "application/gzip",
    null,
  ]);
});

test("an unchanged file is not sent again, a changed one is", async () => {
  const url = `${server.url}/guide/deep/more.md`;
  const first = await fetch(url);
  const etag = first.headers.get("etag") ?? "";
  const modified = first.headers.get("last-modified") ?? "";
  const statusWith = async (headers: Record<string, string>) => (await fetch(url, { headers })).status;
  expect(await statusWith({ "if-none-match": etag })).toBe(304);
  expect(await statusWith({ "if-none-match": `"other", W/${etag}` })).toBe(304);
  expect(await statusWith({ "if-modified-since": modified })).toBe(304);
  expect(await statusWith({ "if-none-match": '"other"', "if-modified-since": modified })).toBe(200);

  utimesSync(join(folder, "guide/deep/more.md"), new Date(), new Date(Date.now() + 60_000));
  expect(await statusWith({ "if-none-match": etag })).toBe(200);
  expect(await statusWith({ "if-modified-since": modified })).toBe(200);
});

test.for([
  "/guide/../secret.md",
  "/guide/%2e%2e/secret.md",
  "/guide/..%2fsecret.md",
  "/guide/..%5csecret.md",
  "/..%2fsecret.md",
  "/site/%2e%2e/secret.md",
  "/site/sitemap.xml",
  "/guide/%00",
  "/guide/%E0%A4%A",
  "/guide/logo.png",
  "/guide/none.md",
  "/none/",
])("404 for %s", async (path) => {
  expect(await rawStatus(path)).toBe(404);
});

/** Status of a raw request: `fetch` would resolve the dots before it sends them. */
function rawStatus(path: string): Promise<number | undefined> {
  return new Promise((settle, fail) => {
    const { hostname, port } = new URL(server.url);
    const sent = request({ hostname, port, path }, (response) => {
      response.resume();
      settle(response.statusCode);
    });
    sent.once("error", fail);
    sent.end();
  });
}

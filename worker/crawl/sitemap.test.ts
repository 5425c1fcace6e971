import { expect, it } from "vitest";
import { readLlmsTxt } from "./llms-txt.ts";
import { readSitemap } from "./sitemap.ts";

it("reads pages, in order, with entities, CDATA, name spaces and neighbours that are no pages", () => {
  const text = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://x" xmlns:xhtml="http://y">
  <url><loc> https://example.com/a?x=1&amp;y=2 </loc><lastmod>2026-01-01</lastmod></url>
  <url><loc><![CDATA[https://example.com/b?x=1&y=2]]></loc>
    <xhtml:link rel="alternate" hreflang="de" href="https://example.com/de/b"/>
    <image:image><image:loc>https://example.com/b.png</image:loc></image:image></url>
  <url><loc>https://example.com/&#233;&#xe9;</loc></url>
  <url><loc>/relative</loc></url><url><loc>javascript:alert(1)</loc></url>
  <url><loc>https://example.com/cut`;
  expect(readSitemap(text)).toEqual({
    pages: ["https://example.com/a?x=1&y=2", "https://example.com/b?x=1&y=2", "https://example.com/éé"],
    sitemaps: [],
  });
});

it("reads an index as sitemaps, and a plain list as pages", () => {
  const index =
    '<sitemapindex xmlns="x"><sitemap><loc>https://example.com/1.xml.gz</loc></sitemap></sitemapindex>';
  expect(readSitemap(index)).toEqual({ pages: [], sitemaps: ["https://example.com/1.xml.gz"] });
  expect(readSitemap("https://example.com/a\r\nhttps://example.com/b\n").pages).toHaveLength(2);
  expect(readSitemap("<!doctype html><p>Not found</p>")).toEqual({ pages: [], sitemaps: [] });
  expect(readSitemap("")).toEqual({ pages: [], sitemaps: [] });
});

it("stops at the protocol's limit", () => {
  const text = `<urlset>${"<url><loc>https://example.com/a</loc></url>".repeat(60_000)}</urlset>`;
  expect(readSitemap(text).pages).toHaveLength(50_000);
});

it("reads the links of a llms.txt, once each, and nothing out of a page of HTML", () => {
  const text = `# Library\n\n> What it is\n\n## Docs\n\n- [Start](/start.md): first\n- [API](https://example.com/api.md "title")
- [Again](https://example.com/start.md#part)\n- [Again](/start.md)\n- [Mail](mailto:a@b.example)\n- [Angle](</x.md>)`;
  expect(readLlmsTxt(text, "https://example.com/llms.txt")).toEqual([
    "https://example.com/start.md",
    "https://example.com/api.md",
    "https://example.com/start.md#part",
    "https://example.com/x.md",
  ]);
  expect(readLlmsTxt("<!DOCTYPE html><p>[a](b)", "https://example.com/llms.txt")).toBeNull();
  expect(readLlmsTxt("# Only words", "https://example.com/llms.txt")).toBeNull();
});

import { expect, it } from "vitest";
import type { LibraryAnswer } from "#schema/api/catalog.ts";
import { librarySlug } from "#schema/library-slug.ts";
import { DETAIL_HEAD } from "#schema/routes.ts";
import { newBrowser } from "#tests/support/browser.workers.ts";
import { publicCatalog } from "#worker/public-catalog/public-catalog.ts";
import { withLibraryHead } from "./library-head.ts";

it("gives every library of the catalog an address of its own", () => {
  const slugs = publicCatalog().map(({ name }) => librarySlug(name));
  expect(slugs.filter((slug, at) => slug === "" || slugs.indexOf(slug) !== at)).toEqual([]);
  expect(["C++ reference", "C#", "React Router"].map(librarySlug)).toEqual([
    "cpp-reference",
    "csharp",
    "react-router",
  ]);
});

it("tells anybody about a library, and says when there is none", async () => {
  const browser = newBrowser();
  const { status, body, headers } = await browser.get("/api/catalog/libraries/react-router");
  expect(status).toBe(200);
  expect(headers.get("access-control-allow-origin")).toBe("*");
  expect(body).toMatchObject({ name: "React Router", indexedVersions: [] });
  for (const path of ["/api/catalog/libraries/no-such-library", "/catalog/no-such-library/badge.svg"])
    expect((await browser.get(path)).status).toBe(404);
  expect((await browser.get("/catalog/no-such-library")).status).toBe(404);
});

it("draws a badge, and lists in the sitemap what is indexed alone", async () => {
  const badge = await newBrowser().get("/catalog/react-router/badge.svg");
  expect(badge.headers.get("content-type")).toContain("image/svg+xml");
  expect(badge.body).toContain("docenda: not indexed");
  const sitemap = await newBrowser().get("/catalog/sitemap.xml");
  expect(sitemap.headers.get("content-type")).toContain("application/xml");
  expect(sitemap.body).not.toContain("/catalog/react-router<");
});

it("writes the head of a library's page, in which no text becomes markup", () => {
  const library: LibraryAnswer = {
    name: '<img src=x onerror="alert(1)">',
    aliases: [],
    packages: [],
    home: 'https://x.test/"onload=',
    repository: null,
    description: "Costs $& and </script><script>alert(1)</script>.",
    license: "MIT",
    versions: { rule: "rolling" },
    indexed: { pages: 3, lastIndexedAt: "2026-11-20T10:00:00.000Z" },
    indexedVersions: [],
  };
  const html = withLibraryHead(`<head>${DETAIL_HEAD}</head><body></body>`, library, "https://docenda.test");
  expect(html).not.toContain("<img");
  expect(html).not.toContain("<script>");
  expect(html).toContain("Costs $&amp; and");
  expect(html).not.toContain("noindex");
  const data = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)];
  expect(data.map(([, json]) => JSON.parse(json!)["@type"])).toEqual(["TechArticle", "BreadcrumbList"]);
  const unread = withLibraryHead(DETAIL_HEAD, { ...library, indexed: null }, "https://docenda.test");
  expect(unread).toContain('content="noindex"');
});

import { Hono } from "hono";
import type { Context } from "hono";
import { cors } from "hono/cors";
import { librarySlug } from "#schema/library-slug.ts";
import { findLibrary, listCatalog } from "#worker/catalog/list-catalog.ts";
import { AppError } from "#worker/errors.ts";
import type { AppEnv } from "#worker/http/app-env.ts";
import { notFoundDocument, serveDocument } from "#worker/http/documents.ts";
import { requestContext } from "#worker/http/request-context.ts";
import { publicOrigin } from "#worker/http/request-origin.ts";
import { drawBadge } from "#worker/platform/badge.ts";
import { withLibraryHead } from "./library-head.ts";

/** Cache-Control of a library's facts: they change by the hour. */
const KEPT = "public, max-age=300";

/** A page for each library of the catalog: its document, its facts as JSON, its badge, and the sitemap of those that are indexed. */
export const libraryPageRoutes = new Hono<AppEnv>()
  .get("/api/catalog/libraries/:slug", cors(), async (c) => {
    const library = await findLibrary(requestContext(c), c.req.param("slug"));
    if (!library)
      throw new AppError(
        "not-found",
        "The catalog has no library at this address. See /api/catalog for all of them.",
      );
    c.set("cacheControl", KEPT);
    return c.json(library);
  })
  .get("/catalog/sitemap.xml", async (c) => {
    const ctx = requestContext(c);
    const { entries } = await listCatalog(ctx, {});
    const origin = publicOrigin(ctx, c.req.url);
    const urls = entries
      .filter(({ indexed }) => indexed !== null)
      .map(({ name, indexed }) => {
        const changed = indexed?.lastIndexedAt
          ? `<lastmod>${indexed.lastIndexedAt.slice(0, 10)}</lastmod>`
          : "";
        return `<url><loc>${origin}/catalog/${encodeURIComponent(librarySlug(name))}</loc>${changed}</url>`;
      });
    c.set("cacheControl", KEPT);
    return c.body(
      `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join("\n")}\n</urlset>\n`,
      200,
      { "Content-Type": "application/xml; charset=utf-8" },
    );
  })
  .get("/catalog/:slug/badge.svg", cors(), async (c) => {
    const library = await findLibrary(requestContext(c), c.req.param("slug"));
    if (!library) throw new AppError("not-found", "The catalog has no library at this address.");
    const { indexed } = library;
    c.set("cacheControl", KEPT);
    const badge = indexed
      ? drawBadge("docenda", pagesWords(indexed.pages), "good")
      : drawBadge("docenda", "not indexed", "unknown");
    return c.body(badge, 200, { "Content-Type": "image/svg+xml; charset=utf-8" });
  })
  .get("/catalog/:slug", async (c) => libraryDocument(c, c.req.param("slug")));

function pagesWords(pages: number): string {
  return pages === 1 ? "1 page" : `${pages.toLocaleString("en-US")} pages`;
}

async function libraryDocument(c: Context<AppEnv>, slug: string): Promise<Response> {
  const ctx = requestContext(c);
  const library = await findLibrary(ctx, slug);
  // Other addresses here, such as the catalog's twin, are files.
  if (!library) return notFoundDocument(c);
  const shell = await serveDocument(c, `/catalog/${slug}`);
  const origin = publicOrigin(ctx, c.req.url);
  const headers = new Headers(shell.headers);
  // These headers describe the shell, which is the same for all.
  for (const name of ["etag", "content-length"]) headers.delete(name);
  c.set("cacheControl", KEPT);
  return new Response(withLibraryHead(await shell.text(), library, origin), {
    status: shell.status,
    headers,
  });
}

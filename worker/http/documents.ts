import type { Context } from "hono";
import { accepts } from "hono/accepts";
import { safeContinuation } from "#schema/continuation.ts";
import { findRoute, REDIRECTS, shellPathOf, twinPathOf } from "#schema/routes.ts";
import type { AppEnv } from "./app-env.ts";
import { notFound } from "./error-response.ts";

/** Paths for programs: none is a page, and a missing one is answered in JSON. */
const FOR_PROGRAMS = /^\/(?:api|__local)(?:\/|$)/;

/** Cache-Control of a public document: checked at every visit, which costs an answer of 304. */
const PUBLIC_DOCUMENT = "public, max-age=0, must-revalidate";

/**
 * The answer at a path with neither a route nor a file: a page of the web app that is drawn in the browser, a redirect, or the not-found
 * page with the status 404. The build rendered the public pages to files.
 */
export async function documentOrNotFound(c: Context<AppEnv>): Promise<Response> {
  const { pathname } = new URL(c.req.url);
  if (!["GET", "HEAD"].includes(c.req.method) || FOR_PROGRAMS.test(pathname)) return notFound(c);
  return serveDocument(c, pathname);
}

/** The document of the page at a path; for a public page its markdown, where the client prefers that. */
export async function serveDocument(c: Context<AppEnv>, pathname: string): Promise<Response> {
  const { origin, search } = new URL(c.req.url);
  const target = REDIRECTS[pathname];
  if (target) return c.redirect(target + redirectQuery(search, origin), 302);
  const route = findRoute(pathname);
  if (!route) return notFoundDocument(c);
  if (pathname !== "/" && pathname.endsWith("/")) return c.redirect(pathname.slice(0, -1) + search, 301);
  if (route.kind === "public" && !route.path.includes(":")) return publicDocument(c, route.path);
  const response = await documentFrom(c, [shellPathOf(route.path), "/"], 200);
  if (route.kind !== "public" || route.isUnlisted) response.headers.set("X-Robots-Tag", "noindex");
  return response;
}

/** The not-found page, with its status. */
export function notFoundDocument(c: Context<AppEnv>): Promise<Response> {
  return documentFrom(c, ["/not-found", "/"], 404);
}

/** A page as it was rendered, or its twin, under one address (RFC 9110, section 12.5.1). */
async function publicDocument(c: Context<AppEnv>, path: string): Promise<Response> {
  const twin = twinPathOf(path);
  const wanted = accepts(c, {
    header: "Accept",
    supports: ["text/html", "text/markdown"],
    default: "text/html",
  });
  const paths = wanted === "text/markdown" ? [twin] : [path, "/"];
  const response = await documentFrom(c, paths, 200, c.req.header("if-none-match"));
  if (response.status < 400) c.set("cacheControl", PUBLIC_DOCUMENT);
  response.headers.set("Vary", "Accept");
  if (wanted === "text/html")
    response.headers.append("Link", `<${twin}>; rel="alternate"; type="text/markdown"`);
  return response;
}

/** The first file that exists. Vite's development server has only the one document, at `/`. */
async function documentFrom(
  c: Context<AppEnv>,
  paths: string[],
  status: number,
  knownTag?: string,
): Promise<Response> {
  for (const path of paths) {
    const headers = knownTag ? { "if-none-match": knownTag } : undefined;
    const response = await c.env.ASSETS.fetch(new URL(path, c.req.url), { headers });
    if (response.status === 304) return new Response(null, response);
    if (response.ok) return new Response(response.body, { status, headers: response.headers });
    await response.body?.cancel();
  }
  return notFound(c);
}

/** The query of a redirect, without a `cont` that may not be followed. */
function redirectQuery(search: string, origin: string): string {
  const params = new URLSearchParams(search);
  const cont = params.get("cont");
  if (cont === null) return search;
  params.set("cont", safeContinuation(cont, origin));
  return `?${params}`;
}

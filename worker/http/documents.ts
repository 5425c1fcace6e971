import type { Context } from "hono";
import { safeContinuation } from "#schema/continuation.ts";
import { findRoute, REDIRECTS } from "#schema/routes.ts";
import type { AppEnv } from "./app-env.ts";
import { notFound } from "./error-response.ts";

/** Addresses of programs: nothing there is a page, and what is not found is said in JSON. */
const FOR_PROGRAMS = /^\/(?:api|__local)(?:\/|$)/;

/**
 * What is at a path where there is neither a route nor a file: a page of the web app that is drawn in the browser, an
 * address that leads on, or the not-found page with the status 404. The build rendered the public pages to files.
 */
export async function documentOrNotFound(c: Context<AppEnv>): Promise<Response> {
  const { pathname } = new URL(c.req.url);
  if (!["GET", "HEAD"].includes(c.req.method) || FOR_PROGRAMS.test(pathname)) return notFound(c);
  return serveDocument(c, pathname);
}

/** The document of the page at a path. */
export async function serveDocument(c: Context<AppEnv>, pathname: string): Promise<Response> {
  const { origin, search } = new URL(c.req.url);
  const target = REDIRECTS[pathname];
  if (target) return c.redirect(target + redirectQuery(search, origin), 302);
  const route = findRoute(pathname);
  if (!route) return fromAssets(c, ["/not-found", "/shell", "/"], 404);
  if (pathname !== "/" && pathname.endsWith("/")) return c.redirect(pathname.slice(0, -1) + search, 301);
  if (route.kind === "public" && !route.path.includes(":"))
    return fromAssets(c, [route.path, "/shell", "/"], 200);
  const response = await fromAssets(c, ["/shell", "/"], 200);
  if (route.kind !== "public" || route.isUnlisted) response.headers.set("X-Robots-Tag", "noindex");
  return response;
}

/** The first file that exists. Vite's development server has only the one document, at `/`. */
async function fromAssets(c: Context<AppEnv>, paths: string[], status: number): Promise<Response> {
  for (const path of paths) {
    const response = await c.env.ASSETS.fetch(new URL(path, c.req.url));
    if (response.ok) return new Response(response.body, { status, headers: response.headers });
    await response.body?.cancel();
  }
  return notFound(c);
}

/** The query of an address that leads on; a `cont` that may not be followed is left behind here already. */
function redirectQuery(search: string, origin: string): string {
  const params = new URLSearchParams(search);
  const cont = params.get("cont");
  if (cont === null) return search;
  params.set("cont", safeContinuation(cont, origin));
  return `?${params}`;
}

import { CONTENT_ROUTES } from "./content-routes.ts";

/**
 * Every page of the web app by its path. The web builds its router from this list, the worker knows from it which
 * addresses exist, and the build which pages to render ahead of time.
 */

/**
 * `public` is rendered at build time when its path has no parameter; `entry` is a page of the way in; `guest-only` is a page that a
 * signed-in visitor is sent away from; `protected` needs a session.
 */
export type RouteKind = "public" | "entry" | "guest-only" | "protected";

export type RouteInfo = {
  /** Path of the page; segments that begin with `:` stand for any one segment. */
  path: string;
  kind: RouteKind;
  /** Title of the document, after the product's name. Null is the home page. */
  title: string | null;
  description?: string;
  /** Path of the picture that a link preview shows, 1200 by 630 pixels. */
  image?: string;
  /** Asks search engines not to list the page. */
  isUnlisted?: boolean;
  /** Not public, and rendered at build time all the same: the page first shows the same to everybody, whatever the query. */
  isRenderedAhead?: boolean;
};

export const ROUTES = [
  {
    path: "/",
    kind: "public",
    title: null,
    image: "/og/home.png",
    description:
      "Docenda searches public and private documentation over MCP and returns only the part that your coding agent needs.",
  },
  {
    path: "/mcp",
    kind: "public",
    title: "MCP",
    image: "/og/mcp.png",
    description:
      "Connect Claude Code, Cursor, Codex, VS Code and other agents to Docenda over MCP: one command or one click.",
  },
  {
    path: "/catalog",
    kind: "public",
    title: "Catalog",
    image: "/og/catalog.png",
    description:
      "Documentation that is indexed for everybody: languages, frameworks, databases, clouds and tools, searchable with any key.",
  },
  // The page's head is written by the worker, who knows the library (worker/library-pages).
  { path: "/catalog/:name", kind: "public", title: "Catalog" },
  {
    path: "/pricing",
    kind: "public",
    title: "Pricing",
    image: "/og/pricing.png",
    description:
      "What Docenda costs: a free start, two monthly plans, and packs of credits that don't expire.",
  },
  {
    path: "/demo",
    kind: "public",
    title: "Demo",
    image: "/og/demo.png",
    description:
      "Ask public documentation a question without an account. Every sentence of the answer links to its passage.",
  },
  {
    path: "/grade",
    kind: "public",
    title: "Docs grade",
    image: "/og/grade.png",
    description:
      "How well can coding agents read your documentation? Enter its address and get a grade with a fix for each finding.",
  },
  { path: "/chat/shared/:token", kind: "public", title: "Shared conversation", isUnlisted: true },
  {
    path: "/status",
    kind: "public",
    title: "Status",
    image: "/og/status.png",
    description:
      "How the MCP endpoint, search, the crawler, the web app and sign-in are now, and were in the last 90 days.",
  },
  ...CONTENT_ROUTES,
  {
    path: "/login",
    kind: "guest-only",
    title: "Sign in",
    description: "Sign in to make API keys, index your documents and see what your agents read.",
    isUnlisted: true,
    isRenderedAhead: true,
  },
  {
    path: "/signup",
    kind: "guest-only",
    title: "Sign up",
    description: "Make a free account: an API key, and your agents search documentation over MCP.",
    isUnlisted: true,
    isRenderedAhead: true,
  },
  {
    path: "/auth/reset-password",
    kind: "entry",
    title: "Reset password",
    isUnlisted: true,
    isRenderedAhead: true,
  },
  { path: "/auth/action", kind: "entry", title: "Account", isUnlisted: true },
  { path: "/subscribe", kind: "entry", title: "Subscribe", isUnlisted: true },
  { path: "/receipts/:id", kind: "public", title: "Evidence receipt", isUnlisted: true },
  { path: "/accept/:tokenId", kind: "entry", title: "Team invitation", isUnlisted: true },
  { path: "/oauth/consent", kind: "entry", title: "Connect a program", isUnlisted: true },
  { path: "/dashboard", kind: "protected", title: "Dashboard", isRenderedAhead: true },
  { path: "/search", kind: "protected", title: "Search", isRenderedAhead: true },
  { path: "/chat", kind: "protected", title: "Chat", isRenderedAhead: true },
  { path: "/chat/:moduleId", kind: "protected", title: "Chat" },
  { path: "/install", kind: "protected", title: "Install", isRenderedAhead: true },
  { path: "/resources", kind: "protected", title: "Resources", isRenderedAhead: true },
  { path: "/keys", kind: "protected", title: "API Keys", isRenderedAhead: true },
  { path: "/activity", kind: "protected", title: "Activity", isRenderedAhead: true },
  { path: "/team", kind: "protected", title: "Team", isRenderedAhead: true },
  { path: "/create-team", kind: "protected", title: "Create a team", isRenderedAhead: true },
  { path: "/gaps", kind: "protected", title: "Documentation gaps", isRenderedAhead: true },
  { path: "/savings", kind: "protected", title: "Savings", isRenderedAhead: true },
  { path: "/upgrade-team", kind: "protected", title: "Upgrade team", isRenderedAhead: true },
  { path: "/team-manage-seats", kind: "protected", title: "Manage seats", isRenderedAhead: true },
  { path: "/add-members", kind: "protected", title: "Add members", isRenderedAhead: true },
  { path: "/account", kind: "protected", title: "Account", isRenderedAhead: true },
] as const satisfies readonly RouteInfo[];

/** Place in the document of a public page for the part of its head that is known at a request. */
export const DETAIL_HEAD = "<!--detail-->";

export type RoutePath = (typeof ROUTES)[number]["path"];

/** Addresses that only lead to another. The query goes along; a browser keeps the hash by itself. */
export const REDIRECTS: Readonly<Record<string, string>> = { "/signin": "/login", "/console": "/dashboard" };

/** The page at a path as it stands in a URL, or null when there is no such page. One slash at the end is overlooked, case is not. */
export function findRoute(pathname: string): RouteInfo | null {
  const segments = splitPath(pathname);
  return segments && (ROUTES.find((route) => isMatch(route.path.split("/"), segments)) ?? null);
}

/** Path of a public page's markdown: the page's path with `.md`, and /index.md for the home page. */
export function twinPathOf(path: string): string {
  return path === "/" ? "/index.md" : `${path}.md`;
}

/** Path where the build puts the document of a page that is not public: an address of its own, at which only the worker gets an answer. */
export function shellPathOf(path: string): string {
  return `/shells${path.replaceAll(":", "")}`;
}

function splitPath(pathname: string): string[] | null {
  const path = pathname.length > 1 && pathname.endsWith("/") ? pathname.slice(0, -1) : pathname;
  try {
    return path.split("/").map(decodeURIComponent);
  } catch {
    // A stray per cent sign: no page has one.
    return null;
  }
}

function isMatch(pattern: string[], segments: string[]): boolean {
  return (
    pattern.length === segments.length &&
    pattern.every((part, index) => (part.startsWith(":") ? segments[index] !== "" : part === segments[index]))
  );
}

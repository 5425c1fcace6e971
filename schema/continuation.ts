import { DEFAULT_ROUTE } from "./values.ts";

/** Pages that send a signed-in visitor on to `cont`, so that none of them may be the `cont`. `/signin` leads to `/login`. */
const GUEST_ONLY = new Set(["/login", "/signup", "/signin"]);

/** C0 and C1 controls and the two line breaks of Unicode: a URL parser drops some of them, and `/<TAB>/host` is then `//host`. */
// oxlint-disable-next-line no-control-regex -- Controls are what is looked for.
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;

/**
 * Path to go to after signing in: `cont` when it is a path of this origin, as path, query and hash after normalising, else `/dashboard`.
 * The rule is the specification's (one leading slash, no second, no line break) made safe: browsers read a backslash as a slash, drop
 * tabs, and resolve dots, so the URL is parsed first and its result is judged.
 */
export function safeContinuation(cont: string | null | undefined, origin: string): string {
  if (!cont?.startsWith("/") || cont.startsWith("//")) return DEFAULT_ROUTE;
  if (cont.includes("\\") || CONTROLS.test(cont) || !URL.canParse(cont, origin)) return DEFAULT_ROUTE;
  const url = new URL(cont, origin);
  if (url.origin !== origin || url.pathname.startsWith("//") || isGuestOnly(url.pathname))
    return DEFAULT_ROUTE;
  return url.pathname + url.search + url.hash;
}

/** Whether a path is of a page for guests only. As forgiving as a router may be, with case, escapes and slashes at the end. */
function isGuestOnly(pathname: string): boolean {
  try {
    return GUEST_ONLY.has(
      decodeURIComponent(pathname)
        .toLowerCase()
        .replace(/(?<!\/)\/+$/, ""),
    );
  } catch {
    return false;
  }
}

import { isApiDescriptionName } from "./api-description-name.ts";
/**
 * The one spelling of a page's URL within a crawl, or null for a URL that no crawl reads. Without fragment, default port,
 * trailing dot of the host and tracking parameters; the other parameters keep their order, which may mean something.
 * Escapes of characters that need none are undone (RFC 3986, section 6.2.2.2).
 */
export function canonicalUrl(href: string, base?: string): string | null {
  const url = URL.parse(href, base);
  if (!url || (url.protocol !== "http:" && url.protocol !== "https:")) return null;
  if (url.username !== "" || url.password !== "") return null;
  url.hash = "";
  if (url.hostname.endsWith(".")) url.hostname = url.hostname.slice(0, -1);
  if (url.pathname.includes(";")) url.pathname = url.pathname.replace(/;jsessionid=[^/;]*/gi, "");
  if (url.search.length > 1) url.search = withoutTracking(url.search);
  const clean = decodeUnreserved(url.href.endsWith("?") ? url.href.slice(0, -1) : url.href);
  return clean.length <= MAX_URL_CHARACTERS ? clean : null;
}

/** Whether a path names something that is never a document: pictures, styles, scripts, archives, programs. */
export function isAsset(url: string): boolean {
  const extension = extensionOf(new URL(url).pathname);
  return extension !== null && ASSET_EXTENSIONS.has(extension) && !isApiDescription(url);
}

/** Whether a URL is named like the description of an API, such as `openapi.json`, `v3/api-docs` or `swagger-v2.yaml`. */
export function isApiDescription(url: string): boolean {
  const { pathname } = new URL(url);
  return isApiDescriptionName(pathname.slice(pathname.lastIndexOf("/") + 1)) || API_LISTING.test(pathname);
}

/** The last path segment's extension in lower case, without the dot; null for a segment without extension. */
export function extensionOf(pathname: string): string | null {
  return /\.([a-z0-9]{1,8})$/i.exec(pathname)?.[1]?.toLowerCase() ?? null;
}

/**
 * One name for the pages that a site serves in several shapes: `/a`, `/a/`, `/a.html`, `/a/index.html`, `/a.md`. Used only
 * to see that a page has a markdown twin that a llms.txt lists.
 */
export function twinKey(url: string): string {
  const { origin, pathname, search } = new URL(url);
  const bare = pathname
    .replace(/\.(?:md|mdx|html?|html\.md)$/i, "")
    .replace(/\/index$/i, "/")
    .replace(/(?<!\/)\/+$/, "");
  return origin + bare + search;
}

export function isMarkdownUrl(url: string): boolean {
  const extension = extensionOf(new URL(url).pathname);
  return extension === "md" || extension === "mdx";
}

/** Limit on URLs: longer ones are traps or sessions. Servers refuse URLs of around 8,000 characters. */
const MAX_URL_CHARACTERS = 2000;

const TRACKING =
  /^(?:utm_\w+|gclid|dclid|gbraid|wbraid|fbclid|msclkid|yclid|twclid|igshid|mc_[ce]id|_ga|_gl|_hs\w+|hs\w+tracking|mkt_tok|vero_id|oly_\w+_id|sessionid|phpsessid|jsessionid)$/i;

const API_LISTING = /\/api-docs(?:\/v?\d+)?$/i;

const ASSET_EXTENSIONS = new Set(
  (
    "png jpg jpeg gif webp avif svg ico bmp tif tiff heic " +
    "css js mjs cjs map wasm woff woff2 ttf otf eot " +
    "mp3 mp4 m4a m4v mov avi mkv webm ogg ogv oga wav flac " +
    "zip gz tgz bz2 xz zst 7z rar tar jar war whl deb rpm dmg pkg msi exe apk iso bin dll so dylib " +
    "pdf epub mobi ps doc docx xls xlsx ppt pptx odt ods odp " +
    "csv tsv json jsonl xml rss atom yaml yml toml proto sql db sqlite parquet"
  ).split(" "),
);

function withoutTracking(search: string): string {
  return search
    .slice(1)
    .split("&")
    .filter((part) => part !== "" && !TRACKING.test(part.split("=", 1)[0] ?? ""))
    .join("&");
}

function decodeUnreserved(href: string): string {
  return href.replace(/%[0-9a-f]{2}/gi, (escape) => {
    const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16));
    return /[a-z0-9\-._~]/i.test(character) ? character : escape.toUpperCase();
  });
}

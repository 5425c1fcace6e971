import type { MediaType } from "#worker/content/document.ts";
import { extensionOf, isApiDescription } from "#worker/content/crawl-url.ts";

/** Media type by Content-Type, or by the URL's extension where the type says nothing; null when the answer is no document. */
export function mediaTypeOf(contentType: string | null, url: string): MediaType | null {
  const type = (contentType ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
  const extension = extensionOf(new URL(url).pathname);
  if (type === "text/html" || type === "application/xhtml+xml") return "text/html";
  if (type === "text/mdx") return "text/mdx";
  if (MARKDOWN_TYPES.has(type)) return extension === "mdx" ? "text/mdx" : "text/markdown";
  if (type === "text/asciidoc" || type === "application/x-ipynb+json") return type;
  if (type.startsWith("application/vnd.oai.openapi") || (DATA_TYPES.has(type) && isApiDescription(url)))
    return "application/vnd.oai.openapi";
  if (type === "application/json" && extension === "ipynb") return "application/x-ipynb+json";
  if (type === "text/plain" || type === "" || type === "application/octet-stream" || type === "text/x-rst") {
    if (isApiDescription(url)) return "application/vnd.oai.openapi";
    const byName = extension === null ? undefined : BY_EXTENSION.get(extension);
    if (type === "text/x-rst") return "text/x-rst";
    return byName ?? (type.startsWith("text/") ? "text/plain" : null);
  }
  return null;
}

/**
 * The text of a page. The charset is that of the header, else of a byte order mark, else of a meta element, else UTF-8; an unknown label
 * means UTF-8. Undecodable bytes become U+FFFD, and NULs are dropped. Never throws.
 */
export function decodeText(bytes: Uint8Array, contentType: string | null): string {
  const label =
    charsetOfHeader(contentType) ??
    charsetOfMark(bytes) ??
    charsetOfMeta(bytes.subarray(0, META_SCAN_BYTES)) ??
    "utf-8";
  return decoderFor(label).decode(bytes).replaceAll("\0", "");
}

const MARKDOWN_TYPES = new Set([
  "text/markdown",
  "text/x-markdown",
  "application/markdown",
  "text/vnd.daringfireball.markdown",
]);

const DATA_TYPES = new Set([
  "application/json",
  "application/yaml",
  "application/x-yaml",
  "text/yaml",
  "text/x-yaml",
]);

const BY_EXTENSION = new Map<string, MediaType>(
  Object.entries({
    html: "text/html",
    htm: "text/html",
    xhtml: "text/html",
    md: "text/markdown",
    markdown: "text/markdown",
    mdx: "text/mdx",
    txt: "text/plain",
    rst: "text/x-rst",
    adoc: "text/asciidoc",
    asciidoc: "text/asciidoc",
    ipynb: "application/x-ipynb+json",
  } as const),
);

/** Bytes in which HTML wants the charset declared (HTML standard, 13.2.3.2), with some room. */
const META_SCAN_BYTES = 2048;

function charsetOfHeader(contentType: string | null): string | null {
  return /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(contentType ?? "")?.[1] ?? null;
}

function charsetOfMark(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return "utf-8";
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  return null;
}

function charsetOfMeta(head: Uint8Array): string | null {
  const ascii = new TextDecoder("latin1").decode(head);
  const label =
    /<meta\b[^<>]*?\bcharset\s*=\s*(?:["']\s*)?([a-z0-9_:-]{1,40})/i.exec(ascii)?.[1] ??
    /^<\?xml[^>]{0,100}?encoding\s*=\s*["']([a-z0-9_:-]{1,40})/i.exec(ascii)?.[1] ??
    null;
  // A meta element that could be read as ASCII is not in UTF-16 (HTML standard, 13.2.3.2).
  return label && /^utf-?16/i.test(label) ? "utf-8" : label;
}

function decoderFor(label: string): TextDecoder {
  try {
    return new TextDecoder(label);
  } catch {
    return new TextDecoder("utf-8");
  }
}

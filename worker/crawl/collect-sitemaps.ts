import type { Fetched } from "#worker/platform/guarded-fetch.ts";
import { decodeText } from "./decode-page.ts";
import { MAX_SITEMAP_URLS, readSitemap } from "./sitemap.ts";

export const MAX_SITEMAP_FILES = 50;
/** Limit on one sitemap, also after decompression; the protocol allows 50 MB, which is more than a Worker should hold. */
export const MAX_SITEMAP_BYTES = 20 * 1024 * 1024;

/**
 * The pages that sitemaps name, each once, in order. An index is followed one level deep, only to files of the same host;
 * no file is read twice, and there are limits to files and pages.
 */
export async function collectSitemaps(
  fetchFile: (url: string) => Promise<Fetched | null>,
  sitemaps: string[],
  origin: string,
): Promise<string[]> {
  const { hostname } = new URL(origin);
  const pages = new Set<string>();
  const seen = new Set<string>();
  let files = 0;

  async function read(urls: string[], isTop: boolean): Promise<void> {
    for (const url of urls) {
      if (files >= MAX_SITEMAP_FILES || pages.size >= MAX_SITEMAP_URLS) return;
      if (seen.has(url) || URL.parse(url)?.hostname !== hostname) continue;
      seen.add(url);
      files += 1;
      const fetched = await fetchFile(url);
      if (fetched?.status !== 200) continue;
      const found = readSitemap(await textOf(fetched));
      for (const page of found.pages) {
        if (pages.size >= MAX_SITEMAP_URLS) return;
        pages.add(page);
      }
      if (isTop) await read(found.sitemaps, false);
    }
  }

  await read(sitemaps, true);
  return [...pages];
}

/** Text of a sitemap, often a gzip file that no Content-Encoding announces. A damaged file counts as far as it can be read. */
async function textOf({ bytes, headers }: Fetched): Promise<string> {
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  return decodeText(isGzip ? await gunzip(bytes) : bytes, headers.get("content-type"));
}

async function gunzip(bytes: Uint8Array): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip")).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done || size >= MAX_SITEMAP_BYTES) break;
      parts.push(value);
      size += value.byteLength;
    }
    await reader.cancel();
  } catch {
    // The text before the damage is used.
  }
  const text = new Uint8Array(size);
  let offset = 0;
  for (const part of parts) {
    text.set(part, offset);
    offset += part.byteLength;
  }
  return text;
}

import { createHash } from "node:crypto";
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { serveTree } from "#local/docs-server.ts";
import { listPages } from "./data.ts";
import type { Corpus } from "./data.ts";

/** A corpus as a web site of its own on this machine. */
export type CorpusSite = {
  corpus: Corpus;
  /** Address at which a crawl of the corpus begins. */
  startUrl: string;
  port: number;
  /** Path of a page below the corpus; null for a URL of another site. */
  pathOf(url: string): string | null;
  urlOf(path: string): string;
  close(): Promise<void>;
};

const INDEX_FILES = ["index.html", "index.md", "index.mdx", "index.rst"];

/**
 * Serves a corpus on 127.0.0.1. HTML is served as it is, to be crawled from its entry page; of a tree of markdown or
 * reStructuredText only the pages are served, with a sitemap that names them. Port 0 takes any free port.
 */
export async function serveCorpus(corpus: Corpus, port = 0): Promise<CorpusSite> {
  const { folder } = corpus;
  if (folder === null) throw new Error(`${corpus.name} is not there`);
  const isSource = corpus.type !== "html";
  const pages = new Set(isSource ? listPages(corpus) : []);
  const server = await serveTree({
    root: folder,
    port,
    asMarkdownSite: isSource,
    include: isSource ? (path) => pages.has(path) : undefined,
  });
  return {
    corpus,
    startUrl: isSource ? `${server.url}/` : `${server.url}/${corpus.entry ?? "index.html"}`,
    port: Number(new URL(server.url).port),
    pathOf: (url) => pathBelow(server.url, folder, url),
    urlOf: (path) => `${server.url}/${path.split("/").map(encodeURIComponent).join("/")}`,
    close: () => server.close(),
  };
}

/** A hash that changes when a page is added, removed or edited. */
export function fingerprintOf(corpus: Corpus): string {
  const { folder } = corpus;
  if (folder === null) throw new Error(`${corpus.name} is not there`);
  const hash = createHash("sha256").update(JSON.stringify([corpus.entry, corpus.exclude]));
  for (const page of listPages(corpus)) {
    const { size, mtimeMs } = statSync(join(folder, page));
    hash.update(`${page}\0${size}\0${mtimeMs}\n`);
  }
  return hash.digest("hex");
}

function pathBelow(base: string, folder: string, url: string): string | null {
  if (!URL.canParse(url)) return null;
  const { origin, pathname } = new URL(url);
  if (origin !== base) return null;
  const path = decodeURIComponent(pathname.slice(1));
  if (path !== "" && !path.endsWith("/")) return path;
  return INDEX_FILES.map((file) => path + file).find((file) => existsSync(join(folder, file))) ?? path;
}

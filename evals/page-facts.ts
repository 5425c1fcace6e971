import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readDocument } from "#worker/content/document.ts";
import type { MediaType } from "#worker/content/document.ts";
import type { PageFacts } from "./diagnose.ts";
import type { IndexedCorpora } from "./indexed-corpora.ts";
import { listRunPages } from "./product.ts";

const SEARCHABLE = new Set(["indexed", "unchanged"]);

/** The index's facts about each page: whether it is there, by the run's own list, and its text, by the product's own reader. */
export async function pageFacts(indexed: IndexedCorpora): Promise<PageFacts> {
  const searchable = new Map<string, Set<string | null>>();
  for (const [name, runId] of indexed.runIds) {
    const site = indexed.sites.get(name);
    const pages = site ? await listRunPages(indexed.product, runId) : [];
    const found = pages
      .filter(({ outcome }) => SEARCHABLE.has(outcome))
      .map(({ url }) => site?.pathOf(url) ?? null);
    searchable.set(name, new Set(found));
  }
  const markdown = new Map<string, string>();
  const read = (corpus: string, page: string) => {
    const site = indexed.sites.get(corpus);
    const text = readFileSync(join(site?.corpus.folder ?? "", page), "utf8");
    const mediaType: MediaType =
      page.endsWith(".html") || page.endsWith(".htm") ? "text/html" : "text/markdown";
    return readDocument({ text, mediaType, url: site?.urlOf(page) ?? "" }).markdown;
  };
  return {
    isIndexed: (corpus, page) => searchable.get(corpus)?.has(page) ?? false,
    markdownOf: (corpus, page) => {
      const key = `${corpus}/${page}`;
      const known = markdown.get(key) ?? read(corpus, page);
      markdown.set(key, known);
      return known;
    },
  };
}

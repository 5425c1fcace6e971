import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { listPages } from "../data.ts";
import type { Corpus } from "../data.ts";
import { allowDataModules, DISK_FILES } from "./data-modules.ts";
import { openStorage } from "./sql-storage.ts";

allowDataModules();
const { readDocument } = await import("#worker/content/document.ts");
const { listSections } = await import("#worker/content/sections.ts");
const { splitChunks } = await import("#worker/content/chunks.ts");
const { staticEmbedder } = await import("#worker/platform/embedder/static-embedder.ts");
const { analysePage, insertPage } = await import("#worker/docs-index/store-page.ts");
const { prepareTables } = await import("#worker/docs-index/tables.ts");

const embedder = staticEmbedder(DISK_FILES);

/**
 * Writes an index of a corpus with the product's own modules into a new file. An index depends on this module's imports, and on
 * the corpus: by them the lab tells whether an existing index is still good.
 */
export async function indexCorpus(corpus: Corpus, file: string): Promise<void> {
  const start = performance.now();
  const storage = openStorage(file);
  prepareTables(storage, { create: true });
  let chunkCount = 0;
  for (const path of listPages(corpus)) {
    const text = readFileSync(join(corpus.folder!, path), "utf8");
    const url = `http://${corpus.name}.test/${path.split("/").map(encodeURIComponent).join("/")}`;
    const mediaType = MEDIA_TYPES[extname(path)] ?? "text/html";
    const { title, description, markdown } = readDocument({ text, mediaType, url });
    const sections = listSections(markdown);
    const chunks = splitChunks(markdown, sections);
    if (chunks.length === 0) continue;
    chunkCount += chunks.length;
    const vectors = await embedder.embedPassages(
      chunks.map((chunk) => ({ title, heading: chunk.headingPath.join(" > "), body: chunk.text })),
    );
    const page = {
      url,
      title,
      description,
      markdown,
      sections,
      chunks,
      vectors,
      links: [],
      etag: null,
      lastModified: null,
      fetchedAt: 0,
      contentHash: createHash("sha256").update(markdown).digest("hex"),
      embedderId: embedder.id,
    };
    const analysed = analysePage(page);
    storage.transactionSync(() => insertPage(storage.sql, page, analysed, null));
  }
  console.log(`${corpus.name}: ${chunkCount} chunks in ${((performance.now() - start) / 1000).toFixed(1)} s`);
}

const MEDIA_TYPES: Record<string, "text/html" | "text/markdown" | "text/mdx" | "text/x-rst"> = {
  ".html": "text/html",
  ".md": "text/markdown",
  ".mdx": "text/mdx",
  ".rst": "text/x-rst",
};

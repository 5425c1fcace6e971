import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { extname, join } from "node:path";
import type { PutPage } from "#worker/docs-index/pages.ts";
import { listPages } from "../data.ts";
import type { Corpus } from "../data.ts";
import { allowDataModules, DISK_FILES } from "../lab/data-modules.ts";
import { alterationOf, rareWordsOf } from "./alter.ts";
import type { Alteration } from "./alter.ts";

allowDataModules();
const { readDocument } = await import("#worker/content/document.ts");
const { listSections } = await import("#worker/content/sections.ts");
const { splitChunks } = await import("#worker/content/chunks.ts");
const { staticEmbedder } = await import("#worker/platform/embedder/static-embedder.ts");

/** A page as the product's reading leaves it. The path begins with the name of its corpus. */
export type PlainDocument = { path: string; title: string; description: string | null; markdown: string };

/** Share of a copy's rarer words that differ from the original. */
export const ALTERED_SHARE = 0.3;
const ORIGIN = "http://127.0.0.1:1";
const embedder = staticEmbedder(DISK_FILES);

/** The pages of all corpora as the product reads them. */
export function readCorpora(corpora: readonly Corpus[]): PlainDocument[] {
  return corpora.flatMap(readCorpus);
}

/** The documents as they are, and again in partly other words for each copy after the first, without end. */
export function* copiesOf(documents: readonly PlainDocument[]): Generator<PlainDocument> {
  yield* documents;
  const rare = rareWordsOf(documents.map(({ markdown }) => markdown));
  for (let copy = 2; ; copy++) {
    const alter = alterationOf(rare, ALTERED_SHARE, `copy ${copy}`);
    for (const document of documents) yield inOtherWords(document, alter, `copy-${copy}`);
  }
}

export function inOtherWords(document: PlainDocument, alter: Alteration, folder: string): PlainDocument {
  return {
    path: `${folder}/${document.path}`,
    title: alter(document.title),
    description: document.description === null ? null : alter(document.description),
    markdown: alter(document.markdown),
  };
}

/** The page that a crawl would put into the index for a document. */
export async function toPage({ path, title, description, markdown }: PlainDocument): Promise<PutPage> {
  const sections = listSections(markdown);
  const chunks = splitChunks(markdown, sections);
  const passages = chunks.map((chunk) => ({
    title,
    heading: chunk.headingPath.join(" > "),
    body: chunk.text,
  }));
  return {
    url: `${ORIGIN}/${path.split("/").map(encodeURIComponent).join("/")}`,
    title,
    description,
    markdown,
    sections,
    chunks,
    vectors: await embedder.embedPassages(passages),
    links: [],
    etag: null,
    lastModified: null,
    fetchedAt: 0,
    contentHash: createHash("sha256").update(`${title}\n${markdown}`).digest("hex"),
    embedderId: embedder.id,
  };
}

const MEDIA_TYPES: Record<string, "text/html" | "text/markdown" | "text/mdx"> = {
  ".html": "text/html",
  ".md": "text/markdown",
  ".mdx": "text/mdx",
};

function readCorpus(corpus: Corpus): PlainDocument[] {
  return listPages(corpus).map((page) => {
    const path = `${corpus.name}/${page}`;
    const { title, description, markdown } = readDocument({
      text: readFileSync(join(corpus.folder!, page), "utf8"),
      mediaType: MEDIA_TYPES[extname(page)] ?? "text/html",
      url: `${ORIGIN}/${path.split("/").map(encodeURIComponent).join("/")}`,
    });
    return { path, title, description, markdown };
  });
}

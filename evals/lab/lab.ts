import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { extname, join } from "node:path";
import type { Candidates, IndexQuery } from "#worker/docs-index/candidates.ts";
import type { Pools } from "#worker/docs-index/find-candidates.ts";
import { fetchMissing, listPages, loadDataSet } from "../data.ts";
import type { Corpus, Question } from "../data.ts";
import { allowDataModules } from "./data-modules.ts";
import { openStorage } from "./sql-storage.ts";

allowDataModules();
const { readDocument } = await import("#worker/content/document.ts");
const { listSections } = await import("#worker/content/sections.ts");
const { splitChunks } = await import("#worker/content/chunks.ts");
const { staticEmbedder } = await import("#worker/platform/embedder/static-embedder.ts");
const { analysePage, insertPage } = await import("#worker/docs-index/store-page.ts");
const { prepareTables } = await import("#worker/docs-index/tables.ts");
const { loadVectors } = await import("#worker/docs-index/load-vectors.ts");
const { findCandidates, POOLS } = await import("#worker/docs-index/find-candidates.ts");
const { readChunkTexts } = await import("#worker/docs-index/read-pages.ts");
const { PostingCache } = await import("#worker/docs-index/postings.ts");
const { analyzeQuestion } = await import("#worker/docs-index/terms.ts");
const { questionTerms } = await import("#worker/docs-index/question-terms.ts");

type Storage = Parameters<typeof prepareTables>[0];

export type LabSource = {
  name: string;
  version: null;
  storage: Storage;
  vectors: ReturnType<typeof loadVectors>;
  postings: InstanceType<typeof PostingCache>;
};

export type AskedQuestion = {
  question: Question;
  query: IndexQuery;
  found: { source: LabSource; found: Candidates }[];
};

/** Where candidates come from, and whether vectors, words that are added to a question, and those of the phrase book count at all; they do in the product. */
export type CandidatePools = Pools & { hasVectors: boolean; hasAddedWords: boolean; hasPhraseBook: boolean };

const embedder = staticEmbedder();

/** Indexes every corpus of a data folder with the product's own modules; a corpus already in `cacheDir` is reused. */
export async function openLab(
  dataDir: string,
  cacheDir: string,
  isRebuilt: boolean,
): Promise<{ sources: LabSource[]; questions: Question[] }> {
  const data = loadDataSet(dataDir, cacheDir);
  fetchMissing(data, dataDir, cacheDir);
  const folder = join(cacheDir, "lab", createHash("sha256").update(dataDir).digest("hex").slice(0, 12));
  mkdirSync(folder, { recursive: true });
  const sources: LabSource[] = [];
  for (const corpus of data.corpora) {
    const file = join(folder, `${corpus.name}.sqlite`);
    if (isRebuilt) rmSync(file, { force: true });
    const isNew = !existsSync(file);
    const storage = openStorage(file);
    if (isNew) await indexCorpus(corpus, storage);
    sources.push({
      name: corpus.name,
      version: null,
      storage,
      vectors: loadVectors(storage.sql, embedder.id, embedder.dims),
      postings: new PostingCache(),
    });
  }
  return { sources, questions: data.questions };
}

/** The candidates of every question, in its own corpus or in all. */
export async function askAll(
  lab: { sources: LabSource[]; questions: Question[] },
  scope: "source" | "all",
  limit: number,
  pools: Partial<CandidatePools> = {},
): Promise<AskedQuestion[]> {
  const on: CandidatePools = {
    ...POOLS,
    hasVectors: true,
    hasAddedWords: true,
    hasPhraseBook: true,
    ...pools,
  };
  return Promise.all(
    lab.questions.map(async (question) => {
      const query: IndexQuery = {
        terms: (on.hasPhraseBook ? questionTerms : analyzeQuestion)(question.query).terms.filter(
          ({ isAdded }) => !isAdded || on.hasAddedWords,
        ),
        vector: on.hasVectors ? await embedder.embedQuery(question.query) : null,
        embedderId: embedder.id,
        limit,
      };
      const sources = lab.sources.filter(({ name }) => scope === "all" || name === question.corpus);
      return {
        question,
        query,
        found: sources.map((source) => ({
          source,
          found: findCandidates(source.storage.sql, query, source.vectors, source.postings, on),
        })),
      };
    }),
  );
}

export function textsOf(source: LabSource, chunkIds: number[]): Map<number, string> {
  return new Map(readChunkTexts(source.storage.sql, chunkIds).map(({ chunkId, text }) => [chunkId, text]));
}

/** The path of a page below its corpus. */
export function pathOf(url: string): string {
  return decodeURIComponent(new URL(url).pathname.slice(1));
}

async function indexCorpus(corpus: Corpus, storage: Storage): Promise<void> {
  const start = performance.now();
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

const MEDIA_TYPES: Record<string, "text/html" | "text/markdown" | "text/mdx"> = {
  ".html": "text/html",
  ".md": "text/markdown",
  ".mdx": "text/mdx",
};

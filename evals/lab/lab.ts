import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Candidates, IndexQuery } from "#worker/docs-index/candidates.ts";
import type { Pools } from "#worker/docs-index/find-candidates.ts";
import { fetchMissing, listPages, loadDataSet } from "../data.ts";
import type { Corpus, Question } from "../data.ts";
import { cachedFile } from "./cached-file.ts";
import { digestOfCode } from "./code-digest.ts";
import { DISK_FILES } from "./data-modules.ts";
import { openStorage } from "./sql-storage.ts";
import type { GivenVectors } from "./given-vectors.ts";

// data-modules.ts comes first, since it lets Node import the data modules of the others.
const { indexCorpus } = await import("./index-corpus.ts");
const { staticEmbedder } = await import("#worker/platform/embedder/static-embedder.ts");
const { loadVectors } = await import("#worker/docs-index/load-vectors.ts");
const { findCandidates, POOLS } = await import("#worker/docs-index/find-candidates.ts");
const { readChunkTexts } = await import("#worker/docs-index/read-pages.ts");
const { PostingCache } = await import("#worker/docs-index/postings.ts");
const { analyzeQuestion } = await import("#worker/docs-index/terms.ts");
const { questionTerms } = await import("#worker/docs-index/question-terms.ts");

export type LabSource = {
  name: string;
  version: null;
  storage: ReturnType<typeof openStorage>;
  vectors: ReturnType<typeof loadVectors>;
  postings: InstanceType<typeof PostingCache>;
};

export type AskedQuestion = {
  question: Question;
  query: IndexQuery;
  found: { source: LabSource; found: Candidates }[];
};

/** The pools of candidates, and whether vectors, added words of a question, and the phrase book count; all three do in the product. */
export type CandidatePools = Pools & {
  hasVectors: boolean;
  hasAddedWords: boolean;
  hasPhraseBook: boolean;
  /** Weight of the caller's keywords, beside the question's own words; the product's by default. */
  keywordWeight?: number;
};

const INDEXING = join(import.meta.dirname, "index-corpus.ts");
const LOCKFILE = join(import.meta.dirname, "../../package-lock.json");
const embedder = staticEmbedder(DISK_FILES);

export type Lab = { sources: LabSource[]; questions: Question[]; given: GivenVectors | null };

/**
 * Indexes every corpus of a data folder with the product's own modules. An index in `cacheDir` is used again while the pages
 * of its corpus and the code that made it are the same.
 */
export async function openLab(
  dataDir: string,
  cacheDir: string,
  given: GivenVectors | null = null,
): Promise<Lab> {
  const data = loadDataSet(dataDir, cacheDir);
  fetchMissing(data, dataDir, cacheDir);
  const folder = join(cacheDir, "lab", createHash("sha256").update(dataDir).digest("hex").slice(0, 12));
  const code = digestOfCode(INDEXING, LOCKFILE);
  const sources: LabSource[] = [];
  for (const corpus of data.corpora) {
    const file = await cachedFile(folder, corpus.name, digestOf(code, corpus), (path) =>
      indexCorpus(corpus, path),
    );
    const storage = openStorage(file);
    sources.push({
      name: corpus.name,
      version: null,
      storage,
      vectors: given
        ? given.load(corpus.name, storage.sql)
        : loadVectors(storage.sql, embedder.id, embedder.dims),
      postings: new PostingCache(),
    });
  }
  return { sources, questions: data.questions, given };
}

/** The candidates of every question, in its own corpus or in all. */
export async function askAll(
  lab: Lab,
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
  const termsOf = on.hasPhraseBook
    ? ({ query, keywords }: Question) =>
        questionTerms(
          { services: { dataFiles: DISK_FILES }, log: console },
          query,
          keywords,
          on.keywordWeight,
        )
    : ({ query }: Question) => analyzeQuestion(query);
  const vectorOf = async (question: string) =>
    lab.given ? lab.given.questionVector(question) : embedder.embedQuery(question);
  return Promise.all(
    lab.questions.map(async (question) => {
      const query: IndexQuery = {
        terms: (await termsOf(question)).terms.filter(({ isAdded }) => !isAdded || on.hasAddedWords),
        vector: on.hasVectors ? await vectorOf(question.query) : null,
        embedderId: lab.given?.id ?? embedder.id,
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

/** A digest of the code, and of every page of a corpus with its path. */
function digestOf(code: string, corpus: Corpus): string {
  const digest = createHash("sha256").update(code);
  for (const path of listPages(corpus)) {
    const page = readFileSync(join(corpus.folder!, path));
    digest.update(`${path}\n${page.length}\n`).update(page);
  }
  return digest.digest("hex").slice(0, 16);
}

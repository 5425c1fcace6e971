import type { PackedPage } from "#schema/api/packs.ts";
import type { IndexQuery } from "#worker/docs-index/candidates.ts";
import { findCandidates } from "#worker/docs-index/find-candidates.ts";
import { loadVectors } from "#worker/docs-index/load-vectors.ts";
import { packCandidates } from "#worker/docs-index/packed-candidates.ts";
import { PostingCache } from "#worker/docs-index/postings.ts";
import { rankWithinPage } from "#worker/docs-index/rank-within-page.ts";
import { findStoredPage, listChunks, readChunkTexts } from "#worker/docs-index/read-pages.ts";
import { analysePage, insertPage } from "#worker/docs-index/store-page.ts";
import { prepareTables } from "#worker/docs-index/tables.ts";
import type { VectorCache } from "#worker/docs-index/vector-cache.ts";
import { DOCS_STATIC } from "#worker/platform/embedder/docs-static/model.ts";
import { openStorage } from "./node-sql.ts";
import type { NodeStorage } from "./node-sql.ts";

export { ANALYSIS_VERSION } from "#worker/docs-index/store-page.ts";

/** An index in a database of this machine, with the methods of `DocsIndex` that a search and a read use. */
export class PackedIndex {
  readonly #sql: NodeStorage["sql"];
  readonly #postings = new PostingCache();
  #vectors: VectorCache | null = null;

  constructor(path: string) {
    this.#sql = openStorage(path).sql;
  }

  async findCandidates(query: IndexQuery) {
    return packCandidates(findCandidates(this.#sql, query, this.#vectorsFor(query), this.#postings));
  }

  async chunkTexts(chunkIds: number[]) {
    return readChunkTexts(this.#sql, chunkIds);
  }

  async readPage(url: string) {
    return findStoredPage(this.#sql, url);
  }

  async listChunks(url: string) {
    return listChunks(this.#sql, url);
  }

  async rankWithinPage(url: string, queries: IndexQuery[]) {
    return rankWithinPage(this.#sql, url, queries, (query) => this.#vectorsFor(query));
  }

  #vectorsFor({ vector }: IndexQuery): VectorCache | null {
    if (!vector) return null;
    return (this.#vectors ??= loadVectors(this.#sql, DOCS_STATIC.id, vector.length, Infinity));
  }
}

/** Builds the index of a source in a new database. Pages come in the order of the server's index. */
export class IndexBuilder {
  readonly #storage: NodeStorage;

  constructor(path: string) {
    this.#storage = openStorage(path);
    prepareTables(this.#storage as unknown as Parameters<typeof prepareTables>[0], { create: true });
  }

  addPages(pages: PackedPage[]): void {
    const { sql } = this.#storage;
    this.#storage.transactionSync(() => {
      for (const { shownTitle, vectors, ...page } of pages) {
        const put = {
          ...page,
          links: [],
          etag: null,
          lastModified: null,
          vectors: vectors === null ? null : splitVectors(vectors),
          embedderId: vectors === null ? null : DOCS_STATIC.id,
        };
        const { pageId } = insertPage(sql, put, analysePage(put), null);
        if (shownTitle !== page.title) sql.exec("UPDATE page SET title = ? WHERE id = ?", shownTitle, pageId);
      }
    });
  }

  close(): void {
    this.#storage.close();
  }
}

function splitVectors(base64: string): Int8Array[] {
  const bytes = new Int8Array(Buffer.from(base64, "base64"));
  const { dims } = DOCS_STATIC;
  return Array.from({ length: bytes.length / dims }, (_, i) => bytes.subarray(i * dims, (i + 1) * dims));
}

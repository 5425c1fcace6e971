import { DurableObject } from "cloudflare:workers";
import { createLog } from "#worker/platform/log.ts";
import { vectorizeStore } from "#worker/platform/vectors/vectorize-store.ts";
import type { Candidates, IndexQuery } from "./candidates.ts";
import { findCandidates } from "./find-candidates.ts";
import { CACHE_MARGIN, loadVectors, MAX_VECTOR_BYTES } from "./load-vectors.ts";
import { packCandidates } from "./packed-candidates.ts";
import type { PackedCandidates } from "./packed-candidates.ts";
import type {
  IndexTotals,
  KnownPage,
  PassageText,
  PutOutcome,
  PutPage,
  RankedChunk,
  StoredPage,
} from "./pages.ts";
import { PostingCache } from "./postings.ts";
import { rankWithinPage } from "./rank-within-page.ts";
import {
  listChunks,
  findKnownPages,
  findStoredPage,
  findUrlOfText,
  listUrls,
  readChunkTexts,
  readOutline,
  readTotals,
} from "./read-pages.ts";
import { analysePage, ANALYSIS_VERSION, deletePage, insertPage, joinVectors } from "./store-page.ts";
import { StoredVectors } from "./stored-vectors.ts";
import { prepareTables } from "./tables.ts";
import type { Nearest, VectorCache } from "./vector-cache.ts";
import { VectorCopy } from "./vector-copy.ts";
import type { CopyPlace, CopyProgress } from "./vector-copy.ts";

/** Pages that are written within this time of each other go to the vector store together. */
const GATHER_MS = 5_000;
/** An alarm may take 15 minutes; the next one goes on. */
const STEPS_AN_ALARM = 20;
const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 5 * 60_000;

/** One source's pages, chunks, full-text index and vectors. An object that nothing was put into stays empty and answers so. */
export class DocsIndex extends DurableObject<Env> {
  #hasTables = false;
  /** Room for vectors in memory. */
  maxVectorBytes = MAX_VECTOR_BYTES;
  #vectors: VectorCache | null = null;
  /** The embedder whose vectors have no room. */
  #roomlessEmbedderId: string | null = null;
  readonly #postings = new PostingCache();
  readonly #copy = new VectorCopy(this.ctx.storage);
  #isArmed = false;
  #failures = 0;
  readonly #log = createLog({ object: "DocsIndex" });

  /**
   * Stores or replaces one page in one transaction. The same `contentHash` by the same embedder, or by none, writes nothing.
   */
  async putPage(page: PutPage): Promise<PutOutcome> {
    if (page.vectors && page.vectors.length !== page.chunks.length)
      throw new Error(`${page.vectors.length} vectors for ${page.chunks.length} chunks`);
    if (this.#isUnchanged(page)) return "unchanged";
    const analysed = analysePage(page);
    const { storage } = this.ctx;
    if (!this.#hasTables) {
      prepareTables(storage, { create: true });
      this.#copy.skipOldIds();
      this.#hasTables = true;
    }
    const { oldPageId, pageId, firstChunkId } = storage.transactionSync(() => {
      const replaced = this.#findPageId(page.url);
      if (replaced !== null) deletePage(storage.sql, replaced);
      return { oldPageId: replaced, ...insertPage(storage.sql, page, analysed, replaced) };
    });
    this.#postings.clear();
    if (oldPageId !== null) this.#vectors?.remove(oldPageId);
    if (page.vectors && page.embedderId === this.#vectors?.embedderId)
      this.#vectors.add(pageId, firstChunkId, page.chunks.length, joinVectors(page.vectors));
    this.#tendCopy(page.vectors?.[0]?.length ?? 0);
    return oldPageId === null ? "added" : "changed";
  }

  /** Validators and links of the pages among `urls` that are stored. */
  async knownPages(urls: string[], embedderId: string): Promise<KnownPage[]> {
    return this.#isStored() ? findKnownPages(this.ctx.storage.sql, urls, embedderId) : [];
  }

  /** The URL of the page that has this `contentHash`, or null. */
  async findUrlOfText(contentHash: string): Promise<string | null> {
    return this.#isStored() ? findUrlOfText(this.ctx.storage.sql, contentHash) : null;
  }

  async listUrls(): Promise<string[]> {
    return this.#isStored() ? listUrls(this.ctx.storage.sql) : [];
  }

  /** Removes pages with all that hangs on them; returns how many there were. */
  async removePages(urls: string[]): Promise<number> {
    if (!this.#isStored()) return 0;
    const { storage } = this.ctx;
    const removed = storage.transactionSync(() => {
      const pageIds = [...new Set(urls)].map((url) => this.#findPageId(url)).filter((id) => id !== null);
      for (const pageId of pageIds) deletePage(storage.sql, pageId);
      return pageIds;
    });
    this.#postings.clear();
    for (const pageId of removed) this.#vectors?.remove(pageId);
    this.#roomlessEmbedderId = null;
    this.#tendCopy(0);
    return removed.length;
  }

  async totals(): Promise<IndexTotals> {
    return this.#isStored() ? readTotals(this.ctx.storage.sql) : { pages: 0, chunks: 0, tokens: 0 };
  }

  /** What the index is about: titles and headings, each once and one a line, up to `maxCharacters`. */
  async outline(maxCharacters: number): Promise<string> {
    return this.#isStored() ? readOutline(this.ctx.storage.sql, maxCharacters) : "";
  }

  async readPage(url: string): Promise<StoredPage | null> {
    return this.#isStored() ? findStoredPage(this.ctx.storage.sql, url) : null;
  }

  /** The best candidates with everything that ranking needs, and the statistics of the query's terms in this index; for `askIndex`. */
  async findCandidates(query: IndexQuery): Promise<PackedCandidates> {
    if (!this.#isStored()) return packCandidates(noCandidates(query));
    const { sql } = this.ctx.storage;
    const vectors = this.#vectorsFor(query);
    if (!(vectors instanceof StoredVectors))
      return packCandidates(findCandidates(sql, query, vectors, this.#postings));
    const nearest = await this.#nearestInStore(query);
    // Meanwhile the index may have been cleared.
    if (!this.#isStored()) return packCandidates(noCandidates(query));
    const near = new StoredVectors(sql, query.embedderId!, nearest ?? []);
    const found = findCandidates(sql, query, near, this.#postings);
    return packCandidates({ ...found, isByWords: nearest === null });
  }

  /** How many chunks are in the vector store by now; null of an index that keeps its vectors to itself. */
  async copyProgress(): Promise<CopyProgress | null> {
    return this.#isStored() ? this.#copy.progress() : null;
  }

  /** Chunks by id, in the order asked; ids that are gone are left out. */
  async chunkTexts(chunkIds: number[]): Promise<PassageText[]> {
    return this.#isStored() ? readChunkTexts(this.ctx.storage.sql, chunkIds) : [];
  }

  /** Where the chunks of a page are in its markdown, and their hashes. */
  async listChunks(url: string): Promise<{ start: number; end: number; hash: string }[]> {
    return this.#isStored() ? listChunks(this.ctx.storage.sql, url) : [];
  }

  /** The chunks of one page, best first for the queries given. */
  async rankWithinPage(url: string, queries: IndexQuery[]): Promise<RankedChunk[]> {
    if (!this.#isStored()) return [];
    return rankWithinPage(this.ctx.storage.sql, url, queries, (query) => this.#vectorsFor(query));
  }

  /** Deletes everything that the object holds, and what it has in the vector store as soon as that answers. */
  async clear(): Promise<void> {
    this.#hasTables = false;
    this.#vectors = null;
    this.#roomlessEmbedderId = null;
    this.#postings.clear();
    this.#isArmed = false;
    const cleared = this.#copy.clear();
    if (this.#copy.isInUse) this.#arm(GATHER_MS);
    await cleared;
  }

  /** Never throws: a handler that keeps failing loses its alarm after some tries, and with it the copy its clock. */
  override async alarm(): Promise<void> {
    this.#isArmed = false;
    const place = this.#copyPlace();
    if (!place) return;
    try {
      let isOver = false;
      for (let steps = 0; steps < STEPS_AN_ALARM && !isOver; steps++)
        isOver = !(await this.#copy.step(place));
      this.#failures = 0;
      if (!isOver) this.#arm(0);
    } catch (error) {
      const waitMs = Math.min(FIRST_RETRY_MS * 2 ** this.#failures, LAST_RETRY_MS);
      this.#failures += 1;
      this.#log.error("vectors.copy-failed", error, { failures: this.#failures, waitMs });
      this.#arm(waitMs);
    }
  }

  #isStored(): boolean {
    this.#hasTables ||= prepareTables(this.ctx.storage, { create: false });
    return this.#hasTables;
  }

  #isUnchanged(page: PutPage): boolean {
    if (!this.#isStored()) return false;
    const same = this.ctx.storage.sql.exec(
      `SELECT 1 FROM page WHERE url = ?1 AND content_hash = ?2 AND (embedder_id IS ?3 OR ?3 IS NULL) AND analysis_version = ?4`,
      page.url,
      page.contentHash,
      page.embedderId,
      ANALYSIS_VERSION,
    );
    return same.toArray().length > 0;
  }

  #findPageId(url: string): number | null {
    const [row] = this.ctx.storage.sql
      .exec<{ id: number }>("SELECT id FROM page WHERE url = ?", url)
      .toArray();
    return row?.id ?? null;
  }

  /** Vectors that the query's can be compared with, in memory where there is room for them; null when there is nothing to compare. */
  #vectorsFor({ vector, embedderId }: IndexQuery): VectorCache | StoredVectors | null {
    if (!vector || !embedderId) return null;
    const { sql } = this.ctx.storage;
    if (this.#roomlessEmbedderId === embedderId) return new StoredVectors(sql, embedderId);
    if (
      this.#vectors?.embedderId !== embedderId ||
      this.#vectors.dims !== vector.length ||
      this.#vectors.isSparse ||
      // Grown by its pages since it was read: what has no room is not read again.
      this.#vectors.byteLength > CACHE_MARGIN * this.maxVectorBytes
    )
      this.#vectors = loadVectors(sql, embedderId, vector.length, this.maxVectorBytes);
    if (this.#vectors) return this.#vectors;
    this.#roomlessEmbedderId = embedderId;
    // Of an index that has been as large as this for longer than there is a copy.
    this.#tendCopy(vector.length);
    return new StoredVectors(sql, embedderId);
  }

  /** None where there is no vector store; null when it does not answer. */
  async #nearestInStore({ vector }: IndexQuery): Promise<Nearest[] | null> {
    const place = this.#copyPlace();
    if (!place || !vector) return [];
    try {
      return await this.#copy.nearest(place, vector);
    } catch (error) {
      this.#log.error("vectors.question-failed", error);
      return null;
    }
  }

  /** Sees to it that the vector store gets or loses what was written or removed. Of an index that has room in memory there is nothing in it. */
  #tendCopy(dims: number): void {
    if (!this.env.VECTORS) return;
    const isLarge = readTotals(this.ctx.storage.sql).chunks * dims > this.maxVectorBytes;
    if (isLarge) this.#copy.begin();
    else if (!this.#copy.isInUse) return;
    // What waits for the next try after a failure goes with it.
    if (!this.#isArmed) this.#arm(GATHER_MS);
  }

  /** Not waited for, so that it is written with what comes before it. */
  #arm(waitMs: number): void {
    this.#isArmed = true;
    void this.ctx.storage.setAlarm(Date.now() + waitMs);
  }

  /** By the object's name, `<principal>/<index>/<source>`; null where there is no vector store. */
  #copyPlace(): CopyPlace | null {
    if (!this.env.VECTORS) return null;
    const store = vectorizeStore(this.env.VECTORS);
    const [namespace, , sourceId] = (this.ctx.id.name ?? "").split("/");
    if (!namespace || !sourceId) throw new Error("an index with vectors in the store has a name");
    return { store, namespace, sourceId };
  }
}

function noCandidates(query: IndexQuery): Candidates {
  return { stats: emptyStats(query), candidates: [] };
}

function emptyStats({ terms }: IndexQuery): Candidates["stats"] {
  const means = { titleLength: 0, headingLength: 0, bodyLength: 0 };
  const frequencies = terms.map(() => 0);
  return {
    chunks: 0,
    pages: 0,
    chunkMeans: means,
    chunkFrequencies: frequencies,
    pageFrequencies: frequencies,
  };
}

import { DurableObject } from "cloudflare:workers";
import { noCandidates } from "./candidates.ts";
import type { IndexQuery } from "./candidates.ts";
import { CopyKeeper } from "./copy-keeper.ts";
import { findCandidates } from "./find-candidates.ts";
import {
  beginHistory,
  findChangedPages,
  findPagesAbout,
  forgetFormer,
  keepFormer,
  readAsOf,
  readHistoryStart,
} from "./former-pages.ts";
import type { ChangedPages, PageThen } from "./former-pages.ts";
import { listGaps, noteGap } from "./gaps.ts";
import type { Gap } from "./gaps.ts";
import { IndexMemory } from "./index-memory.ts";
import { loadVectors } from "./load-vectors.ts";
import { packCandidates } from "./packed-candidates.ts";
import type { PackedCandidates } from "./packed-candidates.ts";
import type {
  IndexTotals,
  KnownPage,
  PassageText,
  PutOutcome,
  PutPage,
  RankedChunk,
  SharedLines,
  StoredPage,
  Suspicions,
  UntidyPage,
} from "./pages.ts";
import { readPart } from "./pack-pages.ts";
import type { StoredPart } from "./pack-pages.ts";
import { rankWithinPage } from "./rank-within-page.ts";
import {
  countPhrase,
  listChunks,
  findKnownPages,
  findStoredPage,
  findUrlOfText,
  listStartPages,
  listUrls,
  listUrlsBehind,
  readChunkTexts,
  readOutline,
  readTotals,
  sampleSections,
} from "./read-pages.ts";
import { countShared, findUntidy, isCountDue, readShared, tellTitlesApart } from "./shared-pages.ts";
import type { SampledSection, StartPage } from "./read-pages.ts";
import { analysePage, ANALYSIS_VERSION, deletePage, insertPage, joinVectors } from "./store-page.ts";
import { StoredVectors } from "./stored-vectors.ts";
import {
  countInjections,
  findLeftOut,
  insertFindings,
  isLeftOut,
  listSuspicions,
  noteLeftOut,
  takeIn,
  updateLeftOut,
} from "./suspicious-pages.ts";
import { prepareTables } from "./tables.ts";
import type { VectorCache } from "./vector-cache.ts";
import type { CopyProgress } from "./vector-copy.ts";
import { CACHE_MARGIN, MAX_VECTOR_BYTES } from "./vector-room.ts";

/** One source's pages, chunks, full-text index and vectors. An object that nothing was put into stays empty and answers so. */
export class DocsIndex extends DurableObject<Env> {
  #hasTables = false;
  /** Room for vectors in memory. */
  maxVectorBytes = MAX_VECTOR_BYTES;
  /** The embedder whose vectors have no room. */
  #roomlessEmbedderId: string | null = null;
  readonly #memory = new IndexMemory();
  readonly #keeper = new CopyKeeper(this.ctx, () => this.env.VECTORS);

  /**
   * Stores or replaces one page in one transaction. The same `contentHash` by the same embedder, or by none, writes nothing. Of a page
   * that its owner left out, no text is stored.
   */
  async putPage(page: PutPage): Promise<PutOutcome> {
    if (page.vectors && page.vectors.length !== page.chunks.length)
      throw new Error(`${page.vectors.length} vectors for ${page.chunks.length} chunks`);
    const { sql } = this.ctx.storage;
    if (this.#isStored() && isLeftOut(sql, page.url)) {
      updateLeftOut(sql, page);
      return "left-out";
    }
    return this.#isUnchanged(page) ? "unchanged" : this.#write(page);
  }

  /** Stores a page of `untidyPages` with its new text, under its old `contentHash`; does nothing where it has changed meanwhile. */
  async replacePage(page: PutPage): Promise<void> {
    if (this.#isStored() && findStoredPage(this.ctx.storage.sql, page.url)?.contentHash === page.contentHash)
      this.#write(page);
  }

  #write(page: PutPage): PutOutcome {
    const analysed = analysePage(page);
    const findings = countInjections(page.markdown);
    const { storage } = this.ctx;
    if (!this.#hasTables) {
      prepareTables(storage, { create: true });
      this.#keeper.copy.skipOldIds();
      this.#hasTables = true;
    }
    const { oldPageId, pageId, firstChunkId } = storage.transactionSync(() => {
      const replaced = this.#findPageId(page.url);
      const textSince = replaced === null ? page.fetchedAt : keepReplaced(storage.sql, replaced, page);
      if (replaced !== null) deletePage(storage.sql, replaced);
      const ids = insertPage(storage.sql, page, analysed, replaced, textSince);
      insertFindings(storage.sql, ids.pageId, findings);
      return { oldPageId: replaced, ...ids };
    });
    this.#memory.postings.clear();
    if (oldPageId !== null) this.#memory.vectors?.remove(oldPageId);
    if (page.vectors && page.embedderId === this.#memory.vectors?.embedderId)
      this.#memory.vectors.add(pageId, firstChunkId, page.chunks.length, joinVectors(page.vectors));
    this.#tendCopy(page.vectors?.[0]?.length ?? 0);
    return oldPageId === null ? "added" : "changed";
  }

  /** Validators and links of the pages among `urls` that are stored, or that their owner left out. */
  async knownPages(urls: string[], embedderId: string): Promise<KnownPage[]> {
    if (!this.#isStored()) return [];
    const { sql } = this.ctx.storage;
    return [...findKnownPages(sql, urls, embedderId), ...findLeftOut(sql, urls)];
  }

  /** Pages that speak to a model, and pages that their owner left out. */
  async suspicions(): Promise<Suspicions> {
    return this.#isStored() ? listSuspicions(this.ctx.storage.sql) : { total: 0, pages: [], leftOut: [] };
  }

  /**
   * Deletes a page with its earlier texts and keeps it from being stored again, from `at` on (milliseconds since 1970). "full" where no
   * more pages can be left out; "unknown" for a page that is not stored; "unchanged" the second time.
   */
  async leaveOut(url: string, at: number): Promise<"left-out" | "unchanged" | "unknown" | "full"> {
    if (!this.#isStored()) return "unknown";
    const { sql } = this.ctx.storage;
    if (isLeftOut(sql, url)) return "unchanged";
    const pageId = this.#findPageId(url);
    if (pageId === null) return "unknown";
    const outcome = noteLeftOut(sql, pageId, at);
    // The deletion begins without a pause, so both are written or neither.
    if (outcome === "left-out") await this.removePages([url]);
    return outcome;
  }

  /** Lets a left-out page be stored again when it is read the next time. False where it was not left out. */
  async takeIn(url: string): Promise<boolean> {
    return this.#isStored() && takeIn(this.ctx.storage.sql, url);
  }

  /** Lines that pages are stored without, since most pages have them. `isNewCount` counts first, if anything was stored since. */
  async sharedLines({ isNewCount = false } = {}): Promise<SharedLines> {
    if (!this.#isStored()) return { revision: 0, lines: [], titleParts: [] };
    const { storage } = this.ctx;
    if (isNewCount || isCountDue(storage.sql)) storage.transactionSync(() => countShared(storage.sql));
    return readShared(storage.sql);
  }

  /** Pages behind `after` that still hold shared lines, to be stored again; `next` is the `after` of the following part. */
  async untidyPages(after: number, limit: number): Promise<{ pages: UntidyPage[]; next: number | null }> {
    return this.#isStored() ? findUntidy(this.ctx.storage.sql, after, limit) : { pages: [], next: null };
  }

  /** See tellTitlesApart of shared-pages.ts. Without a `limit`, as the build before this one asks, all titles at once. */
  async tellTitlesApart(limit = Infinity): Promise<number> {
    const { storage } = this.ctx;
    return this.#isStored() ? storage.transactionSync(() => tellTitlesApart(storage.sql, limit)) : 0;
  }

  /** The URL of the page that has this `contentHash`, or null. */
  async findUrlOfText(contentHash: string): Promise<string | null> {
    return this.#isStored() ? findUrlOfText(this.ctx.storage.sql, contentHash) : null;
  }

  async listUrls(): Promise<string[]> {
    return this.#isStored() ? listUrls(this.ctx.storage.sql) : [];
  }

  /** See listUrlsBehind of read-pages.ts. */
  async urlsBehind(after: number, limit: number): Promise<{ urls: string[]; next: number | null }> {
    return this.#isStored() ? listUrlsBehind(this.ctx.storage.sql, after, limit) : { urls: [], next: null };
  }

  /**
   * Removes pages with all that hangs on them; returns how many there were. With `goneAt`, the time at which their site had them no longer
   * (milliseconds since 1970), their text stays for comparisons; without, their owner took them away, and their earlier texts go too.
   */
  async removePages(urls: string[], { goneAt = null }: { goneAt?: number | null } = {}): Promise<number> {
    if (!this.#isStored()) return 0;
    const { storage } = this.ctx;
    const removed = storage.transactionSync(() => {
      const pageIds = [...new Set(urls)].map((url) => this.#findPageId(url)).filter((id) => id !== null);
      for (const pageId of pageIds) {
        if (goneAt !== null) keepFormer(storage.sql, pageId, goneAt);
        deletePage(storage.sql, pageId);
      }
      if (goneAt === null) for (const url of urls) forgetFormer(storage.sql, url);
      return pageIds;
    });
    this.#memory.postings.clear();
    for (const pageId of removed) this.#memory.vectors?.remove(pageId);
    this.#roomlessEmbedderId = null;
    this.#tendCopy(0);
    return removed.length;
  }

  async totals(): Promise<IndexTotals> {
    return this.#isStored() ? readTotals(this.ctx.storage.sql) : { pages: 0, chunks: 0, tokens: 0 };
  }

  /** Pages to begin with, those nearest to the root of the site first. */
  async startPages(limit: number): Promise<StartPage[]> {
    return this.#isStored() ? listStartPages(this.ctx.storage.sql, limit) : [];
  }

  /** Passages below a heading, spread evenly over the index. */
  async sampleSections(limit: number): Promise<SampledSection[]> {
    return this.#isStored() ? sampleSections(this.ctx.storage.sql, limit) : [];
  }

  /** Writes down a question that had no sure answer here. */
  async noteGap(gap: Gap): Promise<void> {
    if (this.#isStored()) noteGap(this.ctx.storage.sql, gap);
  }

  /** Questions of the last 30 days that had no sure answer here, the newest first. */
  async listGaps(now: number): Promise<Gap[]> {
    return this.#isStored() ? listGaps(this.ctx.storage.sql, now) : [];
  }

  /** Titles and headings of the index, each once and one a line, up to `maxCharacters`. */
  async outline(maxCharacters: number): Promise<string> {
    return this.#isStored() ? readOutline(this.ctx.storage.sql, maxCharacters) : "";
  }

  /** How often a phrase is in the texts of all pages, as they are written. */
  async countPhrase(phrase: string): Promise<number> {
    return this.#isStored() ? countPhrase(this.ctx.storage.sql, phrase) : 0;
  }

  async readPage(url: string): Promise<StoredPage | null> {
    return this.#isStored() ? findStoredPage(this.ctx.storage.sql, url) : null;
  }

  /** The best candidates with everything that ranking needs, and the statistics of the query's terms in this index; for `askIndex`. */
  async findCandidates(query: IndexQuery): Promise<PackedCandidates> {
    if (!this.#isStored()) return packCandidates(noCandidates(query));
    const { sql } = this.ctx.storage;
    const vectors = this.#vectorsFor(query);
    if (!(vectors instanceof StoredVectors)) {
      const found = findCandidates(sql, query, vectors, this.#memory.postings);
      this.#memory.noteUse();
      return packCandidates(found);
    }
    const nearest = await this.#keeper.nearest(query.vector!);
    // Meanwhile the index may have been cleared.
    if (!this.#isStored()) return packCandidates(noCandidates(query));
    const near = new StoredVectors(sql, query.embedderId!, nearest ?? []);
    const found = findCandidates(sql, query, near, this.#memory.postings);
    this.#memory.noteUse();
    return packCandidates({ ...found, isByWords: nearest === null });
  }

  /** How many chunks are in the vector store by now; null for an index that keeps its vectors to itself. */
  async copyProgress(): Promise<CopyProgress | null> {
    return this.#isStored() ? this.#keeper.copy.progress() : null;
  }

  /** Chunks by id, in the order asked; ids that are gone are left out. */
  async chunkTexts(chunkIds: number[]): Promise<PassageText[]> {
    return this.#isStored() ? readChunkTexts(this.ctx.storage.sql, chunkIds) : [];
  }

  /** Pages behind `after` as they are stored, some 2 MB at a time; `next` is the `after` of the following part. */
  async packPages(after: number): Promise<StoredPart> {
    return this.#isStored() ? readPart(this.ctx.storage.sql, after) : { pages: [], next: null };
  }

  /** Offsets of a page's chunks in its markdown, and the chunks' hashes. */
  async listChunks(url: string): Promise<{ start: number; end: number; hash: string }[]> {
    return this.#isStored() ? listChunks(this.ctx.storage.sql, url) : [];
  }

  /** The chunks of one page, best first for the queries given. */
  async rankWithinPage(url: string, queries: IndexQuery[]): Promise<RankedChunk[]> {
    if (!this.#isStored()) return [];
    const ranked = rankWithinPage(this.ctx.storage.sql, url, queries, (query) => this.#vectorsFor(query));
    this.#memory.noteUse();
    return ranked;
  }

  /** From `at` (milliseconds since 1970) on, the index keeps earlier texts of its pages; a second call changes nothing. */
  async beginHistory(at: number): Promise<void> {
    if (this.#isStored()) beginHistory(this.ctx.storage.sql, at);
  }

  /** The time since which earlier texts are held, in milliseconds since 1970; null where none are kept. */
  async historyStart(now: number): Promise<number | null> {
    return this.#isStored() ? readHistoryStart(this.ctx.storage.sql, now) : null;
  }

  /** Up to `limit` pages about `terms` whose text is another one than at `since` (milliseconds since 1970), with both texts. */
  async changedPages(since: number, terms: string[], limit: number): Promise<ChangedPages> {
    return this.#isStored() ? findChangedPages(this.ctx.storage.sql, since, terms, limit) : [];
  }

  /** The pages at `urls` as they were at `at` (milliseconds since 1970), in the same order; null where there was no page. */
  async readAsOf(urls: string[], at: number): Promise<(PageThen | null)[]> {
    if (!this.#isStored()) return urls.map(() => null);
    return urls.map((url) => readAsOf(this.ctx.storage.sql, url, at));
  }

  /** URLs of up to `limit` pages about `terms`, best first. */
  async pagesAbout(terms: string[], limit: number): Promise<string[]> {
    return this.#isStored() ? findPagesAbout(this.ctx.storage.sql, terms, limit) : [];
  }

  /** Deletes everything that the object holds, and its vectors in the vector store as soon as the store answers. */
  async clear(): Promise<void> {
    this.#hasTables = false;
    this.#memory.letGo();
    this.#roomlessEmbedderId = null;
    await this.#keeper.clear();
  }

  override async alarm(): Promise<void> {
    await this.#keeper.alarm();
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

  /** Vectors to compare the query's vector with, in memory where there is room; null when there is nothing to compare. */
  #vectorsFor({ vector, embedderId }: IndexQuery): VectorCache | StoredVectors | null {
    if (!vector || !embedderId) return null;
    const { sql } = this.ctx.storage;
    if (this.#roomlessEmbedderId === embedderId) return new StoredVectors(sql, embedderId);
    if (
      this.#memory.vectors?.embedderId !== embedderId ||
      this.#memory.vectors.dims !== vector.length ||
      this.#memory.vectors.isSparse ||
      // The cache has outgrown its room by pages that were stored since it was read.
      this.#memory.vectors.byteLength > CACHE_MARGIN * this.maxVectorBytes
    )
      this.#memory.vectors = loadVectors(sql, embedderId, vector.length, this.maxVectorBytes);
    if (this.#memory.vectors) return this.#memory.vectors;
    this.#roomlessEmbedderId = embedderId;
    // An index that was this large before there were copies begins its copy here.
    this.#tendCopy(vector.length);
    return new StoredVectors(sql, embedderId);
  }

  /** Tends the copy after a write or a removal; `dims` is the length of a written vector, 0 without vectors. */
  #tendCopy(dims: number): void {
    this.#keeper.tend(() => readTotals(this.ctx.storage.sql).chunks * dims > this.maxVectorBytes);
  }
}

/** Keeps the text that `page` replaces, where the two differ; returns the time since which the page has its text. */
function keepReplaced(sql: SqlStorage, pageId: number, page: PutPage): number {
  const old = sql
    .exec<{ contentHash: string; analysis: number; textSince: number }>(
      `SELECT content_hash AS contentHash, analysis_version AS analysis, coalesce(text_since, fetched_at) AS textSince
       FROM page WHERE id = ?`,
      pageId,
    )
    .one();
  // A text that an older version of the analysis wrote differs by the analysis too, which nobody asks about.
  if (old.contentHash === page.contentHash || old.analysis !== ANALYSIS_VERSION) return old.textSince;
  keepFormer(sql, pageId, page.fetchedAt);
  return page.fetchedAt;
}

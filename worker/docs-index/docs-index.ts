import { DurableObject } from "cloudflare:workers";
import type { Candidates, IndexQuery } from "./candidates.ts";
import type {
  IndexTotals,
  KnownPage,
  PassageText,
  PutOutcome,
  PutPage,
  RankedChunk,
  StoredPage,
} from "./pages.ts";

/** One source's pages, chunks, full-text index and vectors. */
export class DocsIndex extends DurableObject<Env> {
  /** Stores or replaces one page in one transaction. The same `contentHash` writes nothing. */
  putPage(_page: PutPage): Promise<PutOutcome> {
    throw new Error("not there yet");
  }
  /** Validators and links of the pages among `urls` that are stored. */
  knownPages(_urls: string[]): Promise<KnownPage[]> {
    throw new Error("not there yet");
  }
  listUrls(): Promise<string[]> {
    throw new Error("not there yet");
  }
  /** Removes pages with all that hangs on them; returns how many there were. */
  removePages(_urls: string[]): Promise<number> {
    throw new Error("not there yet");
  }
  totals(): Promise<IndexTotals> {
    throw new Error("not there yet");
  }
  readPage(_url: string): Promise<StoredPage | null> {
    throw new Error("not there yet");
  }
  /** The best candidates with everything that ranking needs, and the statistics of the query's terms in this index. */
  findCandidates(_query: IndexQuery): Promise<Candidates> {
    throw new Error("not there yet");
  }
  /** Chunks by id, in the order asked; ids that are gone are left out. */
  chunkTexts(_chunkIds: number[]): Promise<PassageText[]> {
    throw new Error("not there yet");
  }
  /** The chunks of one page, best first for the queries given. */
  rankWithinPage(_url: string, _queries: IndexQuery[]): Promise<RankedChunk[]> {
    throw new Error("not there yet");
  }
  /** Deletes everything that the object holds. */
  clear(): Promise<void> {
    throw new Error("not there yet");
  }
}

import { placesOf, readLayout } from "./layout.ts";
import type { Layout } from "./layout.ts";
import { readPageLanguages } from "./page-languages.ts";
import type { PageLanguages } from "./page-languages.ts";

/** The chunks and pages that have a term, in title, heading or body. */
export type Posting = {
  /** Places of the chunks, ascending. */
  places: Int32Array;
  pageCount: number;
};

/** Limit on postings: room for the terms of some 200 questions to 100,000 chunks, whose vectors take 15 of an isolate's 128 MB. */
const MAX_BYTES = 16_000_000;
/** Ids that are read in one row: the platform gives no string above 2 MB; an id takes at most 11 characters and a comma. */
const IDS_A_ROW = 130_000;

/**
 * The chunks and pages of the terms that were asked for, in memory until the next write. Reading the list of a term takes
 * 0.2 µs a chunk, while a full-text query that ranks takes 1.3 µs a chunk every time.
 */
export class PostingCache {
  #layout: Layout | null = null;
  #languages: PageLanguages | null = null;
  readonly #postings = new Map<string, Posting>();
  #bytes = 0;

  /** Bytes of the postings and the layout; an index without questions has none. */
  get byteLength(): number {
    const { pageIds, firstChunkIds, starts, slots } = this.#layout ?? {};
    const lists = [pageIds, firstChunkIds, starts, slots];
    return this.#bytes + lists.reduce((sum, list) => sum + (list?.byteLength ?? 0), 0);
  }

  clear(): void {
    this.#layout = null;
    this.#languages = null;
    this.#postings.clear();
    this.#bytes = 0;
  }

  layout(sql: SqlStorage): Layout {
    return (this.#layout ??= readLayout(sql));
  }

  languages(sql: SqlStorage): PageLanguages {
    return (this.#languages ??= readPageLanguages(sql, this.layout(sql)));
  }

  get(sql: SqlStorage, term: string): Posting {
    let posting = this.#postings.get(term);
    // The map's order is that of the last use.
    if (posting) this.#postings.delete(term);
    else {
      posting = readPosting(sql, this.layout(sql), term);
      this.#bytes += posting.places.byteLength;
    }
    this.#postings.set(term, posting);
    for (const [oldTerm, old] of this.#postings) {
      if (this.#bytes <= MAX_BYTES || old === posting) break;
      this.#postings.delete(oldTerm);
      this.#bytes -= old.places.byteLength;
    }
    return posting;
  }
}

function readPosting(sql: SqlStorage, layout: Layout, term: string): Posting {
  if (!isIndexable(term)) return { places: new Int32Array(), pageCount: 0 };
  const places = placesOf(layout, readIds(sql, term));
  let pageCount = 0;
  for (let i = 0; i < places.length; i++) {
    if (i === 0 || layout.slots[places[i]!] !== layout.slots[places[i - 1]!]) pageCount++;
  }
  return { places, pageCount };
}

/** Ids of the chunks with a term, ascending. A row holds many ids: a row for each id would take several times as long. */
function readIds(sql: SqlStorage, term: string): number[] {
  const ids: number[] = [];
  for (;;) {
    const row = sql
      .exec<{ ids: string }>(
        `SELECT json_group_array(id) AS ids FROM (
           SELECT rowid AS id FROM chunk_terms WHERE chunk_terms MATCH ? AND rowid > ? ORDER BY rowid LIMIT ?)`,
        quote(term),
        ids.at(-1) ?? -1,
        IDS_A_ROW,
      )
      .one();
    const some = JSON.parse(row.ids) as number[];
    for (const id of some) ids.push(id);
    if (some.length < IDS_A_ROW) return ids;
  }
}

/** A string of FTS5's query language: nothing but a quote has a meaning inside. */
export function quote(term: string): string {
  return `"${term.replaceAll('"', '""')}"`;
}

/** Whether the index can hold a term: the tokenizer would read others as several terms, or as the end of the query. */
export function isIndexable(term: string): boolean {
  return /^[^\0-\x20"'`]+$/.test(term);
}

import type { Chunk } from "#worker/content/chunks.ts";
import type { Section } from "#worker/content/sections.ts";

export type PutPage = {
  /** The page's own URL after redirects, without fragment; unique in the index. */
  url: string;
  title: string;
  description: string | null;
  markdown: string;
  /** Links in scope, kept so that a page answered with 304 still leads on. */
  links: string[];
  etag: string | null;
  lastModified: string | null;
  /** SHA-256 (hex) over title and markdown. */
  contentHash: string;
  /** Time of the fetch, in milliseconds since the epoch. */
  fetchedAt: number;
  sections: Section[];
  chunks: Chunk[];
  /** One int8 vector a chunk, in order; null when no embedder is at hand. */
  vectors: Int8Array[] | null;
  embedderId: string | null;
  /** Language that the page declares (`<html lang>`); the page's text tells its language better. */
  language?: string | null;
  /** The version of its library that the page names in its titles. */
  statedVersion?: string | null;
  /** Revision of `SharedLines` whose lines the text is without; 0 where shared lines were not looked for. */
  sharedRevision?: number;
};

/** Text that the pages of an index share: keys of lines with the page that keeps each, and parts of titles. */
export type SharedLines = {
  revision: number;
  lines: { key: string; keeper: string }[];
  titleParts: string[];
};

/** A page as it is stored, to be stored again without shared lines. */
export type UntidyPage = Omit<PutPage, "sections" | "chunks" | "vectors" | "sharedRevision"> & {
  chunks: Pick<Chunk, "headingPath" | "text">[];
  /** Vectors of the page's chunks, one behind the other. */
  vectors: Int8Array | null;
};

/** Outcome of storing a page. A page that its owner left out is not stored. */
export type PutOutcome = "added" | "changed" | "unchanged" | "left-out";

/** A page that speaks to a model in `found` places; `quotes` are the first of these, each on one line and bounded. */
export type SuspiciousPage = { url: string; title: string; found: number; quotes: string[] };

/** A page that its owner left out, at `leftOutAt` in milliseconds since 1970. */
export type LeftOutPage = SuspiciousPage & { leftOutAt: number };

/** Pages of an index that speak to a model, up to a limit; `total` counts all of them. */
export type Suspicions = { total: number; pages: SuspiciousPage[]; leftOut: LeftOutPage[] };

export type KnownPage = {
  url: string;
  etag: string | null;
  lastModified: string | null;
  contentHash: string;
  links: string[];
  /** True for a page that its owner left out: it is neither stored nor fetched. */
  isLeftOut?: boolean;
};

export type IndexTotals = { pages: number; chunks: number; tokens: number };

export type StoredPage = {
  url: string;
  title: string;
  description: string | null;
  markdown: string;
  sections: Section[];
  tokens: number;
  contentHash: string;
  fetchedAt: number;
};

export type PassageText = {
  chunkId: number;
  text: string;
};

export type RankedChunk = Chunk & { chunkId: number; score: number };

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

export type PutOutcome = "added" | "changed" | "unchanged";

export type KnownPage = {
  url: string;
  etag: string | null;
  lastModified: string | null;
  contentHash: string;
  links: string[];
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

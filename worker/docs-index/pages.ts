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
  /** Milliseconds since the epoch. */
  fetchedAt: number;
  sections: Section[];
  chunks: Chunk[];
  /** One int8 vector a chunk, in order; null when no embedder is at hand. */
  vectors: Int8Array[] | null;
  embedderId: string | null;
  /** What the page says of its language (`<html lang>`); its text says it better. */
  language?: string | null;
  /** The version of its library that the page names in its titles. */
  statedVersion?: string | null;
  /** Up to which revision of what pages share the text is without it; 0 where that was not looked at. */
  sharedRevision?: number;
};

/** What the pages of an index share: keys of lines with the page that keeps each, and parts of titles. */
export type SharedLines = {
  revision: number;
  lines: { key: string; keeper: string }[];
  titleParts: string[];
};

/** A page as it is stored, to be stored again without what others share. */
export type UntidyPage = Omit<PutPage, "sections" | "chunks" | "vectors" | "sharedRevision"> & {
  chunks: Pick<Chunk, "headingPath" | "text">[];
  /** Those of its chunks, one behind the other. */
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

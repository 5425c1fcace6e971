/**
 * Files that a search without the server needs besides pages: the table of tokens, the public catalog, word vectors, and the phrase
 * book. Each has the name of its file in the repository, because the modules that read the file use this name.
 */
export const PACK_FILES = [
  "o200k.bin",
  "public-catalog.json",
  "vocab.txt",
  "weights.bin",
  "terms.txt",
  "vectors.bin",
] as const;
export type PackFile = (typeof PACK_FILES)[number];

/** Most sources that one question can be put to: a pack holds no more, since it has no catalog that chooses. */
export const MAX_PACK_SOURCES = 16;

export type PackedSource = {
  id: string;
  name: string;
  version: string | null;
  url: string;
  isPublic: boolean;
  totalPages: number;
};

/** A page as an index stores it, without the columns that only a crawl needs. Times in milliseconds since the epoch. */
export type PackedPage = {
  url: string;
  /** Title as the page says. */
  title: string;
  /** Title as answers show it, where several pages have the same one. */
  shownTitle: string;
  description: string | null;
  markdown: string;
  contentHash: string;
  fetchedAt: number;
  language: string | null;
  statedVersion: string | null;
  sections: {
    heading: string;
    level: number;
    anchor: string | null;
    path: string[];
    start: number;
    end: number;
  }[];
  chunks: {
    ordinal: number;
    anchor: string | null;
    headingPath: string[];
    start: number;
    end: number;
    text: string;
    tokens: number;
  }[];
  /** The int8 vectors of the chunks one behind the other, in base64; null for a page without vectors of `docs-static`. */
  vectors: string | null;
};

/** Some pages of a source, and the `after` of the following ones; null at the end. */
export type PackPart = { source: PackedSource; pages: PackedPage[]; next: number | null };

/** Answers of the public catalog's routes, and the fields that its form may send. */

export type CatalogItem = {
  name: string;
  /** Other names under which people write the library's. */
  aliases: string[];
  /** Packages of the library, such as `npm:react`. */
  packages: string[];
  /** Address at which people read the documentation. */
  home: string;
  repository: string | null;
  description: string;
  /** License of the documentation's text; `unknown` where we do not know. */
  license: string;
  /** `rolling`: a single version is always the newest. `path`: each version has an address; `current` is the indexed one. */
  versions: { rule: "rolling" } | { rule: "path"; current: string };
  /** Size and time of the index; null when nothing is searchable yet. `lastIndexedAt` is an ISO time. */
  indexed: { pages: number; lastIndexedAt: string | null } | null;
};

export type CatalogAnswer = {
  /** Number of entries in the catalog, and of those that are indexed, whatever the request asked for. */
  total: number;
  totalIndexed: number;
  /** Entries by name. */
  entries: CatalogItem[];
};

/** A library of the catalog with each of its versions that is searchable, the newest reading first. */
export type LibraryAnswer = CatalogItem & {
  /** Searchable versions. `version` is null where there is only one. `lastIndexedAt` is an ISO time. */
  indexedVersions: { version: string | null; pages: number; lastIndexedAt: string | null }[];
};

export type SuggestionAnswer =
  /** The suggested library is in the catalog already. */
  | { status: "known"; entry: Pick<CatalogItem, "name" | "home"> }
  /** The suggestion is written down; `people` have suggested this address. */
  | { status: "noted"; url: string; people: number };

/** Most characters of each field of a suggestion. */
export const SUGGESTION_CHARACTERS = { url: 2000, name: 100, note: 500 } as const;

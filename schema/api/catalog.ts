/** What the public catalogue's routes answer, and what its form may send. */

export type CatalogueItem = {
  name: string;
  /** Other names under which people write it. */
  aliases: string[];
  /** Such as `npm:react`. */
  packages: string[];
  /** Where people read it. */
  home: string;
  repository: string | null;
  description: string;
  /** Of the documentation's text; `unknown` where we do not know. */
  license: string;
  /** `rolling`: there is one that always is the newest. `path`: each version has an address; `current` is the one that is indexed. */
  versions: { rule: "rolling" } | { rule: "path"; current: string };
  /** What is searchable of it; null when nothing is yet. `lastIndexedAt` is an ISO time. */
  indexed: { pages: number; lastIndexedAt: string | null } | null;
};

export type CatalogueAnswer = {
  /** How many entries the catalogue has, and how many of them are indexed, whatever was asked for. */
  total: number;
  totalIndexed: number;
  /** By name. */
  entries: CatalogueItem[];
};

/** A library of the catalog with each of its versions that is searchable, the newest reading first. */
export type LibraryAnswer = CatalogueItem & {
  /** `version` is null where there is only one. `lastIndexedAt` is an ISO time. */
  indexedVersions: { version: string | null; pages: number; lastIndexedAt: string | null }[];
};

export type SuggestionAnswer =
  /** It is in the catalogue already. */
  | { status: "known"; entry: Pick<CatalogueItem, "name" | "home"> }
  /** Written down; so many people have suggested the address. */
  | { status: "noted"; url: string; people: number };

/** Most characters of each field of a suggestion. */
export const SUGGESTION_CHARACTERS = { url: 2000, name: 100, note: 500 } as const;

import { publicCatalog } from "./public-catalog.ts";
import type { CatalogEntry } from "./public-catalog.ts";

/** The catalog by all names of its entries. */
export type CatalogNames = {
  /** The entry that a name, an alias or a package means, as somebody writes it: `React Query`, `npm:@tanstack/react-query`. */
  find: (written: string) => CatalogEntry | null;
  /** Other names of the entry with this name or alias, its packages without their ecosystem; null when no entry has that name. */
  othersOf: (sourceName: string) => { aliases: string[]; packages: string[] } | null;
};

/** Indexes entries by name: names go before aliases, aliases before packages; a name that two entries share equally means neither. */
export function indexNames(entries: readonly CatalogEntry[]): CatalogNames {
  const byName = new Map(entries.map((entry) => [keyOf(entry.name), entry]));
  const byAlias = uniquely(entries, ({ aliases }) => aliases);
  const byPackage = uniquely(entries, ({ packages }) => packages.flatMap((id) => [id, bareName(id)]));
  const find = (written: string) => {
    const key = keyOf(written);
    return byName.get(key) ?? byAlias.get(key) ?? byPackage.get(key) ?? null;
  };
  return {
    find,
    othersOf: (sourceName) => {
      const key = keyOf(sourceName);
      const entry = byName.get(key) ?? byAlias.get(key);
      if (!entry) return null;
      const isOwn = (written: string) => find(written) === entry;
      // A source that has an alias for a name is called by the entry's name too.
      const aliases = byName.has(key) ? entry.aliases : [entry.name, ...entry.aliases];
      return { aliases: aliases.filter(isOwn), packages: entry.packages.map(bareName).filter(isOwn) };
    },
  };
}

/** Names of the public catalog, made at the first call. */
export function catalogNames(): CatalogNames {
  return (known ??= indexNames(publicCatalog()));
}

let known: CatalogNames | null = null;

function uniquely(
  entries: readonly CatalogEntry[],
  writtenOf: (entry: CatalogEntry) => string[],
): Map<string, CatalogEntry> {
  const found = new Map<string, CatalogEntry | null>();
  for (const entry of entries)
    for (const key of new Set(writtenOf(entry).map(keyOf))) found.set(key, found.has(key) ? null : entry);
  return new Map([...found].flatMap(([key, entry]) => (entry ? [[key, entry] as const] : [])));
}

/** A name for comparison: case and the signs between words do not matter; a scope's @ does not either. */
function keyOf(written: string): string {
  return (
    written
      .toLowerCase()
      .match(/[\p{L}\p{N}+#]+/gu)
      ?.join(" ") ?? ""
  );
}

/** A package's name without its ecosystem: `npm:react` is `react`. */
function bareName(packageId: string): string {
  return packageId.slice(packageId.indexOf(":") + 1);
}

import { catalogNames } from "#worker/public-catalog/catalog-names.ts";
import { indexAddresses } from "#worker/public-catalog/entry-at.ts";
import { publicCatalog } from "#worker/public-catalog/public-catalog.ts";
import type { CatalogEntry } from "#worker/public-catalog/public-catalog.ts";
import { readNames } from "./named-sources.ts";

type Named = { name: string; url: string };

/**
 * The libraries of the public catalog that a question names, when the question names none of `sources`, and so is probably about
 * something that they do not document. A name within a longer name does not count: a question about React Router has not named React. A
 * source is the library of its name, alias or package, or else of its address, also where a part of that address is another library's, and
 * every library whose documentation begins below its address.
 */
export function absentLibraries(question: string, sources: readonly Named[]): string[] {
  const { text, namesOf } = readNames(question);
  const libraries = publicCatalog()
    .map((entry) => ({ entry, names: namesOf(entry.name) }))
    .filter(({ names }) => names.length > 0);
  if (libraries.length === 0) return [];
  const ofSources = sources.flatMap(({ name, url }) => namesOf(name, url));
  const longest = withoutNamesInNames(text, [...libraries.flatMap(({ names }) => names), ...ofSources]);
  if (ofSources.some((name) => longest.has(name))) return [];
  const named = libraries
    .filter(({ names }) => names.some((name) => longest.has(name)))
    .map(({ entry }) => entry);
  return isAnyOf(sources, named) ? [] : named.map(({ name }) => name);
}

/** The names that stand somewhere in the text outside any longer name. */
function withoutNamesInNames(text: string, names: string[]): ReadonlySet<string> {
  let left = text;
  const found = new Set<string>();
  for (const name of [...new Set(names)].sort((a, b) => b.length - a.length)) {
    if (!left.includes(name)) continue;
    found.add(name);
    left = left.replaceAll(name, " | ");
  }
  return found;
}

function isAnyOf(sources: readonly Named[], libraries: CatalogEntry[]): boolean {
  const librariesAt = indexAddresses(libraries);
  return sources.some(({ name, url }) => {
    const entry = catalogNames().find(name);
    if (entry && libraries.includes(entry)) return true;
    const folder = url.endsWith("/") ? url : `${url}/`;
    if (libraries.some(({ start }) => start.url.startsWith(folder))) return true;
    return !entry && librariesAt(url).length > 0;
  });
}

import { findEntryAt } from "./entry-at.ts";
import { catalogueNames } from "./catalogue-names.ts";
import { sourcesNamedBy } from "./named-sources.ts";
import { publicCatalogue } from "./public-catalogue.ts";

/**
 * The libraries that a question names, of all in the public catalogue, when it names none of these sources: it is likely
 * about something that they do not document. A source is the library of its name, alias or package, and of its address.
 */
export function absentLibraries(
  question: string,
  sources: readonly { name: string; url: string }[],
): string[] {
  const isNamed = sourcesNamedBy(question);
  if (sources.some(({ name }) => isNamed(name))) return [];
  const named = publicCatalogue().filter(({ name }) => isNamed(name));
  if (named.length === 0) return [];
  const isHere = sources.some(({ name, url }) => {
    const entry = catalogueNames().find(name) ?? findEntryAt(named, url);
    return entry !== null && named.includes(entry);
  });
  return isHere ? [] : named.map(({ name }) => name);
}

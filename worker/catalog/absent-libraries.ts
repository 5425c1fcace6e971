import { catalogueNames } from "#worker/public-catalogue/catalogue-names.ts";
import { indexAddresses } from "#worker/public-catalogue/entry-at.ts";
import { sourcesNamedBy } from "./named-sources.ts";
import { publicCatalogue } from "#worker/public-catalogue/public-catalogue.ts";

/**
 * The libraries that a question names, of all in the public catalogue, when it names none of these sources: it is likely
 * about something that they do not document. A source is the library of its name, alias or package, or else of its address, also where
 * a part of that address is another library's.
 */
export function absentLibraries(
  question: string,
  sources: readonly { name: string; url: string }[],
): string[] {
  const isNamed = sourcesNamedBy(question);
  if (sources.some(({ name, url }) => isNamed(name, url))) return [];
  const named = publicCatalogue().filter(({ name }) => isNamed(name));
  if (named.length === 0) return [];
  const namedAt = indexAddresses(named);
  const isHere = sources.some(({ name, url }) => {
    const entry = catalogueNames().find(name);
    return entry ? named.includes(entry) : namedAt(url).length > 0;
  });
  return isHere ? [] : named.map(({ name }) => name);
}

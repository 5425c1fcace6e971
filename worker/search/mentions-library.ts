import { aliasesOf } from "#worker/catalog/named-sources.ts";
import type { QueryTerm } from "#worker/docs-index/candidates.ts";
import { analyzeText } from "#worker/docs-index/terms.ts";
import type { RankedCandidate } from "./rank.ts";

/** Number of best candidates whose pages are looked at. */
const TOP = 3;

/**
 * Whether a page of one of the best candidates writes the library by a name that the question uses too: then the library plays a
 * part in the subject of that page.
 */
export function mentionsLibrary(
  ranked: readonly { candidate: Pick<RankedCandidate<unknown>["candidate"], "page"> }[],
  terms: readonly QueryTerm[],
  library: string,
): boolean {
  const places = new Map(terms.map(({ term }, t) => [term, t]));
  const names = aliasesOf(library).map((alias) => analyzeText(alias).map((term) => places.get(term)));
  return ranked
    .slice(0, TOP)
    .some(({ candidate: { page } }) =>
      names.some((name) => name.every((t) => t !== undefined && (page.counts[t] ?? 0) > 0)),
    );
}

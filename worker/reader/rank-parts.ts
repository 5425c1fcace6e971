import type { Chunk } from "#worker/content/chunks.ts";
import type { IndexQuery } from "#worker/docs-index/candidates.ts";
import { analyzeText } from "#worker/docs-index/terms.ts";

/**
 * The chunks of a page that no index holds, best first for the questions given: BM25 (k1 1.2, b 0.75) over text and
 * headings with the page as the collection. Chunks without any of the terms are left out.
 */
export function rankParts(chunks: Chunk[], queries: Pick<IndexQuery, "terms">[]): Chunk[] {
  const counted = chunks.map((chunk) => {
    const terms = analyzeText(`${chunk.headingPath.join(" ")} ${chunk.text}`);
    const counts = new Map<string, number>();
    for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
    return { chunk, counts, length: terms.length };
  });
  const meanLength = counted.reduce((sum, { length }) => sum + length, 0) / Math.max(1, counted.length);
  const score = (entry: (typeof counted)[number]) => {
    let total = 0;
    for (const { terms } of queries) {
      for (const { term, weight } of terms) {
        const count = entry.counts.get(term);
        if (!count) continue;
        const holders = counted.filter(({ counts }) => counts.has(term)).length;
        const idf = Math.log(1 + (counted.length - holders + 0.5) / (holders + 0.5));
        total += weight * idf * ((count * 2.2) / (count + 1.2 * (0.25 + (0.75 * entry.length) / meanLength)));
      }
    }
    return total;
  };
  return counted
    .map((entry) => ({ chunk: entry.chunk, score: score(entry) }))
    .filter(({ score: value }) => value > 0)
    .sort((a, b) => b.score - a.score || a.chunk.ordinal - b.chunk.ordinal)
    .map(({ chunk }) => chunk);
}

import type { Candidate, Candidates, FieldCounts, IndexQuery } from "./candidates.ts";

/**
 * Candidates on their way from an index to the caller: one column for each fact, and the facts of a page only once.
 * Between objects of the platform a list of rows is written and read in ten times the time of its columns.
 */
export type PackedCandidates = {
  stats: Candidates["stats"];
  isByWords?: boolean;
  chunks: {
    ids: Int32Array;
    /** Place of each chunk's page in the columns of `pages`. */
    pages: Int32Array;
    anchors: (string | null)[];
    /** Heading paths, each as JSON. */
    headingPaths: string[];
    ordinals: Int32Array;
    tokens: Int32Array;
    hashes: string[];
    /** Cosines; NaN for a chunk without one. */
    cosines: Float64Array;
    /** Length and then counts of each chunk's title, heading and body in turn. */
    fields: Int32Array;
    /** Texts of the first chunks. */
    texts: string[];
  };
  pages: {
    ids: Int32Array;
    urls: string[];
    titles: string[];
    statedVersions: (string | null)[];
    tokens: Int32Array;
    contentHashes: string[];
    fetchedAt: Float64Array;
    /** Length and then counts of each page. */
    fields: Int32Array;
  };
};

/** An index that can be asked for candidates: the stub of an object, or the object itself. */
type Index = { findCandidates(query: IndexQuery): Promise<PackedCandidates> };

/** The best candidates of an index for a question. */
export async function askIndex(index: Index, query: IndexQuery): Promise<Candidates> {
  return unpackCandidates(await index.findCandidates(query));
}

export function packCandidates({ stats, candidates, isByWords }: Candidates): PackedCandidates {
  const placeOfPage = new Map<number, number>();
  const firsts: Candidate[] = [];
  for (const candidate of candidates) {
    if (placeOfPage.has(candidate.pageId)) continue;
    placeOfPage.set(candidate.pageId, firsts.length);
    firsts.push(candidate);
  }
  const texts = candidates.map(({ text }) => text);
  const textless = texts.indexOf(undefined);
  return {
    stats,
    isByWords,
    chunks: {
      ids: Int32Array.from(candidates, ({ chunkId }) => chunkId),
      pages: Int32Array.from(candidates, ({ pageId }) => placeOfPage.get(pageId)!),
      anchors: candidates.map(({ anchor }) => anchor),
      headingPaths: candidates.map(({ headingPath }) => JSON.stringify(headingPath)),
      ordinals: Int32Array.from(candidates, ({ ordinal }) => ordinal),
      tokens: Int32Array.from(candidates, ({ tokens }) => tokens),
      hashes: candidates.map(({ chunkHash }) => chunkHash),
      cosines: Float64Array.from(candidates, ({ cosine }) => cosine ?? Number.NaN),
      fields: packFields(
        candidates.flatMap(({ chunk: { title, heading, body } }) => [title, heading, body]),
        stats,
      ),
      texts: texts.slice(0, textless === -1 ? texts.length : textless) as string[],
    },
    pages: {
      ids: Int32Array.from(firsts, ({ pageId }) => pageId),
      urls: firsts.map(({ url }) => url),
      titles: firsts.map(({ title }) => title),
      statedVersions: firsts.map(({ statedVersion }) => statedVersion),
      tokens: Int32Array.from(firsts, ({ pageTokens }) => pageTokens),
      contentHashes: firsts.map(({ contentHash }) => contentHash),
      fetchedAt: Float64Array.from(firsts, ({ fetchedAt }) => fetchedAt),
      fields: packFields(
        firsts.map(({ page }) => page),
        stats,
      ),
    },
  };
}

export function unpackCandidates({ stats, isByWords, chunks, pages }: PackedCandidates): Candidates {
  const terms = stats.chunkFrequencies.length;
  const ofPages = Array.from(pages.ids, (_, page) => fieldAt(pages.fields, page, terms));
  const candidates = Array.from(chunks.ids, (chunkId, i): Candidate => {
    const page = chunks.pages[i]!;
    const cosine = chunks.cosines[i]!;
    return {
      chunkId,
      pageId: pages.ids[page]!,
      url: pages.urls[page]!,
      anchor: chunks.anchors[i]!,
      title: pages.titles[page]!,
      statedVersion: pages.statedVersions[page]!,
      headingPath: JSON.parse(chunks.headingPaths[i]!) as string[],
      ordinal: chunks.ordinals[i]!,
      tokens: chunks.tokens[i]!,
      pageTokens: pages.tokens[page]!,
      contentHash: pages.contentHashes[page]!,
      chunkHash: chunks.hashes[i]!,
      fetchedAt: pages.fetchedAt[page]!,
      chunk: {
        title: fieldAt(chunks.fields, 3 * i, terms),
        heading: fieldAt(chunks.fields, 3 * i + 1, terms),
        body: fieldAt(chunks.fields, 3 * i + 2, terms),
      },
      page: ofPages[page]!,
      cosine: Number.isNaN(cosine) ? null : cosine,
      text: chunks.texts[i],
    };
  });
  return { stats, candidates, isByWords };
}

function packFields(fields: FieldCounts[], { chunkFrequencies }: Candidates["stats"]): Int32Array {
  const size = 1 + chunkFrequencies.length;
  const packed = new Int32Array(fields.length * size);
  fields.forEach(({ length, counts }, i) => {
    packed[i * size] = length;
    packed.set(counts, i * size + 1);
  });
  return packed;
}

function fieldAt(packed: Int32Array, place: number, terms: number): FieldCounts {
  const start = place * (1 + terms);
  const counts = Array.from<number>({ length: terms });
  for (let t = 0; t < terms; t++) counts[t] = packed[start + 1 + t]!;
  return { counts, length: packed[start]! };
}

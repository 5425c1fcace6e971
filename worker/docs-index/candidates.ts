/** A term of a question after analysis, as it stands in the index. */
export type QueryTerm = {
  term: string;
  /** Weight in the question, 1 for an ordinary word; parts of an identifier weigh less than the whole. */
  weight: number;
  /** Whether the term is no word of the question but one that documentation may use instead. */
  isAdded?: boolean;
};

export type IndexQuery = {
  terms: QueryTerm[];
  /** Unit vector of the question by `embedderId`, or null. */
  vector: Float32Array | null;
  embedderId: string | null;
  /** Languages that are asked for beside the source's own (ISO 639-1); a question in other letters asks for those of its script anyway. */
  languages?: string[];
  /** How many candidates to return. */
  limit: number;
  /** Number of candidates, the first ones, that come with their text; none by default. */
  texts?: number;
};

/** Counts of every query term (same order as the query's terms) in one field, and the field's length in terms. */
export type FieldCounts = { counts: number[]; length: number };

export type Candidate = {
  chunkId: number;
  pageId: number;
  url: string;
  anchor: string | null;
  title: string;
  /** The version that the page names in its titles. */
  statedVersion: string | null;
  headingPath: string[];
  ordinal: number;
  tokens: number;
  pageTokens: number;
  contentHash: string;
  /** Hash of the text, used to drop copies. */
  chunkHash: string;
  fetchedAt: number;
  chunk: { title: FieldCounts; heading: FieldCounts; body: FieldCounts };
  /** Number of the page's chunks that hold each term; the length is the number of all its chunks. */
  page: FieldCounts;
  /** Text of the chunk, for the first candidates where the query asks for texts. */
  text?: string;
  /** Cosine with the query, or null without vectors. */
  cosine: number | null;
};

export type FieldStats = { titleLength: number; headingLength: number; bodyLength: number };

export type Candidates = {
  /** Numbers for BM25: of chunks and pages, mean field lengths of the chunks, and in how many chunks and pages each term is. */
  stats: {
    chunks: number;
    pages: number;
    chunkMeans: FieldStats;
    chunkFrequencies: number[];
    pageFrequencies: number[];
  };
  candidates: Candidate[];
  /** Whether chunks were found by words only, since the vector store does not answer. */
  isByWords?: boolean;
};

/** Answer of an index that holds nothing. */
export function noCandidates({ terms }: IndexQuery): Candidates {
  const means = { titleLength: 0, headingLength: 0, bodyLength: 0 };
  const frequencies = terms.map(() => 0);
  const stats = {
    chunks: 0,
    pages: 0,
    chunkMeans: means,
    chunkFrequencies: frequencies,
    pageFrequencies: frequencies,
  };
  return { stats, candidates: [] };
}

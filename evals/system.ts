/** A documentation search under evaluation: the product, or one that is measured beside it. */
export type SearchSystem = {
  name: string;
  /** `corpus` names the corpus (or corpora) to search in; null leaves the choice to the system. */
  search(question: {
    query: string;
    /** Words that the documentation probably uses, from an agent that asks; systems without keywords leave them out. */
    keywords?: readonly string[];
    budget: number;
    corpus: string | readonly string[] | null;
  }): Promise<SearchReply>;
  /** Reads one page that a search listed, in the session of that search where there is one. */
  read(page: { url: string; session: string | null; budget: number }): Promise<ReadReply>;
  close(): Promise<void>;
};

export type ReadReply = {
  /** The text that the model is given. */
  text: string;
  isError: boolean;
  /** Clients that put some of the text into a file, which the model opens with one more call. */
  inFileOf?: readonly string[];
};

export type SearchReply = ReadReply & {
  /** URLs of the pages in the order in which the answer first names them, without fragment, each once. */
  pages: string[];
  /** Number of pages, from the first, of which the answer has text; the others are only named. */
  pagesWithText: number;
  session: string | null;
  /** The confidence that the system states; a system that states none counts as sure. */
  confidence?: "sure" | "nearest" | "absent";
  /** The cost and savings of the answer as the system states them, where it does. */
  receipt?: Record<string, number>;
};

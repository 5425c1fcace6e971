/** A documentation search under evaluation: the product, or one that is measured beside it. */
export type SearchSystem = {
  name: string;
  /** `corpus` names the corpus (or corpora) to search in; null leaves the choice to the system. */
  search(question: {
    query: string;
    /** What the documentation probably says, by an agent that asks; systems that take none leave them out. */
    keywords?: readonly string[];
    budget: number;
    corpus: string | readonly string[] | null;
  }): Promise<SearchReply>;
  /** Reads one page that a search listed, in the session of that search where there is one. */
  read(page: { url: string; session: string | null; budget: number }): Promise<ReadReply>;
  close(): Promise<void>;
};

export type ReadReply = {
  /** What the model is given. */
  text: string;
  isError: boolean;
  /** Clients that put some of it into a file, which the model opens with one more call. */
  inFileOf?: readonly string[];
};

export type SearchReply = ReadReply & {
  /** URLs of the pages in the order in which the answer first names them, without fragment, each once. */
  pages: string[];
  /** How many of them, from the first, the answer has text of; the others it only names. */
  pagesWithText: number;
  session: string | null;
  /** How sure the system says that it is; a system that says nothing is. */
  confidence?: "sure" | "nearest" | "absent";
  /** What the system says that the answer cost and saved, where it does. */
  receipt?: Record<string, number>;
};

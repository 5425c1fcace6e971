import type { Shelf } from "./shelf.ts";

/** One documentation search that is measured: the product, or a tool that an agent could use instead. */
export type Peer = {
  name: string;
  version: string;
  /** Makes one corpus searchable. */
  index(shelf: Shelf): Promise<void>;
  /** The ways of asking the peer, each a row of the table. */
  ways: Way[];
  /** Largest resident memory, in megabytes (10^6 bytes), from the first page indexed on; null where the peer has no lasting process. */
  peakMb(): number | null;
  close(): Promise<void>;
};

/** One way of using a peer, with everything that an agent does until it has its answer. */
export type Way = {
  name: string;
  /** The calls and the reads of this way, in a sentence for the report. */
  how: string;
  ask(question: { query: string; corpus: string }): Promise<PeerAnswer>;
};

export type PeerAnswer = {
  /** Paths of pages below the corpus in the order in which the answer first names them, each once. */
  pages: string[];
  /** All text that the agent was given. */
  text: string;
  /** The same text and more, for a budget in which `text` leaves room. Without this function nothing more would come. */
  more?(): Promise<string>;
};

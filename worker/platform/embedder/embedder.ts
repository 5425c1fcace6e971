/**
 * Model that turns text into vectors. Vectors of one embedder id can be compared with each other and with nothing else. Throws
 * `unavailable` when a remote model does not answer, and `resource-exhausted` when no answer will come today.
 */
export type Embedder = {
  /** Name of model and version; stored beside the vectors, so that a change of model is seen. */
  id: string;
  dims: number;
  /** A unit vector for a question. */
  embedQuery(text: string): Promise<Float32Array>;
  /** Unit vectors for passages, in the order given, quantised to int8 (component x 127, rounded). */
  embedPassages(passages: EmbedPassage[]): Promise<Int8Array[]>;
};

export type EmbedPassage = { title: string; heading: string; body: string };

/** Reads a question together with each passage, which sees more than two vectors do, and is far slower. */
export type Reranker = {
  /** How well each passage answers the question, in the order given; higher is better. Throws `unavailable` when the model does not answer. */
  rerank(question: string, passages: string[]): Promise<number[]>;
};

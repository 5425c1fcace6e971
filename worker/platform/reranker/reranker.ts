/** Model that reads a question together with each passage: better than comparing two vectors, and far slower. */
export type Reranker = {
  /** Scores of the passages as answers, in the order given; higher is better. Throws `unavailable` when the model does not answer. */
  rerank(question: string, passages: string[]): Promise<number[]>;
};

export type ModelMessage = { role: "system" | "user" | "assistant"; content: string };

export type ModelOptions = {
  /** Of the answer. */
  maxTokens: number;
  signal: AbortSignal;
};

/** A model that answers in text, by the piece. */
export type ChatModel = {
  /** As people are shown it. */
  name: string;
  /**
   * The answer as it is written. Throws `unavailable` for what passes by itself and `failed-precondition` for what its owner has to
   * mend; the model's own words about an error are in the cause alone. Ends when the signal is aborted.
   */
  answer(messages: ModelMessage[], options: ModelOptions): AsyncIterable<string>;
};

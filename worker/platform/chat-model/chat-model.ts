export type ModelMessage = { role: "system" | "user" | "assistant"; content: string };

export type ModelOptions = {
  /** Most tokens of the answer. */
  maxTokens: number;
  signal: AbortSignal;
};

/** A model that answers in text, by the piece. */
export type ChatModel = {
  /** Name shown to people. */
  name: string;
  /**
   * The answer, piece by piece. Throws `unavailable` for a passing failure and `failed-precondition` for one that the model's owner has to
   * mend; the model's own words about an error are in the cause alone. Ends when the signal is aborted.
   */
  answer(messages: ModelMessage[], options: ModelOptions): AsyncIterable<string>;
};

/** Number of o200k_base tokens of a text. */
export function countTokens(_text: string): number {
  throw new Error("not there yet");
}

/** The longest prefix of `text` that has at most `maxTokens` o200k tokens; never cuts a code point. */
export function cutToTokens(_text: string, _maxTokens: number): string {
  throw new Error("not there yet");
}

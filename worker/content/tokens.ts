import { createTokenizer, type Tokenizer } from "./o200k.ts";
import table from "./o200k.bin";

let tokenizer: Tokenizer | undefined;

/** The table is read at the first count, some 20 ms, and not when the isolate starts. */
function getTokenizer(): Tokenizer {
  tokenizer ??= createTokenizer(table);
  return tokenizer;
}

/** Number of o200k_base tokens of a text. */
export function countTokens(text: string): number {
  return getTokenizer().count(text);
}

/** The prefix of `text` up to the last token that fits into `maxTokens` o200k_base tokens; never cuts a code point. */
export function cutToTokens(text: string, maxTokens: number): string {
  return getTokenizer().cut(text, maxTokens);
}

import { createTokenizer, type Tokenizer } from "./o200k.ts";
import table from "./o200k.bin";

/** The table that `createTokenizer` reads. */
export const TOKEN_TABLE: ArrayBuffer = table;

let tokenizer: Tokenizer | undefined;

/** The tokenizer, whose table is read at the first count, some 20 ms, and not when the isolate starts. */
function getTokenizer(): Tokenizer {
  tokenizer ??= createTokenizer(table);
  return tokenizer;
}

/** Length from which the last count is remembered: shorter texts are counted in no time. */
const MIN_KNOWN_LENGTH = 1000;

/** The long text that was counted last: an answer is counted while fitted to its budget, and again for its receipt. */
let known = { text: "", tokens: 0 };

/** Number of o200k_base tokens of a text. */
export function countTokens(text: string): number {
  if (text.length < MIN_KNOWN_LENGTH) return getTokenizer().count(text);
  if (text !== known.text) known = { text, tokens: getTokenizer().count(text) };
  return known.tokens;
}

/** The prefix of `text` up to the last token that fits into `maxTokens` o200k_base tokens; never cuts a code point. */
export function cutToTokens(text: string, maxTokens: number): string {
  return getTokenizer().cut(text, maxTokens);
}

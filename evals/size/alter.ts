import { createHash } from "node:crypto";

/** A word is rare when at most this share of the documents has it. */
const RARE_SHARE = 0.02;
/** Shorter words are left alone: most are parts of the language, and of syntax. */
const WORD = /[A-Za-z]{4,}/gu;

export type Alteration = (text: string) => string;

/**
 * A way to write the same documents in partly other words: of their rare words a drawn share is replaced, each by a word
 * of its own that is made of two halves of rare words, everywhere alike. So a copy has as many different words as the
 * original and the same document frequencies, and shares the common words with it. The seed decides all.
 */
export function alterationOf(rare: readonly string[], share: number, seed: string): Alteration {
  const rareSet = new Set(rare);
  const altered = new Map<string, string>();
  const alter = (word: string) => {
    const known = altered.get(word);
    if (known !== undefined) return known;
    const draw = createHash("sha256").update(`${seed}\0${word}`).digest();
    const isDrawn = rareSet.has(word) && draw.readUInt32LE(0) / 2 ** 32 < share;
    const other = rare[draw.readUInt32LE(4) % Math.max(rare.length, 1)] ?? word;
    const made = isDrawn
      ? word.slice(0, Math.ceil(word.length / 2)) + other.slice(Math.floor(other.length / 2))
      : word;
    altered.set(word, made);
    return made;
  };
  return (text) => text.replace(WORD, (word) => inCaseOf(word, alter(word.toLowerCase())));
}

/** The rare words of documents, in lower case and sorted. */
export function rareWordsOf(texts: readonly string[]): string[] {
  const documents = new Map<string, number>();
  for (const text of texts) {
    for (const word of new Set(text.toLowerCase().match(WORD)))
      documents.set(word, (documents.get(word) ?? 0) + 1);
  }
  const most = Math.max(1, texts.length * RARE_SHARE);
  return [...documents]
    .filter(([, count]) => count <= most)
    .map(([word]) => word)
    .sort();
}

function inCaseOf(original: string, word: string): string {
  if (original === original.toUpperCase()) return word.toUpperCase();
  if (original[0] !== original[0]!.toLowerCase()) return word[0]!.toUpperCase() + word.slice(1);
  return word;
}

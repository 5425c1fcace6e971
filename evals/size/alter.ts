import { seededRandom } from "../random.ts";

/** Largest share of the documents that have a rare word. */
const RARE_SHARE = 0.02;
/** Words that may be replaced. Shorter ones are left alone: most are parts of the language, and of syntax. */
const WORD = /[A-Za-z]{4,}/gu;

export type Alteration = (text: string) => string;

/** The rare words of some documents, in lower case and sorted, and as a set: made once for thousands of alterations. */
export type RareWords = { list: readonly string[]; set: ReadonlySet<string> };

/**
 * A way to write the same documents in partly other words: a drawn share of their rare words is replaced, each by a new word
 * made of two halves of rare words, everywhere alike. So a copy has as many different words as the original and the same
 * document frequencies, and shares the common words with the original. The seed decides all.
 */
export function alterationOf({ list, set }: RareWords, share: number, seed: string): Alteration {
  const altered = new Map<string, string>();
  const alter = (word: string) => {
    const known = altered.get(word);
    if (known !== undefined) return known;
    let made = word;
    if (set.has(word)) {
      const draw = seededRandom(numberOf(`${seed}\0${word}`));
      const isDrawn = draw() < share;
      const other = list[Math.floor(draw() * list.length)] ?? word;
      if (isDrawn)
        made = word.slice(0, Math.ceil(word.length / 2)) + other.slice(Math.floor(other.length / 2));
    }
    altered.set(word, made);
    return made;
  };
  return (text) => text.replace(WORD, (word) => inCaseOf(word, alter(word.toLowerCase())));
}

export function rareWordsOf(texts: readonly string[]): RareWords {
  const documents = new Map<string, number>();
  for (const text of texts) {
    for (const word of new Set(text.toLowerCase().match(WORD)))
      documents.set(word, (documents.get(word) ?? 0) + 1);
  }
  const most = Math.max(1, texts.length * RARE_SHARE);
  const list = [...documents]
    .filter(([, count]) => count <= most)
    .map(([word]) => word)
    .sort();
  return { list, set: new Set(list) };
}

/** A hash of a text: FNV-1a, 32 bits. */
function numberOf(text: string): number {
  let hash = 2_166_136_261;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 16_777_619);
  return hash >>> 0;
}

function inCaseOf(original: string, word: string): string {
  if (original === original.toUpperCase()) return word.toUpperCase();
  if (original[0] !== original[0]!.toLowerCase()) return word[0]!.toUpperCase() + word.slice(1);
  return word;
}

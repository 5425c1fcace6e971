/** Shorter words are in everything. */
const MIN_CHARACTERS = 3;

/** A text cut where it has a word that begins as one of a question does, so that those pieces can be marked. */
export function markedWords(text: string, question: string): { text: string; isMarked: boolean }[] {
  const words = question
    .split(/[^\p{L}\p{N}_]+/u)
    .filter((word) => word.length >= MIN_CHARACTERS)
    .toSorted((a, b) => b.length - a.length);
  if (words.length === 0) return [{ text, isMarked: false }];
  // A split by a group keeps what it split at, at every odd place.
  return text
    .split(new RegExp(`(?<![\\p{L}\\p{N}_])(${words.join("|")})`, "giu"))
    .map((piece, index) => ({ text: piece, isMarked: index % 2 === 1 }))
    .filter((piece) => piece.text !== "");
}

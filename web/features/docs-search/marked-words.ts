/** Shortest word that is marked: shorter words are everywhere. */
const MIN_CHARACTERS = 3;

/** A text cut into pieces: a word's beginning that equals a word of the question is a piece of its own, to be marked. */
export function markedWords(text: string, question: string): { text: string; isMarked: boolean }[] {
  const words = question
    .split(/[^\p{L}\p{N}_]+/u)
    .filter((word) => word.length >= MIN_CHARACTERS)
    .toSorted((a, b) => b.length - a.length);
  if (words.length === 0) return [{ text, isMarked: false }];
  // A split by a group keeps the separators, at every odd place.
  return text
    .split(new RegExp(`(?<![\\p{L}\\p{N}_])(${words.join("|")})`, "giu"))
    .map((piece, index) => ({ text: piece, isMarked: index % 2 === 1 }))
    .filter((piece) => piece.text !== "");
}

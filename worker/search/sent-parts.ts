import { joinKept, listPieces, SENT_MARK } from "./passage-pieces.ts";

/**
 * What a session remembers of a passage that did not fit and was sent in part, beside the hashes of those sent whole: the
 * pieces that it has are not sent again, the others may still be wanted.
 */
export function pieceKeys(chunkHash: string, text: string, part: string): string[] {
  const held = listPieces(text).flatMap((piece, i) =>
    part.includes(piece.text) ? [keyOf(chunkHash, i)] : [],
  );
  return [keyOf(chunkHash, "part"), ...held];
}

/** A passage without the pieces that were sent: its whole text when none was, null when nothing is left. */
export function withoutSentPieces(chunkHash: string, text: string, sent: ReadonlySet<string>): string | null {
  if (!sent.has(keyOf(chunkHash, "part"))) return text;
  const pieces = listPieces(text);
  const isNew = (i: number) => !sent.has(keyOf(chunkHash, i));
  return pieces.some(({ isHeading }, i) => !isHeading && isNew(i))
    ? joinKept(pieces, isNew, SENT_MARK)
    : null;
}

function keyOf(chunkHash: string, piece: number | "part"): string {
  return `${chunkHash}#${piece}`;
}

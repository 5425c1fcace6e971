import { joinKept, listPieces, SENT_MARK } from "./passage-pieces.ts";

/**
 * Keys that a session remembers for a passage that was sent in part, beside the hashes of passages sent whole: the pieces with a
 * key are not sent again, the other pieces may still be wanted.
 */
export function pieceKeys(chunkHash: string, text: string, part: string): string[] {
  const held = listPieces(text).flatMap((piece, i) =>
    part.includes(piece.text) ? [keyOf(chunkHash, i)] : [],
  );
  return [keyOf(chunkHash, "part"), ...held];
}

/** A passage without the pieces that were sent: its whole text when no piece was sent, null when no piece is left. */
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

/** `former` is the text of a former page, under the id of its own table. */
type PieceKind = "markdown" | "links" | "sections" | "vectors" | "former";

/** Most bytes of a piece: a row of SQLite in a Durable Object holds at most 2 MB, the key included. */
const MAX_PIECE_BYTES = 1_500_000;

/** Stores data of a page beside its row, in as many rows as the length takes. Replaces nothing: delete first. */
export function writePieces(
  sql: SqlStorage,
  kind: PieceKind,
  pageId: number,
  data: string | Uint8Array,
): void {
  const bytes = typeof data === "string" ? new TextEncoder().encode(data) : data;
  for (let part = 0, at = 0; at < bytes.length; part++, at += MAX_PIECE_BYTES) {
    const piece = bytes.slice(at, at + MAX_PIECE_BYTES);
    sql.exec(
      "INSERT INTO page_piece (kind, page_id, part, data) VALUES (?, ?, ?, ?)",
      kind,
      pageId,
      part,
      piece.buffer,
    );
  }
}

/** The data that `writePieces` stored; empty when nothing was stored. */
export function readPieces(sql: SqlStorage, kind: PieceKind, pageId: number): ArrayBuffer {
  const rows = sql
    .exec<{ data: ArrayBuffer }>(
      "SELECT data FROM page_piece WHERE kind = ? AND page_id = ? ORDER BY part",
      kind,
      pageId,
    )
    .toArray();
  return joinPieces(rows.map(({ data }) => data));
}

export function readTextPieces(sql: SqlStorage, kind: PieceKind, pageId: number): string {
  return new TextDecoder().decode(readPieces(sql, kind, pageId));
}

/** Pieces of one kind by page, of the pages that have any. */
export function readPiecesOfPages(
  sql: SqlStorage,
  kind: PieceKind,
  pageIds: number[],
): Map<number, ArrayBuffer> {
  const pieces = new Map<number, ArrayBuffer[]>();
  const rows = sql.exec<{ page_id: number; data: ArrayBuffer }>(
    `SELECT page_id, data FROM page_piece
     WHERE kind = ? AND page_id IN (SELECT value FROM json_each(?)) ORDER BY page_id, part`,
    kind,
    JSON.stringify(pageIds),
  );
  for (const { page_id: pageId, data } of rows) {
    const parts = pieces.get(pageId);
    if (parts) parts.push(data);
    else pieces.set(pageId, [data]);
  }
  return new Map(Array.from(pieces, ([pageId, parts]) => [pageId, joinPieces(parts)]));
}

export function deletePieces(sql: SqlStorage, pageId: number): void {
  sql.exec(
    "DELETE FROM page_piece WHERE kind IN ('markdown', 'links', 'sections', 'vectors') AND page_id = ?",
    pageId,
  );
}

/** Deletes the data of one kind. */
export function deletePiece(sql: SqlStorage, kind: PieceKind, pageId: number): void {
  sql.exec("DELETE FROM page_piece WHERE kind = ? AND page_id = ?", kind, pageId);
}

/** The parts of one piece, in their order, as one. */
export function joinPieces(parts: ArrayBuffer[]): ArrayBuffer {
  if (parts.length === 1) return parts[0]!;
  const joined = new Uint8Array(parts.reduce((bytes, part) => bytes + part.byteLength, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(new Uint8Array(part), at);
    at += part.byteLength;
  }
  return joined.buffer;
}

import type { PackedPage } from "#schema/api/packs.ts";
import { DOCS_STATIC } from "#worker/platform/embedder/docs-static/model.ts";
import { listStoredChunks } from "./read-pages.ts";
import { readPieces, readTextPieces } from "./page-pieces.ts";

/** A page as `PackedPage`, with its vectors as they are. */
export type StoredPackPage = Omit<PackedPage, "vectors"> & { vectors: Uint8Array | null };
export type StoredPart = { pages: StoredPackPage[]; next: number | null };

/** Characters of markdown after which a part ends. The chunks hold the same text once more, and a call between objects takes 32 MB. */
const PART_CHARACTERS = 1_000_000;

/** Pages behind `after`, at least one where there is any; `next` is the `after` of the following part. */
export function readPart(sql: SqlStorage, after: number): StoredPart {
  const pages: StoredPackPage[] = [];
  let characters = 0;
  const rows = sql.exec<Row>(
    `SELECT id, url, coalesce(base_title, title) AS title, title AS shownTitle, description, content_hash AS contentHash,
            fetched_at AS fetchedAt, language, stated_version AS statedVersion, embedder_id AS embedderId
     FROM page WHERE id > ? ORDER BY id`,
    after,
  );
  for (const { id, embedderId, ...page } of rows) {
    const markdown = readTextPieces(sql, "markdown", id);
    pages.push({
      ...page,
      markdown,
      sections: JSON.parse(readTextPieces(sql, "sections", id)) as PackedPage["sections"],
      chunks: listStoredChunks(sql, id),
      // Vectors of a model at a service cannot be compared with anything without the service.
      vectors: embedderId === DOCS_STATIC.id ? new Uint8Array(readPieces(sql, "vectors", id)) : null,
    });
    characters += markdown.length;
    if (characters >= PART_CHARACTERS) return { pages, next: id };
  }
  return { pages, next: null };
}

type Row = Omit<PackedPage, "markdown" | "sections" | "chunks" | "vectors"> & {
  id: number;
  embedderId: string | null;
};

import { and, eq, gte, inArray, lte, ne, notInArray, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { pdfFiles, pdfSets } from "#schema/index.ts";
import { RUNNING_SET_STATUSES } from "#schema/values.ts";
import type { Owner } from "#worker/context.ts";
import { constantColumns } from "#worker/platform/constant-columns.ts";
import type { Db } from "#worker/platform/db.ts";
import { ownedBy } from "#worker/platform/owned-by.ts";

export type PdfFileRow = typeof pdfFiles.$inferSelect;

export async function listFiles(db: Db, setId: string): Promise<PdfFileRow[]> {
  return await db.select().from(pdfFiles).where(eq(pdfFiles.setId, setId)).orderBy(pdfFiles.name);
}

/** A file of a set by its name. By index `pdf_files_name`. */
export async function findFile(db: Db, setId: string, name: string): Promise<PdfFileRow | null> {
  const isFile = and(eq(pdfFiles.setId, setId), eq(pdfFiles.name, name));
  const rows = await db.select().from(pdfFiles).where(isFile).limit(1);
  return rows[0] ?? null;
}

export async function findFileById(db: Db, fileId: string): Promise<PdfFileRow | null> {
  const rows = await db.select().from(pdfFiles).where(eq(pdfFiles.id, fileId)).limit(1);
  return rows[0] ?? null;
}

export type PutFileOutcome =
  | {
      kind: "put";
      /** The file, with the id of an earlier file of this name. */
      file: PdfFileRow;
      /** Key of the object that no file refers to any more. */
      replacedKey: string | null;
    }
  | { kind: "gone" }
  | { kind: "running" };

/** Puts a file in the place of one with the same name, while the set is there and not being indexed: all or nothing. */
export async function putFile(db: Db, row: PdfFileRow, now: Date): Promise<PutFileOutcome> {
  const { id: _id, setId: _setId, name: _name, ...changed } = row;
  const isIdle = and(eq(pdfSets.id, row.setId), notInArray(pdfSets.status, RUNNING_SET_STATUSES));
  const [sets, before, files] = await db.batch([
    db.select({ id: pdfSets.id }).from(pdfSets).where(eq(pdfSets.id, row.setId)),
    db
      .select({ objectKey: pdfFiles.objectKey })
      .from(pdfFiles)
      .where(and(eq(pdfFiles.setId, row.setId), eq(pdfFiles.name, row.name))),
    db
      .insert(pdfFiles)
      .select(db.select(constantColumns(row)).from(pdfSets).where(isIdle))
      .onConflictDoUpdate({ target: [pdfFiles.setId, pdfFiles.name], set: changed })
      .returning(),
    db
      .update(pdfSets)
      .set({ ...totalsOf(row.setId), status: "not indexed", uploadedAt: now })
      .where(isIdle),
  ]);
  const [file] = files;
  if (!file) return sets.length === 0 ? { kind: "gone" } : { kind: "running" };
  return { kind: "put", file, replacedKey: before[0]?.objectKey ?? null };
}

export async function deleteFile(db: Db, { id, setId }: PdfFileRow, totalDocs: number): Promise<void> {
  await db.batch([
    db.delete(pdfFiles).where(eq(pdfFiles.id, id)),
    db
      .update(pdfSets)
      .set({ ...totalsOf(setId), totalDocs })
      .where(eq(pdfSets.id, setId)),
  ]);
}

/** Writes the state of a file and that its set goes on, unless the set's generation is another by now. */
export async function updateFile(
  db: Db,
  { id, setId }: Pick<PdfFileRow, "id" | "setId">,
  generation: number,
  change: Partial<Pick<PdfFileRow, "status" | "pages" | "language" | "error">>,
  now: Date,
): Promise<boolean> {
  const isCurrent = and(
    eq(pdfSets.id, setId),
    eq(pdfSets.generation, generation),
    inArray(pdfSets.status, RUNNING_SET_STATUSES),
  );
  const [files] = await db.batch([
    db
      .update(pdfFiles)
      .set(change)
      .where(
        and(
          eq(pdfFiles.id, id),
          inArray(pdfFiles.setId, db.select({ id: pdfSets.id }).from(pdfSets).where(isCurrent)),
        ),
      )
      .returning({ id: pdfFiles.id }),
    db.update(pdfSets).set({ status: "indexing", progressAt: now }).where(isCurrent),
  ]);
  return files.length > 0;
}

/** Pages that the owner's other sets have, or are to have when the files in work are read. */
export async function countPagesBesides(db: Db, owner: Owner, setId: string): Promise<number> {
  const rows = await db
    .select({ pages: pagesOfOthers(owner, { setId, fileId: null }) })
    .from(sql`(SELECT 1)`);
  return rows[0]?.pages ?? 0;
}

/**
 * Makes so many pages of the plan those of a file, unless the owner's other files leave fewer: one statement, so that two files cannot
 * both take the last pages. Returns how many pages the others leave, and whether the pages are the file's now.
 */
export async function claimPages(
  db: Db,
  owner: Owner,
  file: Pick<PdfFileRow, "id" | "setId">,
  { pages, limit }: { pages: number; limit: number },
): Promise<{ isClaimed: boolean; left: number }> {
  const of = { setId: file.setId, fileId: file.id };
  const [claimed, others] = await db.batch([
    db
      .update(pdfFiles)
      .set({ pages })
      .where(
        and(
          eq(pdfFiles.id, file.id),
          or(gte(pdfFiles.pages, pages), lte(sql`${pages} + ${pagesOfOthers(owner, of)}`, limit)),
        ),
      )
      .returning({ id: pdfFiles.id }),
    db.select({ pages: pagesOfOthers(owner, of) }).from(sql`(SELECT 1)`),
  ]);
  return { isClaimed: claimed.length > 0, left: Math.max(0, limit - (others[0]?.pages ?? 0)) };
}

/** Bytes of all files of an owner but one. By the index on the sets of an owner. */
export async function sumFileBytesBesides(db: Db, owner: Owner, fileId: string | null): Promise<number> {
  const [row] = await db
    .select({ bytes: sql<number>`coalesce(sum(${pdfFiles.sizeBytes}), 0)` })
    .from(pdfFiles)
    .innerJoin(pdfSets, eq(pdfSets.id, pdfFiles.setId))
    .where(and(ownedBy(pdfSets, owner), fileId === null ? undefined : ne(pdfFiles.id, fileId)));
  return row?.bytes ?? 0;
}

/**
 * SQL for the pages of an owner's other files. For each set it counts the searchable pages or, where that is more, those of its files that
 * are read or being read. Of the set in question only its other files count, and none of them when no file is given.
 */
function pagesOfOthers(owner: Owner, { setId, fileId }: { setId: string; fileId: string | null }) {
  const sets = alias(pdfSets, "sets");
  const files = alias(pdfFiles, "files");
  const ofFiles = sql`(SELECT coalesce(sum(${files.pages}), 0) FROM ${pdfFiles} AS ${sql.identifier("files")}
    WHERE ${files.setId} = ${sets.id} AND ${inArray(files.status, ["indexing", "indexed"])}
      AND (${sets.id} <> ${setId} OR ${files.id} <> ${fileId}))`;
  return sql<number>`(SELECT coalesce(sum(max(iif(${sets.id} = ${setId}, 0, ${sets.totalDocs}), ${ofFiles})), 0)
    FROM ${pdfSets} AS ${sql.identifier("sets")}
    WHERE ${sets.ownerKind} = ${owner.kind} AND ${sets.ownerId} = ${owner.id})`;
}

function totalsOf(setId: string) {
  return {
    totalFiles: sql<number>`(SELECT count(*) FROM ${pdfFiles} WHERE ${pdfFiles.setId} = ${setId})`,
    totalSizeBytes: sql<number>`(SELECT coalesce(sum(${pdfFiles.sizeBytes}), 0) FROM ${pdfFiles} WHERE ${pdfFiles.setId} = ${setId})`,
  };
}

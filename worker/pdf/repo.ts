import {
  and,
  desc,
  eq,
  gte,
  getTableColumns,
  inArray,
  isNull,
  lt,
  lte,
  ne,
  notInArray,
  or,
  sql,
} from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { jobRuns, pdfFiles, pdfSets, sources } from "#schema/index.ts";
import type { PdfSetStatus } from "#schema/values.ts";
import type { Owner } from "#worker/context.ts";
import type { Db } from "#worker/platform/db.ts";

/** The columns of a source that a set reads. */
const OF_SOURCE = { indexId: sources.indexId, homePrincipal: sources.homePrincipal };
/** A set with the index that it is in. */
export type SetRow = typeof pdfSets.$inferSelect & { indexId: string; homePrincipal: string | null };
export type PdfFileRow = typeof pdfFiles.$inferSelect;

const RUNNING = ["queued", "indexing"] as const satisfies PdfSetStatus[];

/** Sets, the latest upload first, and the files of all of the owner's sets by name. By index `pdf_sets_owner`. */
export async function listPdfSetRows(
  db: Db,
  owner: Owner,
  limit: number,
): Promise<{ sets: SetRow[]; files: PdfFileRow[] }> {
  const [sets, files] = await db.batch([
    joined(db).where(ownedBy(owner)).orderBy(desc(pdfSets.uploadedAt), desc(pdfSets.id)).limit(limit),
    db
      .select(getTableColumns(pdfFiles))
      .from(pdfFiles)
      .innerJoin(pdfSets, eq(pdfSets.id, pdfFiles.setId))
      .where(ownedBy(owner))
      .orderBy(pdfFiles.name),
  ]);
  return { sets, files };
}

/** A set of any owner; for the system, or to be compared with the scope. */
export async function findSet(db: Db, setId: string): Promise<SetRow | null> {
  const rows = await joined(db).where(eq(pdfSets.id, setId)).limit(1);
  return rows[0] ?? null;
}

export async function findSetBySource(db: Db, sourceId: string): Promise<SetRow | null> {
  const rows = await joined(db).where(eq(pdfSets.sourceId, sourceId)).limit(1);
  return rows[0] ?? null;
}

export async function countSets(db: Db, owner: Owner): Promise<number> {
  return await db.$count(pdfSets, ownedBy(owner));
}

export async function insertSet(db: Db, row: typeof pdfSets.$inferInsert): Promise<void> {
  await db.insert(pdfSets).values(row);
}

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

/** Notes that an upload begins: should the process end, an object may stay that no file of the set refers to. */
export async function noteUpload(db: Db, setId: string, now: Date): Promise<void> {
  await db.update(pdfSets).set({ uploadBeganAt: now }).where(eq(pdfSets.id, setId));
}

/** Sets of everybody whose last upload began before a moment, and whose objects were not compared with their files since. */
export async function listUploadedSets(db: Db, before: Date, limit: number): Promise<SetRow[]> {
  return await joined(db)
    .where(lt(pdfSets.uploadBeganAt, before))
    .orderBy(pdfSets.uploadBeganAt)
    .limit(limit);
}

/** Clears the note of an upload, unless another upload began since. */
export async function settleUploads(db: Db, setId: string, uploadBeganAt: Date): Promise<void> {
  await db
    .update(pdfSets)
    .set({ uploadBeganAt: null })
    .where(and(eq(pdfSets.id, setId), eq(pdfSets.uploadBeganAt, uploadBeganAt)));
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
  const isIdle = and(eq(pdfSets.id, row.setId), notInArray(pdfSets.status, RUNNING));
  const values = Object.fromEntries(
    Object.entries(row).map(([column, value]) => [
      column,
      sql`${value instanceof Date ? value.getTime() : value}`.as(column),
    ]),
  ) as { [K in keyof PdfFileRow]: SQL.Aliased<PdfFileRow[K]> };
  const [sets, before, files] = await db.batch([
    db.select({ id: pdfSets.id }).from(pdfSets).where(eq(pdfSets.id, row.setId)),
    db
      .select({ objectKey: pdfFiles.objectKey })
      .from(pdfFiles)
      .where(and(eq(pdfFiles.setId, row.setId), eq(pdfFiles.name, row.name))),
    db
      .insert(pdfFiles)
      .select(db.select(values).from(pdfSets).where(isIdle))
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

/** Raises the generation of a set, so that no file of it is worked on any more. */
export async function retireSet(db: Db, setId: string): Promise<void> {
  await db
    .update(pdfSets)
    .set({ generation: sql`${pdfSets.generation} + 1`, status: "not indexed" })
    .where(eq(pdfSets.id, setId));
}

export async function deleteSet(db: Db, setId: string): Promise<void> {
  await db.batch([
    db.delete(pdfFiles).where(eq(pdfFiles.setId, setId)),
    db.delete(pdfSets).where(eq(pdfSets.id, setId)),
  ]);
}

/** Queues a set and all of its files under a new generation, which it returns. */
export async function queueSet(db: Db, setId: string, runId: string, now: Date): Promise<number> {
  const [sets] = await db.batch([
    db
      .update(pdfSets)
      .set({
        status: "queued",
        generation: sql`${pdfSets.generation} + 1`,
        indexedPages: 0,
        lastError: null,
        errorCount: 0,
        runId,
        progressAt: now,
      })
      .where(eq(pdfSets.id, setId))
      .returning({ generation: pdfSets.generation }),
    db.update(pdfFiles).set({ status: "queued", error: null }).where(eq(pdfFiles.setId, setId)),
  ]);
  return sets[0]?.generation ?? 0;
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
    inArray(pdfSets.status, RUNNING),
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

/** Counts pages as they become searchable; false when the set's generation is another by now. */
export async function addIndexedPages(
  db: Db,
  setId: string,
  generation: number,
  pages: number,
  now: Date,
): Promise<boolean> {
  const rows = await db
    .update(pdfSets)
    .set({ indexedPages: sql`${pdfSets.indexedPages} + ${pages}`, progressAt: now })
    .where(and(eq(pdfSets.id, setId), eq(pdfSets.generation, generation), inArray(pdfSets.status, RUNNING)))
    .returning({ id: pdfSets.id });
  return rows.length > 0;
}

/** Ends the run of a set; false when the run had ended, or another has begun. */
export async function settleSet(
  db: Db,
  setId: string,
  generation: number,
  end: Partial<
    Pick<
      typeof pdfSets.$inferSelect,
      "totalDocs" | "indexedPages" | "language" | "lastError" | "errorCount" | "lastIndexedAt"
    >
  > & { status: PdfSetStatus },
): Promise<boolean> {
  const rows = await db
    .update(pdfSets)
    .set(end)
    .where(and(eq(pdfSets.id, setId), eq(pdfSets.generation, generation), inArray(pdfSets.status, RUNNING)))
    .returning({ id: pdfSets.id });
  return rows.length > 0;
}

/** Ends the run of a set whose files are not worked on any more; false when the run had ended, or another has begun. */
export async function failSet(
  db: Db,
  setId: string,
  { generation, error }: { generation: number; error: string },
): Promise<boolean> {
  const [, sets] = await db.batch([
    db
      .update(pdfFiles)
      .set({ status: "not indexed" })
      .where(
        and(
          eq(pdfFiles.setId, setId),
          inArray(pdfFiles.status, RUNNING),
          inArray(
            pdfFiles.setId,
            db.select({ id: pdfSets.id }).from(pdfSets).where(eq(pdfSets.generation, generation)),
          ),
        ),
      ),
    db
      .update(pdfSets)
      .set({ status: "failed", lastError: error })
      .where(and(eq(pdfSets.id, setId), eq(pdfSets.generation, generation), inArray(pdfSets.status, RUNNING)))
      .returning({ id: pdfSets.id }),
  ]);
  return sets.length > 0;
}

/** Writes down how many pages of a set are searchable, without ending anything. */
export async function recordPages(
  db: Db,
  setId: string,
  generation: number,
  totalDocs: number,
): Promise<void> {
  await db
    .update(pdfSets)
    .set({ totalDocs })
    .where(and(eq(pdfSets.id, setId), eq(pdfSets.generation, generation)));
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

/** Sets of everybody that are being indexed and have come no further since a moment. By index `pdf_sets_progress`. */
export async function listStalledSets(db: Db, before: Date, limit: number): Promise<SetRow[]> {
  return await joined(db)
    .where(and(inArray(pdfSets.status, RUNNING), lt(pdfSets.progressAt, before)))
    .orderBy(pdfSets.progressAt)
    .limit(limit);
}

/** Restarts the wait for a set whose files were sent off again. */
export async function touchSet(db: Db, setId: string, now: Date): Promise<void> {
  await db.update(pdfSets).set({ progressAt: now }).where(eq(pdfSets.id, setId));
}

/**
 * Runs of sets of everybody that began before a moment and have not ended, while their set is not being indexed: the process
 * ended between the two writes. By index `job_runs_status_start`.
 */
export async function listLeftRuns(
  db: Db,
  before: Date,
  limit: number,
): Promise<{ runId: string; set: SetRow | null }[]> {
  const rows = await db
    .select({ runId: jobRuns.id, ...OF_SOURCE, set: getTableColumns(pdfSets) })
    .from(jobRuns)
    .innerJoin(sources, and(eq(sources.id, jobRuns.sourceId), eq(sources.kind, "pdf-set")))
    .leftJoin(pdfSets, eq(pdfSets.sourceId, sources.id))
    .where(
      and(
        inArray(jobRuns.status, ["CRAWLING", "INDEXING"]),
        lt(jobRuns.startTime, before),
        or(isNull(pdfSets.id), notInArray(pdfSets.status, RUNNING), ne(pdfSets.runId, jobRuns.id)),
      ),
    )
    .orderBy(jobRuns.startTime)
    .limit(limit);
  return rows.map(({ runId, set, ...ofSource }) => ({ runId, set: set && { ...set, ...ofSource } }));
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

/** Bytes of all files of an owner but one. By the index on the sets of an owner. */
export async function sumFileBytesBesides(db: Db, owner: Owner, fileId: string | null): Promise<number> {
  const [row] = await db
    .select({ bytes: sql<number>`coalesce(sum(${pdfFiles.sizeBytes}), 0)` })
    .from(pdfFiles)
    .innerJoin(pdfSets, eq(pdfSets.id, pdfFiles.setId))
    .where(and(ownedBy(owner), fileId === null ? undefined : ne(pdfFiles.id, fileId)));
  return row?.bytes ?? 0;
}

function joined(db: Db) {
  return db
    .select({ ...getTableColumns(pdfSets), ...OF_SOURCE })
    .from(pdfSets)
    .innerJoin(sources, eq(sources.id, pdfSets.sourceId))
    .$dynamic();
}

function totalsOf(setId: string) {
  return {
    totalFiles: sql<number>`(SELECT count(*) FROM ${pdfFiles} WHERE ${pdfFiles.setId} = ${setId})`,
    totalSizeBytes: sql<number>`(SELECT coalesce(sum(${pdfFiles.sizeBytes}), 0) FROM ${pdfFiles} WHERE ${pdfFiles.setId} = ${setId})`,
  };
}

function ownedBy(owner: Owner) {
  return and(eq(pdfSets.ownerKind, owner.kind), eq(pdfSets.ownerId, owner.id));
}

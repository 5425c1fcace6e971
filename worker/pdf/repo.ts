import { and, desc, eq, getTableColumns, inArray, isNull, lt, ne, notInArray, or, sql } from "drizzle-orm";
import { jobRuns, pdfFiles, pdfSets, sources } from "#schema/index.ts";
import { RUNNING_SET_STATUSES, RUNNING_STATUSES } from "#schema/values.ts";
import type { PdfSetStatus } from "#schema/values.ts";
import type { Owner } from "#worker/context.ts";
import type { Db } from "#worker/platform/db.ts";
import { ownedBy } from "#worker/platform/owned-by.ts";
import type { PdfFileRow } from "./file-repo.ts";

/** The columns of a source that a set reads. */
const OF_SOURCE = { indexId: sources.indexId, homePrincipal: sources.homePrincipal };
/** A set with the index that it is in. */
export type SetRow = typeof pdfSets.$inferSelect & { indexId: string; homePrincipal: string | null };

/** Sets, the latest upload first, and the files of all of the owner's sets by name. By index `pdf_sets_owner`. */
export async function listPdfSetRows(
  db: Db,
  owner: Owner,
  limit: number,
): Promise<{ sets: SetRow[]; files: PdfFileRow[] }> {
  const [sets, files] = await db.batch([
    joined(db)
      .where(ownedBy(pdfSets, owner))
      .orderBy(desc(pdfSets.uploadedAt), desc(pdfSets.id))
      .limit(limit),
    db
      .select(getTableColumns(pdfFiles))
      .from(pdfFiles)
      .innerJoin(pdfSets, eq(pdfSets.id, pdfFiles.setId))
      .where(ownedBy(pdfSets, owner))
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
  return await db.$count(pdfSets, ownedBy(pdfSets, owner));
}

export async function insertSet(db: Db, row: typeof pdfSets.$inferInsert): Promise<void> {
  await db.insert(pdfSets).values(row);
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
    .where(
      and(
        eq(pdfSets.id, setId),
        eq(pdfSets.generation, generation),
        inArray(pdfSets.status, RUNNING_SET_STATUSES),
      ),
    )
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
    .where(
      and(
        eq(pdfSets.id, setId),
        eq(pdfSets.generation, generation),
        inArray(pdfSets.status, RUNNING_SET_STATUSES),
      ),
    )
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
          inArray(pdfFiles.status, RUNNING_SET_STATUSES),
          inArray(
            pdfFiles.setId,
            db.select({ id: pdfSets.id }).from(pdfSets).where(eq(pdfSets.generation, generation)),
          ),
        ),
      ),
    db
      .update(pdfSets)
      .set({ status: "failed", lastError: error })
      .where(
        and(
          eq(pdfSets.id, setId),
          eq(pdfSets.generation, generation),
          inArray(pdfSets.status, RUNNING_SET_STATUSES),
        ),
      )
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

/** Sets of everybody that are being indexed and have come no further since a moment. By index `pdf_sets_progress`. */
export async function listStalledSets(db: Db, before: Date, limit: number): Promise<SetRow[]> {
  return await joined(db)
    .where(and(inArray(pdfSets.status, RUNNING_SET_STATUSES), lt(pdfSets.progressAt, before)))
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
        inArray(jobRuns.status, RUNNING_STATUSES),
        lt(jobRuns.startTime, before),
        or(
          isNull(pdfSets.id),
          notInArray(pdfSets.status, RUNNING_SET_STATUSES),
          ne(pdfSets.runId, jobRuns.id),
        ),
      ),
    )
    .orderBy(jobRuns.startTime)
    .limit(limit);
  return rows.map(({ runId, set, ...ofSource }) => ({ runId, set: set && { ...set, ...ofSource } }));
}

function joined(db: Db) {
  return db
    .select({ ...getTableColumns(pdfSets), ...OF_SOURCE })
    .from(pdfSets)
    .innerJoin(sources, eq(sources.id, pdfSets.sourceId))
    .$dynamic();
}

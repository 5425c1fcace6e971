import {
  and,
  desc,
  eq,
  getTableColumns,
  inArray,
  isNotNull,
  lt,
  max,
  ne,
  not,
  notExists,
  sql,
} from "drizzle-orm";
import { jobRuns, privateIndexes, sources } from "#schema/index.ts";
import type { SourceRow } from "#schema/index.ts";
import { RUNNING_STATUSES } from "#schema/values.ts";
import type { SourceOwner } from "#worker/context.ts";
import { constantColumns } from "#worker/platform/constant-columns.ts";
import type { Db } from "#worker/platform/db.ts";
import { ownedBy } from "#worker/platform/owned-by.ts";
import { readableBy } from "#worker/platform/readable-by.ts";
import type { Reader } from "#worker/platform/readable-by.ts";

export type JobRunRow = typeof jobRuns.$inferSelect;

export type NewJobRun = {
  runId: string;
  source: Pick<SourceRow, "id" | "kind" | "indexId" | "name" | "url" | "version" | "description"> & {
    isNew: boolean;
    options?: Record<string, unknown>;
    sealedHeaders?: string | null;
  };
  owner: SourceOwner;
  startedByUserId: string | null;
  now: Date;
};

/**
 * Writes the source, its index and a run that is CRAWLING, all or none. Returns the run that is now running for the source: the new one,
 * or an earlier one. Throws D1's own error when the name is taken.
 */
export async function insertJobRun(
  db: Db,
  run: NewJobRun,
): Promise<(JobRunRow & Pick<SourceRow, "homePrincipal">) | null> {
  const { owner, source, now } = run;
  const ofOwner = { ownerKind: owner.kind, ownerId: owner.id };
  const { id, kind, indexId, name, url, version, description, options, sealedHeaders } = source;
  // Of two calls that make the same source at once, the second finds the first's.
  const isThisSource = source.isNew
    ? and(
        ownedBy(sources, owner),
        eq(sources.kind, kind),
        eq(sources.url, url),
        sql`${sources.version} IS ${version}`,
      )
    : and(eq(sources.id, id), ownedBy(sources, owner));
  const isRunning = and(eq(jobRuns.sourceId, sources.id), inArray(jobRuns.status, RUNNING_STATUSES));
  const newSource = constantColumns({
    id,
    ...ofOwner,
    indexId,
    kind,
    name,
    description,
    url,
    version,
    generation: 1,
    totalPages: 0,
    totalChunks: 0,
    createdAt: now,
    updatedAt: now,
    lastIndexedAt: null,
    options: options ? JSON.stringify(options) : null,
    sealedHeaders: sealedHeaders ?? null,
    refreshDueAt: null,
    failedRuns: 0,
    lastUsedAt: null,
    reservedPages: 0,
    homePrincipal: null,
    addedByUserId: run.startedByUserId,
  });
  // Columns in the order of the table, like the other insert: INSERT … SELECT goes by position.
  const newRun = {
    ...constantColumns({ id: run.runId, ...ofOwner }),
    sourceId: sources.id,
    generation: sources.generation,
    ...constantColumns({ status: "CRAWLING" }),
    url: sources.url,
    displayName: sources.name,
    ...constantColumns({
      error: null,
      docsCount: 0,
      changedPages: null,
      startedByUserId: run.startedByUserId,
      startTime: now,
      endTime: null,
    }),
  };
  const [, , , running] = await db.batch([
    source.isNew
      ? db.insert(sources).select(
          db
            .select(newSource)
            .from(sql`(SELECT 1)`)
            .where(notExists(db.select({ id: sources.id }).from(sources).where(isThisSource))),
        )
      : db
          .update(sources)
          .set({ name, version, description, updatedAt: now, ...(options && { options }), sealedHeaders })
          .where(and(isThisSource, notExists(db.select({ id: jobRuns.id }).from(jobRuns).where(isRunning)))),
    db
      .insert(privateIndexes)
      .values({ ...ofOwner, indexId, createdAt: now, updatedAt: now })
      .onConflictDoNothing(),
    db.insert(jobRuns).select(
      db
        .select(newRun)
        .from(sources)
        .where(and(isThisSource, notExists(db.select({ id: jobRuns.id }).from(jobRuns).where(isRunning)))),
    ),
    db
      .select({ ...getTableColumns(jobRuns), homePrincipal: sources.homePrincipal })
      .from(jobRuns)
      .innerJoin(sources, and(eq(jobRuns.sourceId, sources.id), isThisSource))
      .where(inArray(jobRuns.status, RUNNING_STATUSES))
      .limit(1),
  ]);
  return running[0] ?? null;
}

/** Runs of an owner's sources that a reader may read, newest first, by index `job_runs_owner_start`. */
export async function listJobRunRows(
  db: Db,
  owner: SourceOwner,
  reader: Reader,
  limit: number,
): Promise<JobRunRow[]> {
  return await db
    .select()
    .from(jobRuns)
    .where(and(ownedBy(jobRuns, owner), isOfReadable(db, reader)))
    .orderBy(desc(jobRuns.startTime), desc(jobRuns.id))
    .limit(limit);
}

export async function findJobRun(db: Db, owner: SourceOwner, runId: string): Promise<JobRunRow | null> {
  const rows = await db
    .select()
    .from(jobRuns)
    .where(and(eq(jobRuns.id, runId), ownedBy(jobRuns, owner)))
    .limit(1);
  return rows[0] ?? null;
}

/** A run of an owner's source, where a reader may read that source; null for every other run. */
export async function findReadableRun(
  db: Db,
  owner: SourceOwner,
  runId: string,
  reader: Reader,
): Promise<JobRunRow | null> {
  const rows = await db
    .select()
    .from(jobRuns)
    .where(and(eq(jobRuns.id, runId), ownedBy(jobRuns, owner), isOfReadable(db, reader)))
    .limit(1);
  return rows[0] ?? null;
}

/** SQL for "the source of the run is none that the reader may not read". The names of a repository's files are in its runs. */
function isOfReadable(db: Db, reader: Reader) {
  return notExists(
    db
      .select({ id: sources.id })
      .from(sources)
      .where(and(eq(sources.id, jobRuns.sourceId), not(readableBy(reader)))),
  );
}

/** Number of an owner's runs that have not ended. By index `job_runs_status_start`. */
export async function countRunning(db: Db, owner: SourceOwner): Promise<number> {
  return await db.$count(jobRuns, and(ownedBy(jobRuns, owner), inArray(jobRuns.status, RUNNING_STATUSES)));
}

/** Ids of an owner's runs that have not ended. By index `job_runs_owner_start`. */
export async function listRunningIds(db: Db, owner: SourceOwner): Promise<string[]> {
  const rows = await db
    .select({ id: jobRuns.id })
    .from(jobRuns)
    .where(and(ownedBy(jobRuns, owner), inArray(jobRuns.status, RUNNING_STATUSES)));
  return rows.map(({ id }) => id);
}

/** Crawls that began before a moment and have not ended, the oldest first; by index `job_runs_status_start`. */
export async function listRunningSince(db: Db, before: Date, limit: number): Promise<JobRunRow[]> {
  return await db
    .select(getTableColumns(jobRuns))
    .from(jobRuns)
    .innerJoin(sources, eq(sources.id, jobRuns.sourceId))
    .where(
      and(
        inArray(jobRuns.status, RUNNING_STATUSES),
        lt(jobRuns.startTime, before),
        ne(sources.kind, "pdf-set"),
      ),
    )
    .orderBy(jobRuns.startTime)
    .limit(limit);
}

/** Marks a run as INDEXING. Returns its owner, or null when the run has ended. */
export async function markIndexing(db: Db, runId: string): Promise<SourceOwner | null> {
  const rows = await db
    .update(jobRuns)
    .set({ status: "INDEXING" })
    .where(and(eq(jobRuns.id, runId), inArray(jobRuns.status, RUNNING_STATUSES)))
    .returning({ kind: jobRuns.ownerKind, id: jobRuns.ownerId });
  return (rows[0] as SourceOwner | undefined) ?? null;
}

/** Ends a run and sets when its source is due again, both or none. Returns the run's owner, or null when it had ended before. */
export async function endRunningJobRun(
  db: Db,
  runId: string,
  change: Pick<JobRunRow, "status" | "endTime"> &
    Partial<Pick<JobRunRow, "error" | "docsCount" | "changedPages">>,
  refresh: Pick<SourceRow, "failedRuns" | "refreshDueAt"> | null,
): Promise<SourceOwner | null> {
  const isRunning = and(eq(jobRuns.id, runId), inArray(jobRuns.status, RUNNING_STATUSES));
  const end = db
    .update(jobRuns)
    .set(change)
    .where(isRunning)
    .returning({ kind: jobRuns.ownerKind, id: jobRuns.ownerId });
  if (refresh === null) return ((await end)[0] as SourceOwner | undefined) ?? null;
  const itsSource = db.select({ id: jobRuns.sourceId }).from(jobRuns).where(isRunning);
  const [, ended] = await db.batch([
    db.update(sources).set(refresh).where(inArray(sources.id, itsSource)),
    end,
  ]);
  return (ended[0] as SourceOwner | undefined) ?? null;
}

/** Errors of the newest failed runs, of ninety sources at most; by index `job_runs_source`. Beside max(), SQLite gives that row. */
export async function listLastErrors(db: Db, sourceIds: string[]): Promise<Map<string, string>> {
  const rows = await db
    .select({ sourceId: jobRuns.sourceId, error: jobRuns.error, newest: max(jobRuns.startTime) })
    .from(jobRuns)
    .where(and(inArray(jobRuns.sourceId, sourceIds.slice(0, 90)), eq(jobRuns.status, "FAILED")))
    .groupBy(jobRuns.sourceId);
  return new Map(rows.flatMap(({ sourceId, error }) => (error === null ? [] : [[sourceId, error] as const])));
}

/** Problems of the newest run of each source of an owner, where that run is complete; by index `job_runs_owner_start`. */
export async function listProblems(db: Db, owner: SourceOwner): Promise<Map<string, string>> {
  const rows = await db
    .select({
      sourceId: jobRuns.sourceId,
      status: jobRuns.status,
      error: jobRuns.error,
      newest: max(jobRuns.startTime),
    })
    .from(jobRuns)
    .where(and(ownedBy(jobRuns, owner), inArray(jobRuns.status, ["COMPLETE", "FAILED"])))
    .groupBy(jobRuns.sourceId);
  return new Map(
    rows.flatMap(({ sourceId, status, error }) =>
      status === "COMPLETE" && error !== null ? [[sourceId, error] as const] : [],
    ),
  );
}

/** Ids of a source's runs. By index `job_runs_source`. */
export async function listRunIds(db: Db, sourceId: string): Promise<string[]> {
  const rows = await db.select({ id: jobRuns.id }).from(jobRuns).where(eq(jobRuns.sourceId, sourceId));
  return rows.map(({ id }) => id);
}

export type RunFacts = {
  source: SourceRow;
  changes: number[];
};

/** Facts that decide when the source of a run is due again, besides the plan: the source, and the changes of the last `maxRuns` runs. */
export async function findRunFacts(db: Db, runId: string, maxRuns: number): Promise<RunFacts | null> {
  const [rows, changes] = await db.batch([
    db
      .select({ source: sources })
      .from(jobRuns)
      .innerJoin(sources, eq(sources.id, jobRuns.sourceId))
      .where(eq(jobRuns.id, runId))
      .limit(1),
    db
      .select({ changedPages: jobRuns.changedPages })
      .from(jobRuns)
      .where(
        and(
          eq(jobRuns.sourceId, sql`(SELECT source_id FROM job_runs WHERE id = ${runId})`),
          isNotNull(jobRuns.changedPages),
        ),
      )
      .orderBy(desc(jobRuns.startTime))
      .limit(maxRuns),
  ]);
  const [found] = rows;
  return found ? { ...found, changes: changes.map(({ changedPages }) => changedPages ?? 0) } : null;
}

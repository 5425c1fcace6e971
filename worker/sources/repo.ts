import {
  and,
  desc,
  eq,
  getTableColumns,
  inArray,
  isNotNull,
  isNull,
  lt,
  max,
  ne,
  notExists,
  or,
  sql,
} from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { jobRuns, privateIndexes, sources } from "#schema/index.ts";
import type { SourceRow } from "#schema/index.ts";
import type { JobRunStatus } from "#schema/values.ts";
import type { SourceOwner } from "#worker/context.ts";
import type { Db } from "#worker/platform/db.ts";
import type { SourceAddress } from "#worker/services.ts";

export type JobRunRow = typeof jobRuns.$inferSelect;

const RUNNING = ["CRAWLING", "INDEXING"] as const satisfies JobRunStatus[];

/** Versions of the documentation at a URL. By index `sources_owner_url`. */
export async function listSourcesAtUrl(db: Db, owner: SourceOwner, url: string): Promise<SourceRow[]> {
  return await db
    .select()
    .from(sources)
    .where(and(eq(sources.ownerKind, owner.kind), eq(sources.ownerId, owner.id), eq(sources.url, url)));
}

/** Sources of an owner. By index `sources_owner_name_version`. */
export async function listSourceRows(db: Db, owner: SourceOwner): Promise<SourceRow[]> {
  return await db
    .select()
    .from(sources)
    .where(and(eq(sources.ownerKind, owner.kind), eq(sources.ownerId, owner.id)))
    .orderBy(sources.name);
}

/** Number of pages that a source has, and that the owner's others have or have reserved; those of PDF files count apart. */
export async function countPages(
  db: Db,
  owner: SourceOwner,
  sourceId: string,
): Promise<{ own: number; elsewhere: number }> {
  const isThis = eq(sources.id, sourceId);
  const held = sql`max(${sources.totalPages}, ${sources.reservedPages})`;
  const rows = await db
    .select({
      own: sql<number>`coalesce(sum(${sources.totalPages}) filter (where ${isThis}), 0)`,
      elsewhere: sql<number>`coalesce(sum(${held}) filter (where not ${isThis}), 0)`,
    })
    .from(sources)
    .where(
      and(eq(sources.ownerKind, owner.kind), eq(sources.ownerId, owner.id), ne(sources.kind, "pdf-set")),
    );
  return rows[0] ?? { own: 0, elsewhere: 0 };
}

/**
 * Raises the pages that a source has reserved to `upTo`, or to as many as `planPages` leave beside the owner's other sources; never below
 * the source's own pages. One statement, so that two runs cannot both take the last pages. Returns how many are reserved now; null for a
 * source that is gone or of another generation.
 */
export async function raiseReservedPages(
  db: Db,
  source: { sourceId: string; generation: number },
  { planPages, upTo }: { planPages: number; upTo: number },
): Promise<number | null> {
  const others = alias(sources, "others");
  const elsewhere = db
    .select({ pages: sql`coalesce(sum(max(${others.totalPages}, ${others.reservedPages})), 0)` })
    .from(others)
    .where(
      and(
        eq(others.ownerKind, sources.ownerKind),
        eq(others.ownerId, sources.ownerId),
        ne(others.id, sources.id),
        ne(others.kind, "pdf-set"),
      ),
    );
  const rows = await db
    .update(sources)
    .set({
      reservedPages: sql`max(${sources.reservedPages}, min(${upTo}, max(${planPages} - ${elsewhere}, ${sources.totalPages})))`,
    })
    .where(and(eq(sources.id, source.sourceId), eq(sources.generation, source.generation)))
    .returning({ reservedPages: sources.reservedPages });
  return rows[0]?.reservedPages ?? null;
}

/** Writes a source that holds nothing, and its index, both or none. Throws D1's own error when the name is taken. */
export async function insertSource(
  db: Db,
  owner: SourceOwner,
  source: Pick<SourceRow, "id" | "kind" | "indexId" | "name" | "url" | "description" | "addedByUserId">,
  now: Date,
): Promise<void> {
  const ownedBy = { ownerKind: owner.kind, ownerId: owner.id, createdAt: now, updatedAt: now };
  await db.batch([
    db.insert(sources).values({ ...source, ...ownedBy }),
    db
      .insert(privateIndexes)
      .values({ ...ownedBy, indexId: source.indexId })
      .onConflictDoNothing(),
  ]);
}

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
  const ownedBy = { ownerKind: owner.kind, ownerId: owner.id };
  const { id, kind, indexId, name, url, version, description, options, sealedHeaders } = source;
  // Of two calls that make the same source at once, the second finds the first's.
  const isThisSource = source.isNew
    ? and(
        eq(sources.ownerKind, owner.kind),
        eq(sources.ownerId, owner.id),
        eq(sources.kind, kind),
        eq(sources.url, url),
        sql`${sources.version} IS ${version}`,
      )
    : and(eq(sources.id, id), eq(sources.ownerKind, owner.kind), eq(sources.ownerId, owner.id));
  const isRunning = and(eq(jobRuns.sourceId, sources.id), inArray(jobRuns.status, RUNNING));
  const newSource = constants({
    id,
    ...ownedBy,
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
    ...constants({ id: run.runId, ...ownedBy }),
    sourceId: sources.id,
    generation: sources.generation,
    ...constants({ status: "CRAWLING" }),
    url: sources.url,
    displayName: sources.name,
    ...constants({
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
      .values({ ...ownedBy, indexId, createdAt: now, updatedAt: now })
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
      .where(inArray(jobRuns.status, RUNNING))
      .limit(1),
  ]);
  return running[0] ?? null;
}

/** Values as the columns of an INSERT … SELECT. */
function constants<T extends Record<string, string | number | Date | null>>(values: T) {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      sql`${value instanceof Date ? value.getTime() : value}`.as(name),
    ]),
  ) as { [K in keyof T]: SQL.Aliased<T[K]> };
}

/** Runs of an owner, newest first, by index `job_runs_owner_start`. */
export async function listJobRunRows(db: Db, owner: SourceOwner, limit: number): Promise<JobRunRow[]> {
  return await db
    .select()
    .from(jobRuns)
    .where(and(eq(jobRuns.ownerKind, owner.kind), eq(jobRuns.ownerId, owner.id)))
    .orderBy(desc(jobRuns.startTime), desc(jobRuns.id))
    .limit(limit);
}

export async function findJobRun(db: Db, owner: SourceOwner, runId: string): Promise<JobRunRow | null> {
  const rows = await db
    .select()
    .from(jobRuns)
    .where(and(eq(jobRuns.id, runId), eq(jobRuns.ownerKind, owner.kind), eq(jobRuns.ownerId, owner.id)))
    .limit(1);
  return rows[0] ?? null;
}

/** Number of an owner's runs that have not ended. By index `job_runs_status_start`. */
export async function countRunning(db: Db, owner: SourceOwner): Promise<number> {
  return await db.$count(
    jobRuns,
    and(eq(jobRuns.ownerKind, owner.kind), eq(jobRuns.ownerId, owner.id), inArray(jobRuns.status, RUNNING)),
  );
}

/** Number of an owner's sources. By the unique index on their names. */
export async function countSources(db: Db, owner: SourceOwner): Promise<number> {
  return await db.$count(sources, and(eq(sources.ownerKind, owner.kind), eq(sources.ownerId, owner.id)));
}

/** Ids of an owner's runs that have not ended. By index `job_runs_owner_start`. */
export async function listRunningIds(db: Db, owner: SourceOwner): Promise<string[]> {
  const rows = await db
    .select({ id: jobRuns.id })
    .from(jobRuns)
    .where(
      and(eq(jobRuns.ownerKind, owner.kind), eq(jobRuns.ownerId, owner.id), inArray(jobRuns.status, RUNNING)),
    );
  return rows.map(({ id }) => id);
}

/** Number of an owner's sources that a person has added. By the unique index on the names of an owner's sources. */
export async function countSourcesAddedBy(db: Db, owner: SourceOwner, userId: string): Promise<number> {
  return await db.$count(
    sources,
    and(eq(sources.ownerKind, owner.kind), eq(sources.ownerId, owner.id), eq(sources.addedByUserId, userId)),
  );
}

/** Crawls that began before a moment and have not ended, the oldest first; by index `job_runs_status_start`. */
export async function listRunningSince(db: Db, before: Date, limit: number): Promise<JobRunRow[]> {
  return await db
    .select(getTableColumns(jobRuns))
    .from(jobRuns)
    .innerJoin(sources, eq(sources.id, jobRuns.sourceId))
    .where(and(inArray(jobRuns.status, RUNNING), lt(jobRuns.startTime, before), ne(sources.kind, "pdf-set")))
    .orderBy(jobRuns.startTime)
    .limit(limit);
}

/** Marks a run as INDEXING. Returns its owner, or null when the run has ended. */
export async function markIndexing(db: Db, runId: string): Promise<SourceOwner | null> {
  const rows = await db
    .update(jobRuns)
    .set({ status: "INDEXING" })
    .where(and(eq(jobRuns.id, runId), inArray(jobRuns.status, RUNNING)))
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
  const isRunning = and(eq(jobRuns.id, runId), inArray(jobRuns.status, RUNNING));
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

export async function findSource(db: Db, sourceId: string): Promise<SourceRow | null> {
  const rows = await db.select().from(sources).where(eq(sources.id, sourceId)).limit(1);
  return rows[0] ?? null;
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
    .where(
      and(
        eq(jobRuns.ownerKind, owner.kind),
        eq(jobRuns.ownerId, owner.id),
        inArray(jobRuns.status, ["COMPLETE", "FAILED"]),
      ),
    )
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

/** Ends the runs of a source and raises its generation. */
export async function retireSource(db: Db, sourceId: string, now: Date): Promise<void> {
  await db.batch([
    db
      .update(sources)
      .set({ generation: sql`${sources.generation} + 1`, updatedAt: now })
      .where(eq(sources.id, sourceId)),
    db
      .update(jobRuns)
      .set({ status: "FAILED", error: "Its source was removed.", endTime: now })
      .where(and(eq(jobRuns.sourceId, sourceId), inArray(jobRuns.status, RUNNING))),
  ]);
}

export async function deleteSourceRows(db: Db, sourceId: string): Promise<void> {
  await db.batch([
    db.delete(jobRuns).where(eq(jobRuns.sourceId, sourceId)),
    db.delete(sources).where(eq(sources.id, sourceId)),
  ]);
}

export async function updateVersion(db: Db, sourceId: string, version: string, now: Date): Promise<void> {
  await db.update(sources).set({ version, updatedAt: now }).where(eq(sources.id, sourceId));
}

/** Writes the totals of a source, which replace its reservation, and of its index. */
export async function updateTotals(
  db: Db,
  { owner, indexId, sourceId }: SourceAddress,
  totals: { pages: number; chunks: number },
  { now, isIndexed }: { now: Date; isIndexed: boolean },
): Promise<void> {
  await db.batch([
    db
      .update(sources)
      .set({
        totalPages: totals.pages,
        totalChunks: totals.chunks,
        reservedPages: 0,
        updatedAt: now,
        ...(isIndexed ? { lastIndexedAt: now } : {}),
      })
      .where(eq(sources.id, sourceId)),
    db
      .update(privateIndexes)
      .set({
        totalDocs: sql`(SELECT coalesce(sum(${sources.totalPages}), 0) FROM ${sources}
          WHERE ${sources.ownerKind} = ${owner.kind} AND ${sources.ownerId} = ${owner.id} AND ${sources.indexId} = ${indexId})`,
        updatedAt: now,
      })
      .where(
        and(
          eq(privateIndexes.ownerKind, owner.kind),
          eq(privateIndexes.ownerId, owner.id),
          eq(privateIndexes.indexId, indexId),
        ),
      ),
  ]);
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

/** Writes down that sources were used, at most once a day each. */
export async function updateLastUsed(db: Db, sourceIds: string[], now: Date, before: Date): Promise<void> {
  await db
    .update(sources)
    .set({ lastUsedAt: now })
    .where(
      and(inArray(sources.id, sourceIds), or(isNull(sources.lastUsedAt), lt(sources.lastUsedAt, before))),
    );
}

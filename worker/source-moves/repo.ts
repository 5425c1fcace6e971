import { and, eq, exists, inArray, isNotNull, like, not, notExists, sql } from "drizzle-orm";
import { githubRepositories, jobRuns, pdfFiles, pdfSets, privateIndexes, sources } from "#schema/index.ts";
import type { SourceRow } from "#schema/index.ts";
import { RUNNING_STATUSES } from "#schema/values.ts";
import type { Owner } from "#worker/context.ts";
import { principalOf } from "#worker/owner.ts";
import type { Db } from "#worker/platform/db.ts";
import { ownedBy } from "#worker/platform/owned-by.ts";

/** The sources of an owner, and whether each is a private repository or is being indexed. By `sources_owner_name_version`. */
export async function listMovable(
  db: Db,
  owner: Owner,
): Promise<{ source: SourceRow; isPrivateRepository: boolean; isRunning: boolean }[]> {
  const run = and(eq(jobRuns.sourceId, sources.id), inArray(jobRuns.status, RUNNING_STATUSES));
  const rows = await db
    .select({
      source: sources,
      isPrivate: githubRepositories.isPrivate,
      isRunning: sql<number>`exists ${db.select({ id: jobRuns.id }).from(jobRuns).where(run)}`,
    })
    .from(sources)
    .leftJoin(githubRepositories, eq(githubRepositories.sourceId, sources.id))
    .where(ownedBy(sources, owner))
    .orderBy(sources.name, sources.id);
  return rows.map(({ source, isPrivate, isRunning }) => ({
    source,
    isPrivateRepository: isPrivate ?? false,
    isRunning: isRunning === 1,
  }));
}

/**
 * Makes a source another owner's with its runs, its repository and its PDF set, in one transaction: all or none. False for a source that
 * has another owner or a run meanwhile. Throws D1's own error where the new owner has a source of this name, or this branch, already.
 */
export async function changeOwner(
  db: Db,
  {
    source,
    from,
    to,
    sealedHeaders,
  }: { source: SourceRow; from: Owner; to: Owner; sealedHeaders: string | null },
  now: Date,
): Promise<boolean> {
  const newOwner = { ownerKind: to.kind, ownerId: to.id };
  const run = db
    .select({ id: jobRuns.id })
    .from(jobRuns)
    .where(and(eq(jobRuns.sourceId, sources.id), inArray(jobRuns.status, RUNNING_STATUSES)));
  const isMoved = exists(
    db
      .select({ id: sources.id })
      .from(sources)
      .where(and(eq(sources.id, source.id), ownedBy(sources, to))),
  );
  const { indexId } = source;
  const [moved] = await db.batch([
    db
      .update(sources)
      .set({
        ...newOwner,
        homePrincipal: source.homePrincipal ?? principalOf(from),
        sealedHeaders,
        updatedAt: now,
      })
      .where(
        and(
          eq(sources.id, source.id),
          ownedBy(sources, from),
          // A source that was replaced or given other headers meanwhile is read again.
          eq(sources.updatedAt, source.updatedAt),
          notExists(run),
        ),
      )
      .returning({ id: sources.id }),
    db
      .update(jobRuns)
      .set(newOwner)
      .where(and(eq(jobRuns.sourceId, source.id), isMoved)),
    db
      .update(githubRepositories)
      .set(newOwner)
      .where(and(eq(githubRepositories.sourceId, source.id), isMoved)),
    db
      .update(pdfSets)
      .set(newOwner)
      .where(and(eq(pdfSets.sourceId, source.id), isMoved)),
    db
      .insert(privateIndexes)
      .values({ ...newOwner, indexId, createdAt: now, updatedAt: now })
      .onConflictDoNothing(),
    countDocs(db, from, indexId, now),
    countDocs(db, to, indexId, now),
  ]);
  return moved.length > 0;
}

/** Files of an owner's PDF sets whose bytes still lie below another principal's name. */
export async function listFilesElsewhere(
  db: Db,
  owner: Owner,
  limit: number,
): Promise<{ id: string; setId: string; objectKey: string }[]> {
  return await db
    .select({ id: pdfFiles.id, setId: pdfFiles.setId, objectKey: pdfFiles.objectKey })
    .from(pdfFiles)
    .innerJoin(pdfSets, eq(pdfSets.id, pdfFiles.setId))
    .where(and(ownedBy(pdfSets, owner), not(like(pdfFiles.objectKey, `${principalOf(owner)}/%`))))
    .limit(limit);
}

/** Sets the place of a file's bytes; false where the file has other bytes meanwhile. */
export async function setObjectKey(db: Db, fileId: string, before: string, after: string): Promise<boolean> {
  const rows = await db
    .update(pdfFiles)
    .set({ objectKey: after })
    .where(and(eq(pdfFiles.id, fileId), eq(pdfFiles.objectKey, before)))
    .returning({ id: pdfFiles.id });
  return rows.length > 0;
}

/** Ids of the sources of an owner that belonged to the other owner before. */
export async function listMovedIds(db: Db, to: Owner, from: Owner): Promise<string[]> {
  const rows = await db
    .select({ id: sources.id })
    .from(sources)
    .where(
      and(
        ownedBy(sources, to),
        isNotNull(sources.homePrincipal),
        eq(sources.homePrincipal, principalOf(from)),
      ),
    );
  return rows.map(({ id }) => id);
}

function countDocs(db: Db, owner: Owner, indexId: string, now: Date) {
  return db
    .update(privateIndexes)
    .set({
      totalDocs: sql`(SELECT coalesce(sum(${sources.totalPages}), 0) FROM ${sources}
        WHERE ${sources.ownerKind} = ${owner.kind} AND ${sources.ownerId} = ${owner.id} AND ${sources.indexId} = ${indexId})`,
      updatedAt: now,
    })
    .where(and(ownedBy(privateIndexes, owner), eq(privateIndexes.indexId, indexId)));
}

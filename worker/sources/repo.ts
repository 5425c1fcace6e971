import { and, eq, inArray, isNull, lt, ne, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { jobRuns, privateIndexes, sources } from "#schema/index.ts";
import type { SourceRow } from "#schema/index.ts";
import { RUNNING_STATUSES } from "#schema/values.ts";
import type { SourceOwner } from "#worker/context.ts";
import type { Db } from "#worker/platform/db.ts";
import { ownedBy } from "#worker/platform/owned-by.ts";
import type { SourceAddress } from "#worker/services.ts";

/** Versions of the documentation at a URL. By index `sources_owner_url`. */
export async function listSourcesAtUrl(db: Db, owner: SourceOwner, url: string): Promise<SourceRow[]> {
  return await db
    .select()
    .from(sources)
    .where(and(ownedBy(sources, owner), eq(sources.url, url)));
}

/** Sources of an owner. By index `sources_owner_name_version`. */
export async function listSourceRows(db: Db, owner: SourceOwner): Promise<SourceRow[]> {
  return await db.select().from(sources).where(ownedBy(sources, owner)).orderBy(sources.name);
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
    .where(and(ownedBy(sources, owner), ne(sources.kind, "pdf-set")));
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
  const ofOwner = { ownerKind: owner.kind, ownerId: owner.id, createdAt: now, updatedAt: now };
  await db.batch([
    db.insert(sources).values({ ...source, ...ofOwner }),
    db
      .insert(privateIndexes)
      .values({ ...ofOwner, indexId: source.indexId })
      .onConflictDoNothing(),
  ]);
}

/** Number of an owner's sources. By the unique index on their names. */
export async function countSources(db: Db, owner: SourceOwner): Promise<number> {
  return await db.$count(sources, ownedBy(sources, owner));
}

/** Number of an owner's sources that a person has added. By the unique index on the names of an owner's sources. */
export async function countSourcesAddedBy(db: Db, owner: SourceOwner, userId: string): Promise<number> {
  return await db.$count(sources, and(ownedBy(sources, owner), eq(sources.addedByUserId, userId)));
}

export async function findSource(db: Db, sourceId: string): Promise<SourceRow | null> {
  const rows = await db.select().from(sources).where(eq(sources.id, sourceId)).limit(1);
  return rows[0] ?? null;
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
      .where(and(eq(jobRuns.sourceId, sourceId), inArray(jobRuns.status, RUNNING_STATUSES))),
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
      .where(and(ownedBy(privateIndexes, owner), eq(privateIndexes.indexId, indexId))),
  ]);
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

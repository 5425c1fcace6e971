import { and, asc, count, eq, gt, inArray, lte } from "drizzle-orm";
import { catalogStarts, jobRuns, sources } from "#schema/index.ts";
import type { SourceRow } from "#schema/index.ts";
import type { Db } from "#worker/platform/db.ts";

/** Sources whose time has come, the longest waiting first; by index `sources_refresh_due`. */
export async function listDueSources(db: Db, now: Date, limit: number): Promise<SourceRow[]> {
  return await db
    .select()
    .from(sources)
    .where(lte(sources.refreshDueAt, now))
    .orderBy(asc(sources.refreshDueAt))
    .limit(limit);
}

/** Puts the time of a source off; false when somebody else was first. */
export async function claimDueSource(
  db: Db,
  { id, refreshDueAt }: Pick<SourceRow, "id" | "refreshDueAt">,
  next: Date,
): Promise<boolean> {
  if (refreshDueAt === null) return false;
  const rows = await db
    .update(sources)
    .set({ refreshDueAt: next })
    .where(and(eq(sources.id, id), eq(sources.refreshDueAt, refreshDueAt)))
    .returning({ id: sources.id });
  return rows.length > 0;
}

/** Facts for choosing entries of the public catalog to begin: runs that go on, sources, and starts put off. */
export async function readCatalogState(db: Db, now: Date) {
  const isPublic = and(eq(sources.ownerKind, "public"), eq(sources.ownerId, "public"));
  const [running, held, putOff] = await db.batch([
    db
      .select({ runs: count() })
      .from(jobRuns)
      .where(and(inArray(jobRuns.status, ["CRAWLING", "INDEXING"]), eq(jobRuns.ownerKind, "public"))),
    db.select({ name: sources.name, version: sources.version }).from(sources).where(isPublic),
    db.select({ entry: catalogStarts.entry }).from(catalogStarts).where(gt(catalogStarts.tryAt, now)),
  ]);
  return { runs: running[0]?.runs ?? 0, held, putOff: putOff.map(({ entry }) => entry) };
}

/** Takes the start of an entry until `next`; false when somebody else has it. */
export async function claimCatalogStart(db: Db, entry: string, now: Date, next: Date): Promise<boolean> {
  const rows = await db
    .insert(catalogStarts)
    .values({ entry, tryAt: next })
    .onConflictDoUpdate({
      target: catalogStarts.entry,
      set: { tryAt: next },
      setWhere: lte(catalogStarts.tryAt, now),
    })
    .returning({ entry: catalogStarts.entry });
  return rows.length > 0;
}

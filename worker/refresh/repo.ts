import { and, asc, count, desc, eq, gt, inArray, isNotNull, isNull, lt, lte, or, sql } from "drizzle-orm";
import { catalogStarts, jobRuns, sources, users } from "#schema/index.ts";
import type { Tier } from "#schema/values.ts";
import type { Db } from "#worker/platform/db.ts";

export type SourceRow = typeof sources.$inferSelect;

export type RunFacts = {
  source: SourceRow;
  /** Of who started the run or owns the source; null for a team's that nobody in particular started. */
  tier: Tier | null;
  changes: number[];
};

/** What tells when the source of a run is due again: itself, its owner's plan, and what the last `maxRuns` runs changed. */
export async function findRunFacts(db: Db, runId: string, maxRuns: number): Promise<RunFacts | null> {
  const [rows, changes] = await db.batch([
    db
      .select({ source: sources, tier: users.tier })
      .from(jobRuns)
      .innerJoin(sources, eq(sources.id, jobRuns.sourceId))
      .leftJoin(
        users,
        or(
          eq(users.id, jobRuns.startedByUserId),
          and(isNull(jobRuns.startedByUserId), eq(jobRuns.ownerKind, "user"), eq(users.id, jobRuns.ownerId)),
        ),
      )
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

/** Writes down that sources were used, at most once a day each. */
export async function updateLastUsed(db: Db, sourceIds: string[], now: Date, before: Date): Promise<void> {
  await db
    .update(sources)
    .set({ lastUsedAt: now })
    .where(
      and(inArray(sources.id, sourceIds), or(isNull(sources.lastUsedAt), lt(sources.lastUsedAt, before))),
    );
}

/** What tells which entries of the public catalogue are to be begun: runs that go on, sources, and starts put off. */
export async function readCatalogueState(db: Db, now: Date) {
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
export async function claimCatalogueStart(db: Db, entry: string, now: Date, next: Date): Promise<boolean> {
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

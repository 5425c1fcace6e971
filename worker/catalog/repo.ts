import { and, count, eq, getTableColumns, gt, max, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { sources } from "#schema/index.ts";
import type { Db } from "#worker/platform/db.ts";

const { id, ownerKind, ownerId, indexId, name, url, version } = getTableColumns(sources);
const SEARCHED = { id, ownerKind, ownerId, indexId, name, url, version };

/** What a search must know of a source. */
export type SourceRow = Pick<typeof sources.$inferSelect, keyof typeof SEARCHED>;

/** The sources of an owner that hold at least one page, by name. Relies on the index `sources_owner_name`. */
export function listSourcesOf(db: Db, owner: { kind: SourceRow["ownerKind"] | SQL; id: string | SQL }) {
  return db
    .select(SEARCHED)
    .from(sources)
    .where(and(eq(sources.ownerKind, owner.kind), eq(sources.ownerId, owner.id), gt(sources.totalPages, 0)))
    .orderBy(sources.name);
}

/**
 * What tells whether the list of the public sources is still the same: it differs after every change that a search could
 * see. Each sets the time, and the row ids tell one source from another.
 */
export function readPublicState(db: Db) {
  return db
    .select({
      count: count(),
      changedAt: max(sources.updatedAt),
      pages: sql<number>`total(${sources.totalPages})`,
      rows: sql<number>`total(${sources}.rowid)`,
    })
    .from(sources)
    .where(and(eq(sources.ownerKind, "public"), eq(sources.ownerId, "public"), gt(sources.totalPages, 0)));
}

/** What a source says of itself, by its id; null when there is no such source. */
export async function findSourceText(
  db: Db,
  sourceId: string,
): Promise<{ name: string; description: string | null } | null> {
  const [row] = await db
    .select({ name: sources.name, description: sources.description })
    .from(sources)
    .where(eq(sources.id, sourceId));
  return row ?? null;
}

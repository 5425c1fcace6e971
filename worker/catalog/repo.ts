import { and, count, eq, getTableColumns, gt, max, notExists, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { catalogSuggesters, catalogSuggestions, sources } from "#schema/index.ts";
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

/** What is searchable of each public source, whatever its version. By the index `sources_owner_name_version`. */
export async function listPublicTotals(
  db: Db,
): Promise<{ name: string; pages: number; lastIndexedAt: Date | null }[]> {
  return await db
    .select({ name: sources.name, pages: sources.totalPages, lastIndexedAt: sources.lastIndexedAt })
    .from(sources)
    .where(and(eq(sources.ownerKind, "public"), eq(sources.ownerId, "public"), gt(sources.totalPages, 0)));
}

/**
 * Writes down that a person suggests an address; the same person again only changes the words. Returns how many people have
 * suggested it.
 */
export async function addSuggestion(
  db: Db,
  suggestion: Omit<typeof catalogSuggesters.$inferInsert, "createdAt">,
  now: Date,
): Promise<number> {
  const itsOwn = and(
    eq(catalogSuggesters.url, suggestion.url),
    eq(catalogSuggesters.userId, suggestion.userId),
  );
  const [, , [row]] = await db.batch([
    db
      .insert(catalogSuggestions)
      .values({ url: suggestion.url, people: 1, firstAt: now, lastAt: now })
      .onConflictDoUpdate({
        target: catalogSuggestions.url,
        set: { people: sql`${catalogSuggestions.people} + 1`, lastAt: now },
        setWhere: notExists(db.select().from(catalogSuggesters).where(itsOwn)),
      }),
    db
      .insert(catalogSuggesters)
      .values({ ...suggestion, createdAt: now })
      .onConflictDoUpdate({
        target: [catalogSuggesters.url, catalogSuggesters.userId],
        set: { name: suggestion.name, note: suggestion.note },
      }),
    db
      .select({ people: catalogSuggestions.people })
      .from(catalogSuggestions)
      .where(eq(catalogSuggestions.url, suggestion.url)),
  ]);
  return row?.people ?? 0;
}

import { and, eq, getTableColumns, gt, notExists, or, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { catalogSuggesters, catalogSuggestions, sources } from "#schema/index.ts";
import { PUBLIC_OWNER } from "#worker/context.ts";
import type { Db } from "#worker/platform/db.ts";
import { ownedBy } from "#worker/platform/owned-by.ts";
import { readableBy } from "#worker/platform/readable-by.ts";
import type { Reader } from "#worker/platform/readable-by.ts";

const { id, ownerKind, ownerId, indexId, name, url, version, homePrincipal } = getTableColumns(sources);
const SEARCHED = { id, ownerKind, ownerId, indexId, name, url, version, homePrincipal };

/** The columns of a source that a search reads. */
export type SourceRow = Pick<typeof sources.$inferSelect, keyof typeof SEARCHED>;

/** The sources of an owner that hold at least one page, by name. Relies on the index `sources_owner_name`. */
export async function listSourcesOf(
  db: Db,
  owner: { kind: SourceRow["ownerKind"]; id: string },
): Promise<SourceRow[]> {
  return await db
    .select(SEARCHED)
    .from(sources)
    .where(and(ownedBy(sources, owner), gt(sources.totalPages, 0)))
    .orderBy(sources.name);
}

/**
 * The sources of an owner that hold at least one page and that the reader may read, as one value: a JSON array of `SourceRow`, for a
 * statement that reads other things as well. The list fits into a row of D1 (2 MB) for some 8,000 sources.
 */
export function sourcesAsJson(owner: { kind: SQL | string; id: SQL | string }, reader: Reader): SQL<string> {
  return sql<string>`(
    SELECT json_group_array(json_object('id', id, 'ownerKind', owner_kind, 'ownerId', owner_id, 'indexId', index_id,
      'name', name, 'url', url, 'version', version, 'homePrincipal', home_principal) ORDER BY name, rowid)
    FROM sources WHERE owner_kind = ${owner.kind} AND owner_id = ${owner.id} AND total_pages > 0
      AND ${readableBy(reader)})`;
}

/**
 * State of the list of the public sources as one value, which differs after every change that a search could see. Each change sets the
 * time, and the row ids tell one source from another.
 */
export const PUBLIC_STATE = sql<string>`(
  SELECT json_array(count(*), max(updated_at), total(total_pages), total(rowid))
  FROM sources WHERE owner_kind = 'public' AND owner_id = 'public' AND total_pages > 0)`;

/** Reads values in one statement, by the names given. */
export async function readValues<V extends Record<string, SQL<string>>>(
  db: Db,
  values: V,
): Promise<Record<keyof V, string>> {
  const columns = Object.entries(values).map(([key, value]) => sql`${value} AS ${sql.identifier(key)}`);
  return await db.get<Record<keyof V, string>>(sql`SELECT ${sql.join(columns, sql`, `)}`);
}

/** Name and description of a source by its id; null when there is no such source. */
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

/**
 * Names of the sources of an owner that the reader may read, then of the public ones, each by its latest use, with the number of all. Only sources with pages. By
 * the index `sources_owner_name`.
 */
export async function listNamesByUse(
  db: Db,
  owner: { kind: SourceRow["ownerKind"]; id: string } | null,
  reader: Reader,
  limit: number,
): Promise<{ name: string; total: number }[]> {
  const isPublic = ownedBy(sources, PUBLIC_OWNER);
  const isOwn = owner ? and(ownedBy(sources, owner), readableBy(reader)) : undefined;
  return await db
    .select({ name: sources.name, total: sql<number>`count(*) OVER ()` })
    .from(sources)
    .where(and(or(isOwn, isPublic), gt(sources.totalPages, 0)))
    .groupBy(sql`lower(${sources.name})`)
    .orderBy(
      sql`max(${sources.ownerKind} <> 'public') DESC`,
      sql`max(${sources.lastUsedAt}) DESC NULLS LAST`,
      sources.name,
    )
    .limit(limit);
}

/** Totals of the searchable pages of each public source and version. By the index `sources_owner_name_version`. */
export async function listPublicTotals(
  db: Db,
): Promise<{ name: string; version: string | null; pages: number; lastIndexedAt: Date | null }[]> {
  return await db
    .select({ name: sources.name, version, pages: sources.totalPages, lastIndexedAt: sources.lastIndexedAt })
    .from(sources)
    .where(and(ownedBy(sources, PUBLIC_OWNER), gt(sources.totalPages, 0)));
}

/**
 * Stores a person's suggestion of an address; the same person again only changes the words. Returns how many people have suggested the
 * address.
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

import { and, eq } from "drizzle-orm";
import { privateIndexes, sources } from "#schema/index.ts";
import type { SourceRow } from "#schema/index.ts";
import type { Owner } from "#worker/context.ts";
import type { Db } from "#worker/platform/db.ts";
import { ownedBy } from "#worker/platform/owned-by.ts";

export type PrivateIndexRow = typeof privateIndexes.$inferSelect;

/** An index with its sources by name; null when nothing was ever indexed into it. By the primary key and `sources_owner_name_version`. */
export async function findIndexWithSources(
  db: Db,
  owner: Owner,
  indexId: string,
): Promise<{ index: PrivateIndexRow; sources: SourceRow[] } | null> {
  const [[index], rows] = await db.batch([
    db
      .select()
      .from(privateIndexes)
      .where(and(ownedBy(privateIndexes, owner), eq(privateIndexes.indexId, indexId))),
    db
      .select()
      .from(sources)
      .where(and(ownedBy(sources, owner), eq(sources.indexId, indexId)))
      .orderBy(sources.name, sources.version),
  ]);
  return index ? { index, sources: rows } : null;
}

import { and, eq, gt, or } from "drizzle-orm";
import { sources } from "#schema/index.ts";
import type { SourceOwner } from "#worker/context.ts";
import type { Db } from "#worker/platform/db.ts";

export type SourceRow = typeof sources.$inferSelect;

/** Sources of the given owners that hold at least one page, by name. Relies on the index `sources_owner_name`. */
export function listSearchableSources(db: Db, owners: SourceOwner[]): Promise<SourceRow[]> {
  return db
    .select()
    .from(sources)
    .where(
      and(
        or(...owners.map((owner) => and(eq(sources.ownerKind, owner.kind), eq(sources.ownerId, owner.id)))),
        gt(sources.totalPages, 0),
      ),
    )
    .orderBy(sources.name);
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

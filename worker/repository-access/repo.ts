import { and, eq, not } from "drizzle-orm";
import { githubConnections, sources } from "#schema/index.ts";
import type { Owner } from "#worker/context.ts";
import type { Db } from "#worker/platform/db.ts";
import { ownedBy } from "#worker/platform/owned-by.ts";
import { readableBy } from "#worker/platform/readable-by.ts";
import type { Reader } from "#worker/platform/readable-by.ts";

/** Ids of an owner's sources that a reader may not read. By index `sources_owner_name_version`. */
export async function listUnreadableIds(db: Db, owner: Owner, reader: Reader): Promise<string[]> {
  const rows = await db
    .select({ id: sources.id })
    .from(sources)
    .where(and(ownedBy(sources, owner), not(readableBy(reader))));
  return rows.map(({ id }) => id);
}

export async function isConnected(db: Db, userId: string): Promise<boolean> {
  return (await db.$count(githubConnections, eq(githubConnections.userId, userId))) > 0;
}

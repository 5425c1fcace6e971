import { and, count, desc, eq, isNull, lt, or, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { apiKeys } from "#schema/index.ts";
import type { Owner } from "#worker/context.ts";
import type { Db } from "#worker/platform/db.ts";

export type ApiKeyRow = typeof apiKeys.$inferSelect;
export type NewApiKeyRow = Omit<ApiKeyRow, "lastUsedAt" | "lastClient" | "revokedAt">;

/** False when the owner has `maxActive` keys that work already: the count and the insert are one statement. */
export async function insertApiKey(
  db: Db,
  owner: Owner,
  key: NewApiKeyRow,
  maxActive: number,
): Promise<boolean> {
  const active = db
    .select({ value: count() })
    .from(apiKeys)
    .where(and(ownedBy(owner), isNull(apiKeys.revokedAt)));
  const inserted = await db.all(sql`
    insert into api_keys (id, user_id, team_id, name, key_hash, key_start, key_end, sealed_key, created_at)
    select ${key.id}, ${key.userId}, ${key.teamId}, ${key.name}, ${key.keyHash}, ${key.keyStart}, ${key.keyEnd},
      ${key.sealedKey}, ${key.createdAt.getTime()}
    where (${active}) < ${maxActive}
    returning id`);
  return inserted.length > 0;
}

/** By the unique index on the hash: one row or none. */
export function listApiKeysByHash(db: Db, keyHash: string) {
  return db.select().from(apiKeys).where(eq(apiKeys.keyHash, keyHash));
}

/** Who owns the key of this hash, as SQL for what is read in the same round trip. One that does not work has no owner. */
export function ownerOfKey(keyHash: string): { kind: SQL; id: SQL } {
  const ofKey = (value: SQL) =>
    sql`(select ${value} from ${apiKeys} where ${apiKeys.keyHash} = ${keyHash} and ${apiKeys.revokedAt} is null)`;
  return {
    kind: ofKey(sql`iif(${apiKeys.teamId} is null, 'user', 'team')`),
    id: ofKey(sql`coalesce(${apiKeys.teamId}, ${apiKeys.userId})`),
  };
}

export async function findApiKey(db: Db, owner: Owner, keyId: string): Promise<ApiKeyRow | null> {
  const row = await db
    .select()
    .from(apiKeys)
    .where(and(eq(apiKeys.id, keyId), ownedBy(owner)))
    .get();
  return row ?? null;
}

/** Newest first, by the index on the owner. */
export async function listApiKeyRows(db: Db, owner: Owner): Promise<ApiKeyRow[]> {
  return db.select().from(apiKeys).where(ownedBy(owner)).orderBy(desc(apiKeys.createdAt), desc(apiKeys.id));
}

/** The row when this call has revoked the key; null when there is no such key or it was revoked before. */
export async function markRevoked(db: Db, owner: Owner, keyId: string, at: Date): Promise<ApiKeyRow | null> {
  const [row] = await db
    .update(apiKeys)
    // Without the sealed copy nobody can ever show the key again.
    .set({ revokedAt: at, sealedKey: null })
    .where(and(eq(apiKeys.id, keyId), ownedBy(owner), isNull(apiKeys.revokedAt)))
    .returning();
  return row ?? null;
}

/** Does nothing when another request has noted a use after `unlessAfter`. */
export async function noteUse(db: Db, keyId: string, at: Date, unlessAfter: Date): Promise<void> {
  await db
    .update(apiKeys)
    .set({ lastUsedAt: at })
    .where(and(eq(apiKeys.id, keyId), or(isNull(apiKeys.lastUsedAt), lt(apiKeys.lastUsedAt, unlessAfter))));
}

/** Writes only when the client is another one than before. */
export async function setLastClient(db: Db, keyId: string, lastClient: string): Promise<void> {
  await db
    .update(apiKeys)
    .set({ lastClient })
    .where(and(eq(apiKeys.id, keyId), sql`${apiKeys.lastClient} is not ${lastClient}`));
}

/** A user's keys are those that work for no team. */
function ownedBy(owner: Owner) {
  return owner.kind === "team"
    ? eq(apiKeys.teamId, owner.id)
    : and(eq(apiKeys.userId, owner.id), isNull(apiKeys.teamId));
}

import { and, count, desc, eq, getTableColumns, gt, isNull, lt, or, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { apiKeys } from "#schema/index.ts";
import type { Owner } from "#worker/context.ts";
import type { Db } from "#worker/platform/db.ts";
import { ownedBy } from "#worker/platform/owned-by.ts";

export type ApiKeyRow = typeof apiKeys.$inferSelect;
export type NewApiKeyRow = Omit<
  ApiKeyRow,
  "lastUsedAt" | "lastClient" | "monthlyCreditLimit" | "revokedAt" | "endsAt"
>;

/**
 * Inserts a key. False when the owner has `maxActive` lasting keys already, or more than that with rolled ones: the counts and the insert
 * are one statement.
 */
export async function insertApiKey(
  db: Db,
  owner: Owner,
  key: NewApiKeyRow,
  maxActive: number,
): Promise<boolean> {
  const lasting = countOf(db, owner, isNull(apiKeys.revokedAt), isNull(apiKeys.endsAt));
  const working = countOf(db, owner, isWorking(key.createdAt));
  const inserted = await db.all(sql`
    insert into api_keys (id, owner_kind, owner_id, created_by_user_id, scope, name, key_hash, key_start, key_end,
      sealed_key, created_at)
    select ${key.id}, ${key.ownerKind}, ${key.ownerId}, ${key.createdByUserId}, ${key.scope}, ${key.name}, ${key.keyHash},
      ${key.keyStart}, ${key.keyEnd}, ${key.sealedKey}, ${key.createdAt.getTime()}
    where (${lasting}) < ${maxActive} and (${working}) <= ${maxActive}
    returning id`);
  return inserted.length > 0;
}

type Replacement = {
  oldId: string;
  /** End of the old key; null: at once. */
  endsAt: Date | null;
  row: NewApiKeyRow;
  maxActive: number;
};

/**
 * Puts a new key in the place of an old one, both or neither. False when the old key does not work or is replaced already, or would go on
 * while more than `maxActive` keys work.
 */
export async function replaceApiKey(
  db: Db,
  owner: Owner,
  { oldId, endsAt, row, maxActive }: Replacement,
): Promise<boolean> {
  const old = and(
    eq(apiKeys.id, oldId),
    ownedBy(apiKeys, owner),
    isNull(apiKeys.revokedAt),
    isNull(apiKeys.endsAt),
  );
  const working = countOf(db, owner, isWorking(row.createdAt));
  const hasRoom = endsAt === null ? undefined : sql`(${working}) <= ${maxActive}`;
  // The insert gives one row where the old key is there to be replaced, else none.
  const made = db
    .select({
      id: sql`${row.id}`.as("id"),
      ownerKind: sql`${row.ownerKind}`.as("owner_kind"),
      ownerId: sql`${row.ownerId}`.as("owner_id"),
      createdByUserId: sql`${row.createdByUserId}`.as("created_by_user_id"),
      scope: sql`${row.scope}`.as("scope"),
      name: sql`${row.name}`.as("name"),
      keyHash: sql`${row.keyHash}`.as("key_hash"),
      keyStart: sql`${row.keyStart}`.as("key_start"),
      keyEnd: sql`${row.keyEnd}`.as("key_end"),
      sealedKey: sql`${row.sealedKey}`.as("sealed_key"),
      lastClient: sql`null`.as("last_client"),
      // Limit of the old key.
      monthlyCreditLimit: apiKeys.monthlyCreditLimit,
      createdAt: sql`${row.createdAt.getTime()}`.as("created_at"),
      lastUsedAt: sql`null`.as("last_used_at"),
      revokedAt: sql`null`.as("revoked_at"),
      endsAt: sql`null`.as("ends_at"),
    })
    .from(apiKeys)
    .where(and(old, hasRoom));
  const isMade = sql`exists (select 1 from ${apiKeys} "made" where "made"."id" = ${row.id})`;
  const [inserted] = await db.batch([
    db.insert(apiKeys).select(made).returning({ id: apiKeys.id }),
    db
      .update(apiKeys)
      // A key that is on its way out is not shown again: nobody should begin to use it.
      .set({ ...(endsAt === null ? { revokedAt: row.createdAt } : { endsAt }), sealedKey: null })
      .where(and(old, isMade)),
  ]);
  return inserted.length > 0;
}

/** Owner of a key, as SQL for values that are read beside the key. */
export const OWNER_OF_KEY = {
  kind: sql`api_keys.owner_kind`,
  id: sql`api_keys.owner_id`,
};

/** Columns that a verification reads: not the sealed copy, which only a reveal opens. */
const { sealedKey: _sealedKey, keyHash: _keyHash, ...VERIFIED_COLUMNS } = getTableColumns(apiKeys);
export type VerifiedRow = Omit<ApiKeyRow, "sealedKey" | "keyHash">;

/**
 * A way to find a key by its hash, and values beside it in the same statement, by the unique index on the hash. The
 * statement is written once for each database: every search begins with it, and drizzle takes longer to write one than D1
 * to answer it.
 */
export function keyFinder<V extends Record<string, SQL<string>>>(values: V) {
  const prepared = new WeakMap<object, ReturnType<typeof prepare>>();
  const prepare = (db: Db) =>
    db
      .select({ row: VERIFIED_COLUMNS, ...values })
      .from(apiKeys)
      .where(eq(apiKeys.keyHash, sql.placeholder("keyHash")))
      .prepare();
  return async (db: Db, keyHash: string) => {
    let query = prepared.get(db.$client);
    if (!query) prepared.set(db.$client, (query = prepare(db)));
    return await query.get({ keyHash });
  };
}

export async function findApiKey(db: Db, owner: Owner, keyId: string): Promise<ApiKeyRow | null> {
  const row = await db
    .select()
    .from(apiKeys)
    .where(and(eq(apiKeys.id, keyId), ownedBy(apiKeys, owner)))
    .get();
  return row ?? null;
}

/** Keys of an owner, newest first, by the index on the owner. */
export async function listApiKeyRows(db: Db, owner: Owner): Promise<ApiKeyRow[]> {
  return db
    .select()
    .from(apiKeys)
    .where(ownedBy(apiKeys, owner))
    .orderBy(desc(apiKeys.createdAt), desc(apiKeys.id));
}

/** Sets a key's limit. False for a key that is revoked or another owner's. */
export async function setKeyLimit(
  db: Db,
  owner: Owner,
  keyId: string,
  monthlyCreditLimit: number | null,
): Promise<boolean> {
  const rows = await db
    .update(apiKeys)
    .set({ monthlyCreditLimit })
    .where(and(eq(apiKeys.id, keyId), ownedBy(apiKeys, owner), isNull(apiKeys.revokedAt)))
    .returning({ id: apiKeys.id });
  return rows.length > 0;
}

/** Revokes a key. Returns its row when this call has revoked the key; null when there is no such key or it was revoked before. */
export async function markRevoked(db: Db, owner: Owner, keyId: string, at: Date): Promise<ApiKeyRow | null> {
  const [row] = await db
    .update(apiKeys)
    // Without the sealed copy nobody can ever show the key again.
    .set({ revokedAt: at, sealedKey: null })
    .where(and(eq(apiKeys.id, keyId), ownedBy(apiKeys, owner), isNull(apiKeys.revokedAt)))
    .returning();
  return row ?? null;
}

/** Notes a use of the key. Does nothing when another request has noted one after `unlessAfter`. */
export async function updateLastUsed(db: Db, keyId: string, at: Date, unlessAfter: Date): Promise<void> {
  await db
    .update(apiKeys)
    .set({ lastUsedAt: at })
    .where(and(eq(apiKeys.id, keyId), or(isNull(apiKeys.lastUsedAt), lt(apiKeys.lastUsedAt, unlessAfter))));
}

/** Notes the client of a key. Writes only when the client differs from the last one. */
export async function setLastClient(db: Db, keyId: string, lastClient: string): Promise<void> {
  await db
    .update(apiKeys)
    .set({ lastClient })
    .where(and(eq(apiKeys.id, keyId), sql`${apiKeys.lastClient} is not ${lastClient}`));
}

/** Whether a key works: `isKeyActive` in SQL. */
function isWorking(now: Date) {
  return and(isNull(apiKeys.revokedAt), or(isNull(apiKeys.endsAt), gt(apiKeys.endsAt, now)));
}

function countOf(db: Db, owner: Owner, ...conditions: (SQL | undefined)[]) {
  return db
    .select({ value: count() })
    .from(apiKeys)
    .where(and(ownedBy(apiKeys, owner), ...conditions));
}

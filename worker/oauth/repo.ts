import { and, desc, eq, gt, isNull, lt, or } from "drizzle-orm";
import { oauthGrants, oauthRequests } from "#schema/index.ts";
import type { Db } from "#worker/platform/db.ts";

export type RequestRow = typeof oauthRequests.$inferSelect;
export type GrantRow = typeof oauthGrants.$inferSelect;
export type NewGrantRow = Pick<
  GrantRow,
  | "id"
  | "userId"
  | "clientId"
  | "clientName"
  | "clientHost"
  | "redirectUri"
  | "resource"
  | "scopes"
  | "createdAt"
  | "expiresAt"
>;

/** Inserts a request, and forgets the requests that have expired, by the index on the expiry. */
export async function insertRequest(db: Db, row: Omit<RequestRow, "userId">): Promise<void> {
  await db.batch([
    db.delete(oauthRequests).where(lt(oauthRequests.expiresAt, row.createdAt)),
    db.insert(oauthRequests).values(row),
  ]);
}

/** The request, now the user's; null when there is none, or the request has expired or is another user's. */
export async function bindRequest(
  db: Db,
  handleHash: string,
  userId: string,
  now: Date,
): Promise<RequestRow | null> {
  const [row] = await db
    .update(oauthRequests)
    .set({ userId })
    .where(
      and(
        eq(oauthRequests.handleHash, handleHash),
        gt(oauthRequests.expiresAt, now),
        or(isNull(oauthRequests.userId), eq(oauthRequests.userId, userId)),
      ),
    )
    .returning();
  return row ?? null;
}

/** Deletes the user's request and returns it, so that it is decided once. */
export async function takeRequest(
  db: Db,
  handleHash: string,
  userId: string,
  now: Date,
): Promise<RequestRow | null> {
  const [row] = await db
    .delete(oauthRequests)
    .where(
      and(
        eq(oauthRequests.handleHash, handleHash),
        eq(oauthRequests.userId, userId),
        gt(oauthRequests.expiresAt, now),
      ),
    )
    .returning();
  return row ?? null;
}

/** Inserts a grant, and forgets the user's expired grants and, with `replaces`, the same client's grants for the same resource. */
export async function insertGrant(db: Db, row: NewGrantRow, replaces: boolean): Promise<void> {
  const older = and(eq(oauthGrants.clientId, row.clientId), eq(oauthGrants.resource, row.resource));
  const isOver = lt(oauthGrants.expiresAt, row.createdAt);
  await db.batch([
    db
      .delete(oauthGrants)
      .where(and(eq(oauthGrants.userId, row.userId), replaces ? or(isOver, older) : isOver)),
    db.insert(oauthGrants).values(row),
  ]);
}

/** A user's unexpired grants, newest first. By the index on the user. */
export async function listGrantRows(db: Db, userId: string, now: Date): Promise<GrantRow[]> {
  return db
    .select()
    .from(oauthGrants)
    .where(and(eq(oauthGrants.userId, userId), gt(oauthGrants.expiresAt, now)))
    .orderBy(desc(oauthGrants.createdAt), desc(oauthGrants.id));
}

export async function findGrant(db: Db, grantId: string): Promise<GrantRow | null> {
  return (await db.select().from(oauthGrants).where(eq(oauthGrants.id, grantId)).get()) ?? null;
}

/** The grant with an id of the library's. By the unique index on that id. */
export async function findGrantOfKv(db: Db, userId: string, kvGrantId: string): Promise<GrantRow | null> {
  const row = await db
    .select()
    .from(oauthGrants)
    .where(and(eq(oauthGrants.kvGrantId, kvGrantId), eq(oauthGrants.userId, userId)))
    .get();
  return row ?? null;
}

/** Marks a grant's code as exchanged. True for the one request that does so. */
export async function markExchanged(
  db: Db,
  grant: { id: string; userId: string; kvGrantId: string },
  now: Date,
  expiresAt: Date,
): Promise<boolean> {
  const changed = await db
    .update(oauthGrants)
    .set({ kvGrantId: grant.kvGrantId, expiresAt })
    .where(
      and(
        eq(oauthGrants.id, grant.id),
        eq(oauthGrants.userId, grant.userId),
        isNull(oauthGrants.kvGrantId),
        gt(oauthGrants.expiresAt, now),
      ),
    )
    .returning({ id: oauthGrants.id });
  return changed.length > 0;
}

/** Spends a refresh token by its hash. True for the one request that does so. */
export async function spendRefresh(db: Db, grantId: string, hash: string): Promise<boolean> {
  const changed = await db
    .update(oauthGrants)
    .set({ refreshHash: null })
    .where(and(eq(oauthGrants.id, grantId), eq(oauthGrants.refreshHash, hash)))
    .returning({ id: oauthGrants.id });
  return changed.length > 0;
}

/** Makes a spent token good again, after a refresh that was refused for another reason. */
export async function unspendRefresh(db: Db, grantId: string, hash: string): Promise<void> {
  await db
    .update(oauthGrants)
    .set({ refreshHash: hash })
    .where(and(eq(oauthGrants.id, grantId), isNull(oauthGrants.refreshHash)));
}

export async function setRefresh(
  db: Db,
  grantId: string,
  tokens: { refreshHash: string; spentRefreshHash: string | null; refreshedAt: Date; expiresAt: Date },
): Promise<void> {
  await db.update(oauthGrants).set(tokens).where(eq(oauthGrants.id, grantId));
}

/** Notes a use of the grant. Does nothing when another request has noted one after `unlessAfter`. */
export async function updateLastUsed(db: Db, grantId: string, at: Date, unlessAfter: Date): Promise<void> {
  await db
    .update(oauthGrants)
    .set({ lastUsedAt: at })
    .where(
      and(
        eq(oauthGrants.id, grantId),
        or(isNull(oauthGrants.lastUsedAt), lt(oauthGrants.lastUsedAt, unlessAfter)),
      ),
    );
}

/** Deletes a grant. Returns its row when this call has deleted it. */
export async function deleteGrant(db: Db, grantId: string, userId: string): Promise<GrantRow | null> {
  const [row] = await db
    .delete(oauthGrants)
    .where(and(eq(oauthGrants.id, grantId), eq(oauthGrants.userId, userId)))
    .returning();
  return row ?? null;
}

/** Deletes all requests and grants of a user, as when the account goes. */
export async function deleteAllOf(db: Db, userId: string): Promise<void> {
  await db.batch([
    db.delete(oauthRequests).where(eq(oauthRequests.userId, userId)),
    db.delete(oauthGrants).where(eq(oauthGrants.userId, userId)),
  ]);
}

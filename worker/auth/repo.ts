import { and, count, desc, eq, getTableColumns, gt, isNull, lt, ne, sql } from "drizzle-orm";
import { accounts, mailCodes, sessions, users, verifications } from "#schema/index.ts";
import type { MailCodePurpose } from "#schema/values.ts";
import type { Db } from "#worker/platform/db.ts";

export type SignInUser = Pick<
  typeof users.$inferSelect,
  "id" | "email" | "emailVerified" | "displayName" | "photoUrl" | "tier" | "createdAt" | "deletionStartedAt"
>;

/** The user with an address. By the unique index on the address. */
export async function findUserByEmail(db: Db, email: string): Promise<SignInUser | null> {
  return (await db.select().from(users).where(eq(users.email, email)).get()) ?? null;
}

export async function findUserById(db: Db, userId: string): Promise<SignInUser | null> {
  return (await db.select().from(users).where(eq(users.id, userId)).get()) ?? null;
}

/** Marks an address as verified. True when this call did; false when it was verified before, or the user has another address by now. */
export async function markEmailVerified(db: Db, userId: string, email: string, at: Date): Promise<boolean> {
  const rows = await db
    .update(users)
    .set({ emailVerified: true, updatedAt: at })
    .where(and(eq(users.id, userId), eq(users.email, email), eq(users.emailVerified, false)))
    .returning({ id: users.id });
  return rows.length > 0;
}

export type MailCodeRow = typeof mailCodes.$inferSelect;

export async function insertMailCode(db: Db, code: Omit<MailCodeRow, "usedAt">): Promise<void> {
  await db.insert(mailCodes).values(code);
}

export async function findMailCode(
  db: Db,
  codeHash: string,
  purpose: MailCodePurpose,
): Promise<MailCodeRow | null> {
  const row = await db
    .select()
    .from(mailCodes)
    .where(and(eq(mailCodes.codeHash, codeHash), eq(mailCodes.purpose, purpose)))
    .get();
  return row ?? null;
}

/** The code when this call has spent it; null when the code is unknown, expired or was spent before. */
export async function spendMailCode(
  db: Db,
  codeHash: string,
  purpose: MailCodePurpose,
  now: Date,
): Promise<MailCodeRow | null> {
  const [row] = await db
    .update(mailCodes)
    .set({ usedAt: now })
    .where(
      and(
        eq(mailCodes.codeHash, codeHash),
        eq(mailCodes.purpose, purpose),
        isNull(mailCodes.usedAt),
        gt(mailCodes.expiresAt, now),
      ),
    )
    .returning();
  return row ?? null;
}

/** Makes a spent code valid again, when its purpose could not be carried out. */
export async function giveBackMailCode(db: Db, codeHash: string): Promise<void> {
  await db.update(mailCodes).set({ usedAt: null }).where(eq(mailCodes.codeHash, codeHash));
}

/** Removes sessions and started sign-ins that are over, and codes that expired before `codesBefore`. */
export async function removeExpired(db: Db, now: Date, codesBefore: Date): Promise<void> {
  await db.batch([
    db.delete(sessions).where(lt(sessions.expiresAt, now)),
    db.delete(verifications).where(lt(verifications.expiresAt, now)),
    db.delete(mailCodes).where(lt(mailCodes.expiresAt, codesBefore)),
  ]);
}

/** Sets the password of a user, and ends every session and every other reset code, all at once. */
export async function replacePassword(
  db: Db,
  change: {
    userId: string;
    passwordHash: string;
    newAccountId: string;
    keepSessionId: string | null;
    now: Date;
  },
): Promise<void> {
  const { userId, passwordHash: password, newAccountId, keepSessionId, now } = change;
  await db.batch([
    db
      .insert(accounts)
      .values({
        id: newAccountId,
        accountId: userId,
        providerId: "credential",
        userId,
        password,
        createdAt: now,
        updatedAt: now,
      })
      .onConflictDoUpdate({
        target: [accounts.providerId, accounts.accountId],
        set: { password, updatedAt: now },
      }),
    db
      .delete(sessions)
      .where(and(eq(sessions.userId, userId), keepSessionId ? ne(sessions.id, keepSessionId) : undefined)),
    db
      .update(mailCodes)
      .set({ usedAt: now })
      .where(
        and(eq(mailCodes.userId, userId), eq(mailCodes.purpose, "resetPassword"), isNull(mailCodes.usedAt)),
      ),
  ]);
}

export async function findPasswordHash(db: Db, userId: string): Promise<string | null> {
  const row = await db
    .select({ password: accounts.password })
    .from(accounts)
    .where(and(eq(accounts.providerId, "credential"), eq(accounts.accountId, userId)))
    .get();
  return row?.password ?? null;
}

/** Ways in of a user, oldest first. */
export async function listAccountRows(
  db: Db,
  userId: string,
): Promise<{ id: string; providerId: string; createdAt: Date }[]> {
  return db
    .select({ id: accounts.id, providerId: accounts.providerId, createdAt: accounts.createdAt })
    .from(accounts)
    .where(eq(accounts.userId, userId))
    .orderBy(accounts.createdAt);
}

/** Deletes a way in. False when the user does not have it, or has no other: the count and the removal are one statement. */
export async function deleteAccountUnlessLast(db: Db, userId: string, providerId: string): Promise<boolean> {
  const own = db.select({ value: count() }).from(accounts).where(eq(accounts.userId, userId));
  const rows = await db
    .delete(accounts)
    .where(and(eq(accounts.userId, userId), eq(accounts.providerId, providerId), sql`(${own}) > 1`))
    .returning({ id: accounts.id });
  return rows.length > 0;
}

export type SessionRow = Omit<typeof sessions.$inferSelect, "token">;

/** Sessions that are not over, the latest used first. */
export async function listSessionRows(db: Db, userId: string, now: Date): Promise<SessionRow[]> {
  const { token: _token, ...columns } = getTableColumns(sessions);
  return db
    .select(columns)
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, now)))
    .orderBy(desc(sessions.updatedAt), desc(sessions.id));
}

/** The ids of the sessions that this call has ended: one, or all but one. */
export async function deleteSessions(
  db: Db,
  userId: string,
  which: { only: string } | { except: string | null },
): Promise<string[]> {
  const chosen =
    "only" in which
      ? eq(sessions.id, which.only)
      : which.except === null
        ? undefined
        : ne(sessions.id, which.except);
  const rows = await db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), chosen))
    .returning({ id: sessions.id });
  return rows.map(({ id }) => id);
}

/** The session of a token. By the unique index on the token. */
export async function findSessionByToken(
  db: Db,
  token: string,
): Promise<{ id: string; userId: string } | null> {
  const columns = { id: sessions.id, userId: sessions.userId };
  return (await db.select(columns).from(sessions).where(eq(sessions.token, token)).get()) ?? null;
}

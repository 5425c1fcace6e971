import { and, desc, eq, ne, sql } from "drizzle-orm";
import { consents, users } from "#schema/index.ts";
import type { Db } from "#worker/platform/db.ts";

export type User = typeof users.$inferSelect;
export type ConsentRow = typeof consents.$inferSelect;

/** Inserts a user. Null when the address is taken (unique index on the e-mail). */
export async function insertUser(db: Db, user: typeof users.$inferInsert): Promise<User | null> {
  const [row] = await db.insert(users).values(user).onConflictDoNothing({ target: users.email }).returning();
  return row ?? null;
}

export async function findUser(db: Db, userId: string): Promise<User | null> {
  return (await db.select().from(users).where(eq(users.id, userId)).get()) ?? null;
}

export async function findUserByEmail(db: Db, email: string): Promise<User | null> {
  return (await db.select().from(users).where(eq(users.email, email)).get()) ?? null;
}

/** Changes a user's name. False when the name is the same as before, or there is no such user. */
export async function updateDisplayName(
  db: Db,
  userId: string,
  displayName: string | null,
  now: Date,
): Promise<boolean> {
  const rows = await db
    .update(users)
    .set({ displayName, updatedAt: now })
    .where(and(eq(users.id, userId), sql`${users.displayName} is not ${displayName}`))
    .returning({ id: users.id });
  return rows.length > 0;
}

/** Adds a consent unless one of that id is there; the user's row follows the latest consent. */
export async function insertConsentOnce(db: Db, consent: ConsentRow): Promise<void> {
  await db.batch([
    db.insert(consents).values(consent).onConflictDoNothing({ target: consents.id }),
    followLatestConsent(db, consent.userId),
  ]);
}

/** Adds a consent that says something else than the user's row, and the row follows; false when it says the same. */
export async function insertChangedConsent(db: Db, consent: ConsentRow): Promise<boolean> {
  const [inserted] = await db.batch([
    db
      .insert(consents)
      .select(
        db
          .select({
            id: sql`${consent.id}`.as("id"),
            userId: users.id,
            marketingConsent: sql`${consent.marketingConsent ? 1 : 0}`.as("marketing_consent"),
            provenance: sql`${consent.provenance}`.as("provenance"),
            textVersion: sql`${consent.textVersion}`.as("text_version"),
            country: sql`${consent.country}`.as("country"),
            createdAt: sql`${consent.createdAt.getTime()}`.as("created_at"),
          })
          .from(users)
          .where(and(eq(users.id, consent.userId), ne(users.marketingConsent, consent.marketingConsent))),
      )
      .returning({ id: consents.id }),
    followLatestConsent(db, consent.userId),
  ]);
  return inserted.length > 0;
}

/** Sets the user's row to the latest consent. By the index `consents_user`. */
function followLatestConsent(db: Db, userId: string) {
  const latest = db
    .select({ value: consents.marketingConsent })
    .from(consents)
    .where(eq(consents.userId, userId))
    .orderBy(desc(consents.createdAt), sql`${consents}.rowid desc`)
    .limit(1);
  return db
    .update(users)
    .set({ marketingConsent: sql`(${latest})` })
    .where(eq(users.id, userId));
}

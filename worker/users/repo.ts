import { eq } from "drizzle-orm";
import { users } from "#schema/index.ts";
import type { Db } from "#worker/platform/db.ts";

export type User = typeof users.$inferSelect;

/** Null when the address is taken (unique index on the e-mail). */
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

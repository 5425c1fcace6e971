import { eq } from "drizzle-orm";
import { users } from "#schema/index.ts";
import type { Tier } from "#schema/values.ts";
import type { Db } from "#worker/platform/db.ts";

/** By the primary key. */
export async function findTier(db: Db, userId: string): Promise<Tier | null> {
  const row = await db.select({ tier: users.tier }).from(users).where(eq(users.id, userId)).get();
  return row?.tier ?? null;
}

import { missedQuestions } from "#schema/index.ts";
import type { Db } from "#worker/platform/db.ts";

/** Keeps a report, once. */
export async function putMiss(db: Db, miss: typeof missedQuestions.$inferInsert): Promise<void> {
  await db.insert(missedQuestions).values(miss).onConflictDoNothing();
}

import { pageOpinions } from "#schema/index.ts";
import type { Db } from "#worker/platform/db.ts";

/** Writes an opinion down. Of the same visitor, page and day the later one counts; words stay when the later opinion has none. */
export async function putOpinion(db: Db, opinion: typeof pageOpinions.$inferInsert): Promise<void> {
  const { isUseful, words = null } = opinion;
  await db
    .insert(pageOpinions)
    .values(opinion)
    .onConflictDoUpdate({
      target: [pageOpinions.path, pageOpinions.day, pageOpinions.visitor],
      set: { isUseful, ...(words !== null && { words }) },
    });
}

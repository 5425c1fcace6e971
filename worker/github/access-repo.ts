import { and, eq, lt, lte, sql } from "drizzle-orm";
import { repositoryAccess } from "#schema/index.ts";
import type { Db } from "#worker/platform/db.ts";

type AccessRow = typeof repositoryAccess.$inferSelect;

/** A member and a private repository of one of the member's teams. */
export type Pair = Pick<AccessRow, "repositoryId" | "userId">;

/** Stores an answer of GitHub, unless the stored one was asked for later. */
export async function putAccess(db: Db, row: AccessRow): Promise<void> {
  const { repositoryId: _repositoryId, userId: _userId, ...changed } = row;
  await db
    .insert(repositoryAccess)
    .values(row)
    .onConflictDoUpdate({
      target: [repositoryAccess.repositoryId, repositoryAccess.userId],
      set: changed,
      setWhere: lte(repositoryAccess.seenAt, row.seenAt),
    });
}

/** Takes away the access to a repository: one GitHub account's, or everybody's without an account. Answers asked for earlier don't bring it back. */
export async function denyAccess(
  db: Db,
  { repositoryId, githubUserId }: { repositoryId: string; githubUserId?: string },
  now: Date,
): Promise<void> {
  const isAccount = githubUserId === undefined ? undefined : eq(repositoryAccess.githubUserId, githubUserId);
  await db
    .update(repositoryAccess)
    .set({ mayRead: false, seenAt: now })
    .where(and(eq(repositoryAccess.repositoryId, repositoryId), isAccount));
}

/** Deletes a user's rows, as when the connection to GitHub ends. By index `repository_access_user`. */
export async function deleteAccessOf(db: Db, userId: string): Promise<void> {
  await db.delete(repositoryAccess).where(eq(repositoryAccess.userId, userId));
}

/** Deletes rows from before a moment. By index `repository_access_seen`. */
export async function deleteAccessBefore(db: Db, before: Date): Promise<void> {
  await db.delete(repositoryAccess).where(lt(repositoryAccess.seenAt, before));
}

/**
 * Accepted members with a connection, and the private repositories of their teams, whose access was not asked for since a moment; those
 * never asked for come first.
 */
export async function listDuePairs(
  db: Db,
  due: { before: Date; userId?: string; repositoryId?: string; githubUserId?: string; limit: number },
): Promise<Pair[]> {
  const { before, userId, repositoryId, githubUserId, limit } = due;
  return await db.all<Pair>(sql`
    SELECT r.repository_id AS repositoryId, m.user_id AS userId
    FROM github_repositories AS r
    JOIN team_memberships AS m ON m.team_id = r.owner_id AND m.state = 'accepted'
    JOIN github_connections AS c ON c.user_id = m.user_id
    LEFT JOIN repository_access AS a
      ON a.repository_id = r.repository_id AND a.user_id = m.user_id AND a.github_user_id = c.github_user_id
    WHERE r.owner_kind = 'team' AND r.is_private = 1 AND coalesce(a.seen_at, 0) < ${before.getTime()}
      ${userId === undefined ? sql`` : sql`AND m.user_id = ${userId}`}
      ${repositoryId === undefined ? sql`` : sql`AND r.repository_id = ${repositoryId}`}
      ${githubUserId === undefined ? sql`` : sql`AND c.github_user_id = ${githubUserId}`}
    GROUP BY r.repository_id, m.user_id
    ORDER BY min(coalesce(a.seen_at, 0))
    LIMIT ${limit}`);
}

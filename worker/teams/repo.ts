import { and, eq, isNotNull, isNull } from "drizzle-orm";
import { apiKeys, sessions, sources, teamMemberships, teams } from "#schema/index.ts";
import type { Db } from "#worker/platform/db.ts";

export type TeamRow = typeof teams.$inferSelect;
export type MembershipRow = typeof teamMemberships.$inferSelect;

const m = teamMemberships;

/** Inserts a team and its first membership, both or neither. */
export async function insertTeam(
  db: Db,
  team: Pick<TeamRow, "id" | "name" | "createdAt" | "movesSourcesOfUserId"> & { createdByUserId: string },
  owner: Pick<MembershipRow, "id" | "email">,
): Promise<void> {
  const { id: teamId, createdAt, createdByUserId } = team;
  await db.batch([
    db.insert(teams).values(team),
    db.insert(m).values({
      ...owner,
      teamId,
      userId: createdByUserId,
      role: "owner",
      state: "accepted",
      joinedAt: createdAt,
      acceptedAt: createdAt,
    }),
  ]);
}

/** Teams to which somebody's personal sources are moving. By index `teams_moves`. */
export async function listTeamsWithMoves(
  db: Db,
  limit: number,
): Promise<{ teamId: string; userId: string }[]> {
  const userId = teams.movesSourcesOfUserId;
  const rows = await db
    .select({ teamId: teams.id, userId })
    .from(teams)
    .where(and(isNotNull(userId), isNull(teams.deletedAt)))
    .limit(limit);
  return rows.flatMap(({ teamId, userId: whose }) => (whose === null ? [] : [{ teamId, userId: whose }]));
}

/** Notes that all of a person's movable sources have moved. */
export async function clearMove(db: Db, teamId: string, userId: string): Promise<void> {
  await db
    .update(teams)
    .set({ movesSourcesOfUserId: null })
    .where(and(eq(teams.id, teamId), eq(teams.movesSourcesOfUserId, userId)));
}

/** Number of teams that a person has made and that are not deleted. */
export async function countTeamsMadeBy(db: Db, userId: string): Promise<number> {
  return await db.$count(teams, and(eq(teams.createdByUserId, userId), isNull(teams.deletedAt)));
}

export async function findTeam(db: Db, teamId: string): Promise<TeamRow | null> {
  const row = await db
    .select()
    .from(teams)
    .where(and(eq(teams.id, teamId), isNull(teams.deletedAt)))
    .get();
  return row ?? null;
}

/**
 * Deletes a team softly: its keys end, nothing of it is crawled again, and nobody is in it. All or none; false when the team was deleted
 * before.
 */
export async function markDeleted(db: Db, teamId: string, now: Date): Promise<boolean> {
  const [deleted] = await db.batch([
    db
      .update(teams)
      .set({ deletedAt: now })
      .where(and(eq(teams.id, teamId), isNull(teams.deletedAt)))
      .returning({ id: teams.id }),
    db
      .update(apiKeys)
      .set({ revokedAt: now, sealedKey: null })
      .where(and(eq(apiKeys.ownerKind, "team"), eq(apiKeys.ownerId, teamId), isNull(apiKeys.revokedAt))),
    db
      .update(sources)
      .set({ refreshDueAt: null })
      .where(and(eq(sources.ownerKind, "team"), eq(sources.ownerId, teamId))),
  ]);
  return deleted.length > 0;
}

/** Ends a team's keys that a person has made. */
export async function revokeKeysMadeBy(db: Db, teamId: string, userId: string, now: Date): Promise<number> {
  const rows = await db
    .update(apiKeys)
    .set({ revokedAt: now, sealedKey: null })
    .where(
      and(
        eq(apiKeys.ownerKind, "team"),
        eq(apiKeys.ownerId, teamId),
        eq(apiKeys.createdByUserId, userId),
        isNull(apiKeys.revokedAt),
      ),
    )
    .returning({ id: apiKeys.id });
  return rows.length;
}

export async function listSessionIds(db: Db, userId: string): Promise<string[]> {
  const rows = await db.select({ id: sessions.id }).from(sessions).where(eq(sessions.userId, userId));
  return rows.map(({ id }) => id);
}

import { and, eq, isNull } from "drizzle-orm";
import { teamMemberships, teams, users } from "#schema/index.ts";
import type { TeamRole, Tier } from "#schema/values.ts";
import type { Db } from "#worker/platform/db.ts";

/** By the primary key. */
export async function findTier(db: Db, userId: string): Promise<Tier | null> {
  const row = await db.select({ tier: users.tier }).from(users).where(eq(users.id, userId)).get();
  return row?.tier ?? null;
}

/** By the primary key. */
export async function findSeats(db: Db, teamId: string): Promise<number | null> {
  const row = await db
    .select({ seats: teams.numberOfPaidSeats })
    .from(teams)
    .where(eq(teams.id, teamId))
    .get();
  return row?.seats ?? null;
}

/** The role of a member who has accepted, in a team that is not deleted. By index `team_memberships_team_user`. */
export async function findRole(db: Db, teamId: string, userId: string): Promise<TeamRole | null> {
  const row = await db
    .select({ role: teamMemberships.role })
    .from(teamMemberships)
    .innerJoin(teams, and(eq(teams.id, teamMemberships.teamId), isNull(teams.deletedAt)))
    .where(
      and(
        eq(teamMemberships.teamId, teamId),
        eq(teamMemberships.userId, userId),
        eq(teamMemberships.state, "accepted"),
      ),
    )
    .get();
  return row?.role ?? null;
}

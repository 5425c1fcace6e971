import { and, eq, isNull, ne, notExists, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { teamMemberships, teams, users } from "#schema/index.ts";
import type { TeamRole, Tier } from "#schema/values.ts";
import type { Db } from "#worker/platform/db.ts";

/** A user's tier. By the primary key. */
export async function findTier(db: Db, userId: string): Promise<Tier | null> {
  const row = await db.select({ tier: users.tier }).from(users).where(eq(users.id, userId)).get();
  return row?.tier ?? null;
}

/** A team's seats. By the primary key. */
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

/** Names of the teams that nobody but this person owns. */
export async function listTeamsOwnedAlone(db: Db, userId: string): Promise<string[]> {
  const other = alias(teamMemberships, "other");
  const otherOwners = db
    .select({ one: sql`1` })
    .from(other)
    .where(
      and(
        eq(other.teamId, teams.id),
        eq(other.role, "owner"),
        eq(other.state, "accepted"),
        ne(other.userId, userId),
      ),
    );
  const rows = await db
    .select({ name: teams.name })
    .from(teamMemberships)
    .innerJoin(teams, and(eq(teams.id, teamMemberships.teamId), isNull(teams.deletedAt)))
    .where(
      and(
        eq(teamMemberships.userId, userId),
        eq(teamMemberships.state, "accepted"),
        eq(teamMemberships.role, "owner"),
        notExists(otherOwners),
      ),
    );
  return rows.map(({ name }) => name);
}

export type SeatOfMember = {
  hasPaidSeat: boolean;
  /** Monthly limit on team credits; null for none. */
  monthlyCreditLimit: number | null;
  /** Limit on added sources; null for none. */
  maxSources: number | null;
};

/** A member's seat and limits in a team; null for a user who is not in it. By index `team_memberships_team_user`. */
export async function findSeatOf(db: Db, teamId: string, userId: string): Promise<SeatOfMember | null> {
  const { hasPaidSeat, monthlyCreditLimit, maxSources } = teamMemberships;
  const row = await db
    .select({ hasPaidSeat, monthlyCreditLimit, maxSources })
    .from(teamMemberships)
    .where(
      and(
        eq(teamMemberships.teamId, teamId),
        eq(teamMemberships.userId, userId),
        eq(teamMemberships.state, "accepted"),
      ),
    )
    .get();
  return row ?? null;
}

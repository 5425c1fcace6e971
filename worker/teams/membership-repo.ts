import { and, asc, count, eq, exists, isNull, ne, or, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { sources, teamMemberships, teams, users } from "#schema/index.ts";
import type { TeamRole } from "#schema/values.ts";
import type { Db } from "#worker/platform/db.ts";
import type { MembershipRow } from "./repo.ts";

const m = teamMemberships;

/** Accepted memberships of a user, and invitations to the address, with the team's name and number of members. */
export async function listMemberships(
  db: Db,
  { userId, email }: { userId: string; email: string | null },
): Promise<{ membership: MembershipRow; teamName: string; memberCount: number }[]> {
  const isOwn = and(eq(m.userId, userId), eq(m.state, "accepted"));
  const isInvited = email === null ? undefined : and(eq(m.email, email), eq(m.state, "invited"));
  const others = alias(m, "others");
  const members = db
    .select({ value: count() })
    .from(others)
    .where(and(eq(others.teamId, m.teamId), eq(others.state, "accepted")));
  return await db
    .select({ membership: m, teamName: teams.name, memberCount: sql<number>`(${members})` })
    .from(m)
    .innerJoin(teams, and(eq(teams.id, m.teamId), isNull(teams.deletedAt)))
    .where(or(isOwn, isInvited))
    .orderBy(asc(teams.name), asc(teams.id));
}

/**
 * Members and invitations of a team, without those who declined; with each member's name, and how many of the team's sources the member
 * has added (by the unique index on the names of an owner's sources).
 */
export async function listMembers(
  db: Db,
  teamId: string,
): Promise<
  {
    membership: MembershipRow;
    displayName: string | null;
    currentEmail: string | null;
    sourcesAdded: number;
  }[]
> {
  const added = db
    .select({ value: count() })
    .from(sources)
    .where(
      and(eq(sources.ownerKind, "team"), eq(sources.ownerId, teamId), eq(sources.addedByUserId, m.userId)),
    );
  return await db
    .select({
      membership: m,
      displayName: users.displayName,
      currentEmail: users.email,
      sourcesAdded: sql<number>`(${added})`,
    })
    .from(m)
    .leftJoin(users, eq(users.id, m.userId))
    .where(and(eq(m.teamId, teamId), ne(m.state, "declined")))
    .orderBy(asc(m.joinedAt), asc(m.id));
}

export async function findMembership(
  db: Db,
  teamId: string,
  membershipId: string,
): Promise<MembershipRow | null> {
  const row = await db
    .select()
    .from(m)
    .where(and(eq(m.id, membershipId), eq(m.teamId, teamId)))
    .get();
  return row ?? null;
}

/**
 * Changes a role, where at that moment the acting user may: nobody gives or takes a role above their own, and the last owner stays one.
 * Null where not.
 */
export async function setRole(
  db: Db,
  change: { teamId: string; membershipId: string; role: TeamRole; actingUserId: string },
): Promise<MembershipRow | null> {
  const { teamId, membershipId, role, actingUserId } = change;
  const [row] = await db
    .update(m)
    .set({ role })
    .where(
      and(
        eq(m.id, membershipId),
        eq(m.teamId, teamId),
        mayManage(db, actingUserId, role),
        role === "owner" ? undefined : isNotLastOwner(db),
      ),
    )
    .returning();
  return row ?? null;
}

/** Changes a member's limits, where the acting user may at that moment; false where not. */
export async function setMemberLimits(
  db: Db,
  change: {
    teamId: string;
    membershipId: string;
    actingUserId: string;
    monthlyCredits: number | null;
    maxSources: number | null;
  },
): Promise<boolean> {
  const { teamId, membershipId, actingUserId, monthlyCredits, maxSources } = change;
  const rows = await db
    .update(m)
    .set({ monthlyCreditLimit: monthlyCredits, maxSources })
    .where(and(eq(m.id, membershipId), eq(m.teamId, teamId), mayManage(db, actingUserId, "member")))
    .returning({ id: m.id });
  return rows.length > 0;
}

/** Takes a member or an invitation out of a team, under the conditions of `setRole`. */
export async function deleteMembership(
  db: Db,
  { teamId, membershipId, actingUserId }: { teamId: string; membershipId: string; actingUserId: string },
): Promise<MembershipRow | null> {
  const [row] = await db
    .delete(m)
    .where(
      and(
        eq(m.id, membershipId),
        eq(m.teamId, teamId),
        mayManage(db, actingUserId, "member"),
        isNotLastOwner(db),
      ),
    )
    .returning();
  return row ?? null;
}

/** Ends a person's own membership, unless nobody else owns the team. */
export async function deleteOwnMembership(
  db: Db,
  { teamId, membershipId, userId }: { teamId: string; membershipId: string; userId: string },
): Promise<MembershipRow | null> {
  const [row] = await db
    .delete(m)
    .where(and(eq(m.id, membershipId), eq(m.teamId, teamId), eq(m.userId, userId), isNotLastOwner(db)))
    .returning();
  return row ?? null;
}

/** Whether the row is no owner's, or its team has another owner who has accepted. */
function isNotLastOwner(db: Db): SQL | undefined {
  const other = alias(m, "other");
  const others = db
    .select({ one: sql`1` })
    .from(other)
    .where(
      and(
        eq(other.teamId, m.teamId),
        eq(other.role, "owner"),
        eq(other.state, "accepted"),
        ne(other.id, m.id),
      ),
    );
  return or(ne(m.role, "owner"), ne(m.state, "accepted"), exists(others));
}

/** Whether a user is an owner of the row's team, or an admin of it where neither the row's role nor the new one is an owner's. */
function mayManage(db: Db, userId: string, newRole: TeamRole): SQL {
  const me = alias(m, "me");
  const asAdmin = newRole === "owner" ? undefined : and(eq(me.role, "admin"), ne(m.role, "owner"));
  return exists(
    db
      .select({ one: sql`1` })
      .from(me)
      .where(
        and(
          eq(me.teamId, m.teamId),
          eq(me.userId, userId),
          eq(me.state, "accepted"),
          or(eq(me.role, "owner"), asAdmin),
        ),
      ),
  );
}

/** Number of these memberships that were accepted. */
export async function countAccepted(db: Db, teamId: string, membershipIds: string[]): Promise<number> {
  const ids = JSON.stringify(membershipIds);
  return db.$count(
    m,
    and(eq(m.teamId, teamId), eq(m.state, "accepted"), sql`${m.id} in (select value from json_each(${ids}))`),
  );
}

/**
 * Gives the paid seats of a team to these memberships and to no other, where all of them are members and there are as many seats; one
 * statement, so there are never more flags than seats. False where not.
 */
export async function setPaidSeats(db: Db, teamId: string, membershipIds: string[]): Promise<boolean> {
  const ids = JSON.stringify(membershipIds);
  const isChosen = sql`${m.id} in (select value from json_each(${ids}))`;
  const chosen = alias(m, "chosen");
  const members = db
    .select({ value: count() })
    .from(chosen)
    .where(
      and(
        eq(chosen.teamId, teamId),
        eq(chosen.state, "accepted"),
        sql`${chosen.id} in (select value from json_each(${ids}))`,
      ),
    );
  const seats = db.select({ value: teams.numberOfPaidSeats }).from(teams).where(eq(teams.id, teamId));
  const rows = await db
    .update(m)
    .set({ hasPaidSeat: isChosen })
    .where(
      and(
        eq(m.teamId, teamId),
        sql`(${members}) = ${membershipIds.length}`,
        sql`(${seats}) >= ${membershipIds.length}`,
      ),
    )
    .returning({ id: m.id });
  return rows.length > 0;
}

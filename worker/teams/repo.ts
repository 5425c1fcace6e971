import { and, asc, count, eq, exists, gt, inArray, isNotNull, isNull, lte, ne, or, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import {
  apiKeys,
  sessions,
  sources,
  stoppedReminders,
  teamMemberships,
  teams,
  users,
} from "#schema/index.ts";
import type { TeamRole } from "#schema/values.ts";
import type { Db } from "#worker/platform/db.ts";

export type TeamRow = typeof teams.$inferSelect;
export type MembershipRow = typeof teamMemberships.$inferSelect;

const m = teamMemberships;
/** Hashes in one query; D1 binds a hundred values. */
const MAX_HASHES = 90;

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
 * Writes an invitation, or renews an existing invitation or refusal. Null when somebody with this address is in the team already, or the
 * team has no room for another.
 */
export async function putInvitation(
  db: Db,
  row: Pick<
    MembershipRow,
    "id" | "teamId" | "email" | "role" | "invitedByUserId" | "inviteTokenHash" | "inviteExpiresAt"
  > & { now: Date },
  maxMembers: number,
): Promise<MembershipRow | null> {
  const others = db.select({ value: count() }).from(m).where(eq(m.teamId, row.teamId));
  const now = row.now.getTime();
  const expires = row.inviteExpiresAt?.getTime() ?? null;
  const [written] = await db.all<{ id: string }>(sql`
    insert into team_memberships
      (id, team_id, email, role, state, invited_by_user_id, joined_at, last_invite_sent_at, invite_token_hash, invite_expires_at)
    select ${row.id}, ${row.teamId}, ${row.email}, ${row.role}, 'invited', ${row.invitedByUserId}, ${now}, ${now},
      ${row.inviteTokenHash}, ${expires}
    where (${others}) < ${maxMembers}
      and not exists (
        select 1 from team_memberships known join users on users.id = known.user_id
        where known.team_id = ${row.teamId} and known.state = 'accepted' and users.email = ${row.email}
      )
    on conflict (team_id, email) do update set
      role = excluded.role, state = 'invited', declined_at = null, invited_by_user_id = excluded.invited_by_user_id,
      last_invite_sent_at = excluded.last_invite_sent_at, invite_token_hash = excluded.invite_token_hash,
      invite_expires_at = excluded.invite_expires_at
    where team_memberships.state != 'accepted'
    returning id`);
  return written ? await findMembership(db, row.teamId, written.id) : null;
}

/** Gives a pending invitation another token; the earlier one stops working. False for an invitation that is pending no more. */
export async function renewInvitation(
  db: Db,
  membershipId: string,
  change: { inviteTokenHash: string; inviteExpiresAt: Date; lastInviteSentAt: Date },
  notAfter: Date,
): Promise<boolean> {
  const rows = await db
    .update(m)
    .set(change)
    .where(
      and(
        eq(m.id, membershipId),
        eq(m.state, "invited"),
        or(isNull(m.lastInviteSentAt), sql`${m.lastInviteSentAt} <= ${notAfter.getTime()}`),
      ),
    )
    .returning({ id: m.id });
  return rows.length > 0;
}

/** Invitations that nobody has answered and that were sent in a time, with the team's name. Without an index: for the clock alone. */
export async function listInvitedBetween(
  db: Db,
  after: Date,
  before: Date,
  limit: number,
): Promise<{ id: string; email: string; teamName: string; sentAt: Date }[]> {
  const rows = await db
    .select({ id: m.id, email: m.email, teamName: teams.name, sentAt: m.lastInviteSentAt })
    .from(m)
    .innerJoin(teams, and(eq(teams.id, m.teamId), isNull(teams.deletedAt)))
    .where(and(eq(m.state, "invited"), gt(m.lastInviteSentAt, after), lte(m.lastInviteSentAt, before)))
    .limit(limit);
  return rows.flatMap(({ sentAt, ...row }) => (sentAt === null ? [] : [{ ...row, sentAt }]));
}

/** Those of these addresses, given as hashes, that get no reminders. By the primary key. */
export async function listStoppedReminders(
  db: Db,
  addressHashes: readonly string[],
): Promise<ReadonlySet<string>> {
  const stopped = new Set<string>();
  for (let from = 0; from < addressHashes.length; from += MAX_HASHES) {
    const part = addressHashes.slice(from, from + MAX_HASHES);
    const { addressHash } = stoppedReminders;
    for (const row of await db
      .select({ addressHash })
      .from(stoppedReminders)
      .where(inArray(addressHash, part)))
      stopped.add(row.addressHash);
  }
  return stopped;
}

/** Notes that an address wants no reminders; once, however often it is said. */
export async function putStoppedReminders(db: Db, addressHash: string, stoppedAt: Date): Promise<void> {
  await db.insert(stoppedReminders).values({ addressHash, stoppedAt }).onConflictDoNothing();
}

/** The invitation of a token. By the unique index on the hash. */
export async function findByToken(db: Db, inviteTokenHash: string): Promise<MembershipRow | null> {
  const found = await db
    .select({ membership: m })
    .from(m)
    .innerJoin(teams, and(eq(teams.id, m.teamId), isNull(teams.deletedAt)))
    .where(eq(m.inviteTokenHash, inviteTokenHash))
    .get();
  return found?.membership ?? null;
}

/** The invitation of an address to a team. By the unique index on team and address. */
export async function findInvitation(db: Db, teamId: string, email: string): Promise<MembershipRow | null> {
  const found = await db
    .select({ membership: m })
    .from(m)
    .innerJoin(teams, and(eq(teams.id, m.teamId), isNull(teams.deletedAt)))
    .where(and(eq(m.teamId, teamId), eq(m.email, email)))
    .get();
  return found?.membership ?? null;
}

/**
 * Accepts an invitation that is pending, for a user who is not in the team. One statement: of two at once one accepts, and an invitation
 * revoked a moment ago is not accepted. With a hash the invitation must still have that token, and time left.
 */
export async function acceptMembership(
  db: Db,
  { membershipId, userId, tokenHash }: { membershipId: string; userId: string; tokenHash: string | null },
  now: Date,
): Promise<MembershipRow | null> {
  const twin = alias(m, "twin");
  const isElsewhere = db
    .select({ one: sql`1` })
    .from(twin)
    .where(and(eq(twin.teamId, m.teamId), eq(twin.userId, userId)));
  const isTeamThere = db
    .select({ one: sql`1` })
    .from(teams)
    .where(and(eq(teams.id, m.teamId), isNull(teams.deletedAt)));
  const [row] = await db
    .update(m)
    .set({ state: "accepted", userId, acceptedAt: now, declinedAt: null })
    .where(
      and(
        eq(m.id, membershipId),
        eq(m.state, "invited"),
        tokenHash === null
          ? undefined
          : and(eq(m.inviteTokenHash, tokenHash), sql`${m.inviteExpiresAt} > ${now.getTime()}`),
        exists(isTeamThere),
        sql`not exists ${isElsewhere}`,
      ),
    )
    .returning();
  return row ?? null;
}

export async function declineMembership(db: Db, membershipId: string, now: Date): Promise<boolean> {
  const rows = await db
    .update(m)
    .set({ state: "declined", declinedAt: now, inviteTokenHash: null, inviteExpiresAt: null })
    .where(and(eq(m.id, membershipId), eq(m.state, "invited")))
    .returning({ id: m.id });
  return rows.length > 0;
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

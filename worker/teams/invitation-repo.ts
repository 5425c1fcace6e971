import { and, count, eq, exists, gt, isNull, lte, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { teamMemberships, teams } from "#schema/index.ts";
import type { Db } from "#worker/platform/db.ts";
import { findMembership } from "./membership-repo.ts";
import type { MembershipRow } from "./repo.ts";

const m = teamMemberships;

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

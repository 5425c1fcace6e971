import type { MembershipState, TeamRole, Tier } from "#schema/values.ts";
import type { Ctx } from "#worker/context.ts";
import { AppError } from "#worker/errors.ts";
import { getUser } from "#worker/users/get-user.ts";
import { listMembers, listMemberships } from "./membership-repo.ts";
import { findTeam } from "./repo.ts";

export type ListedTeam = {
  membershipId: string;
  teamId: string;
  teamName: string;
  role: TeamRole;
  state: MembershipState;
  memberCount: number;
};

/** The teams that the person is in, and those that invited the person's verified address. */
export async function listTeams(
  ctx: Pick<Ctx, "actor" | "db">,
): Promise<{ teams: ListedTeam[]; invitations: ListedTeam[] }> {
  if (ctx.actor.kind !== "session")
    throw new AppError("permission-denied", "Only a person who is signed in has teams.");
  const user = await getUser(ctx, ctx.actor.userId);
  const email = user.emailVerified ? user.email.toLowerCase() : null;
  const rows = await listMemberships(ctx.db, { userId: user.id, email });
  const listed = rows.map(({ membership, teamName, memberCount }) => ({
    membershipId: membership.id,
    teamId: membership.teamId,
    teamName,
    role: membership.role,
    state: membership.state,
    memberCount,
  }));
  return {
    teams: listed.filter(({ state }) => state === "accepted"),
    invitations: listed.filter(({ state }) => state === "invited"),
  };
}

export type TeamMember = {
  membershipId: string;
  userId: string | null;
  email: string;
  displayName: string | null;
  role: TeamRole;
  state: MembershipState;
  hasPaidSeat: boolean;
  /** Team credits a month that the member may use; null for no limit. */
  monthlyCreditLimit: number | null;
  maxSources: number | null;
  /** Sources of the team that the member has added, as `maxSources` counts them. */
  sourcesAdded: number;
  joinedAt: Date;
  acceptedAt: Date | null;
  lastInviteSentAt: Date | null;
};
export type TeamDetails = {
  teamId: string;
  name: string;
  tier: Tier;
  numberOfPaidSeats: number;
  createdAt: Date;
  /** Whether a member's personal sources are moving to the team. */
  isReceivingSources: boolean;
  members: TeamMember[];
};

/** The scope's team with its members and pending invitations, in the order of joining and inviting. */
export async function getTeam(ctx: Pick<Ctx, "scope" | "db">): Promise<TeamDetails> {
  const teamId = ctx.scope.owner.id;
  const [team, members] = await Promise.all([findTeam(ctx.db, teamId), listMembers(ctx.db, teamId)]);
  if (!team) throw new AppError("not-found", "This team doesn't exist.");
  return {
    teamId,
    name: team.name,
    tier: team.tier,
    numberOfPaidSeats: team.numberOfPaidSeats,
    createdAt: team.createdAt,
    isReceivingSources: team.movesSourcesOfUserId !== null,
    members: members.map(({ membership, displayName, currentEmail, sourcesAdded }) => ({
      membershipId: membership.id,
      userId: membership.userId,
      email: currentEmail ?? membership.email,
      displayName: displayName || null,
      role: membership.role,
      state: membership.state,
      hasPaidSeat: membership.hasPaidSeat,
      monthlyCreditLimit: membership.monthlyCreditLimit,
      maxSources: membership.maxSources,
      sourcesAdded,
      joinedAt: membership.joinedAt,
      acceptedAt: membership.acceptedAt,
      lastInviteSentAt: membership.lastInviteSentAt,
    })),
  };
}

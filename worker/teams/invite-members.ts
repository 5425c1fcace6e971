import { INPUT_LIMITS } from "#schema/input-limits.ts";
import { MAX_PAID_SEATS } from "#schema/plans.ts";
import * as z from "zod";
import { TEAM_ROLES } from "#schema/values.ts";
import type { TeamRole } from "#schema/values.ts";
import { recordEvent } from "#worker/audit/record-event.ts";
import type { Ctx } from "#worker/context.ts";
import { AppError } from "#worker/errors.ts";
import { publishChange } from "#worker/live/publish-change.ts";
import { sendMail } from "#worker/mail/send-mail.ts";
import { takeAttempt } from "#worker/rate-limits/take-attempt.ts";
import { actingMember } from "./acting-member.ts";
import { newInviteToken } from "./invite-token.ts";
import { putInvitation } from "./invitation-repo.ts";
import { findTeam } from "./repo.ts";
import type { MembershipRow, TeamRow } from "./repo.ts";

/** Most members and invitations of one team. */
export const MAX_MEMBERS = MAX_PAID_SEATS;
const MAX_AT_ONCE = 50;

const address = z
  .string()
  .max(INPUT_LIMITS.mailAddress)
  .trim()
  .toLowerCase()
  .pipe(z.email("Please enter a valid email address").max(254));

/** An address, or an address with the offered role. */
const teamMember = z.union([
  address.transform((email) => ({ email, role: "member" as TeamRole })),
  z.object({ email: address, role: z.enum(TEAM_ROLES).default("member") }),
]);
export const teamMembersInput = z.array(teamMember).max(MAX_AT_ONCE);

export const inviteMembersInput = z.object({
  /** Name for people who read the request; the team is that of the path. */
  teamName: z.string().max(100).optional(),
  teamMembers: teamMembersInput.min(1, "Enter at least one email address"),
});
export type InviteMembers = z.output<typeof inviteMembersInput>;

/** Outcome of an address; `already-member` was not invited, nor was one for whom the team has no room. */
export type Invited = { email: string; outcome: "invited" | "already-member" };

/**
 * Invites people to the scope's team by mail: each gets a link that works for seven days, for that address alone. Somebody who was invited
 * before gets a new link, and the old one stops working. permission-denied for a role above one's own.
 */
export async function inviteMembers(
  ctx: Ctx,
  input: InviteMembers,
  door: { origin: string },
): Promise<{ success: true; invited: Invited[] }> {
  const team = await findTeam(ctx.db, ctx.scope.owner.id);
  if (!team) throw new AppError("not-found", "This team doesn't exist.");
  return { success: true, invited: await sendInvitations(ctx, team, input.teamMembers, door) };
}

export async function sendInvitations(
  ctx: Ctx,
  team: Pick<TeamRow, "id" | "name">,
  members: { email: string; role: TeamRole }[],
  { origin }: { origin: string },
): Promise<Invited[]> {
  const user = await actingMember(ctx);
  if (members.some(({ role }) => role === "owner"))
    throw new AppError("invalid-argument", "Invite people as a member or an admin; make them owners later.");
  const unique = [...new Map(members.map((member) => [member.email, member])).values()];
  const invited: Invited[] = [];
  for (const { email, role } of unique) {
    await takeAttempt(ctx, "team/invite", team.id);
    const now = ctx.now();
    const { token, ...kept } = await newInviteToken(now);
    const row = {
      id: ctx.newId("mem"),
      teamId: team.id,
      email,
      role,
      invitedByUserId: user.id,
      ...kept,
      now,
    };
    const membership = await putInvitation(ctx.db, row, MAX_MEMBERS);
    invited.push({ email, outcome: membership ? "invited" : "already-member" });
    if (!membership) continue;
    await mailInvitation(ctx, { team, membership, token, origin, invitedBy: user.displayName || user.email });
    const details = { membershipId: membership.id, role };
    await recordEvent(ctx, ctx.scope.owner, { type: "team.member-invited", details });
  }
  publishChange(ctx, ctx.scope.owner, "memberships");
  return invited;
}

/** Mails the link; under the token's own id, so that the mail goes out once. */
export async function mailInvitation(
  ctx: Pick<Ctx, "services" | "newId">,
  input: {
    team: Pick<TeamRow, "name">;
    membership: Pick<MembershipRow, "email" | "role" | "inviteTokenHash">;
    token: string;
    origin: string;
    invitedBy: string;
  },
): Promise<void> {
  const { team, membership, token, origin, invitedBy } = input;
  const values = { teamName: team.name, invitedBy, role: membership.role, link: `${origin}/accept/${token}` };
  const id = `team-invitation_${membership.inviteTokenHash ?? ctx.newId("mail")}`;
  await sendMail(ctx, { to: membership.email, template: "team-invitation", values }, { id });
}

import { recordEvent } from "#worker/audit/record-event.ts";
import type { Ctx } from "#worker/context.ts";
import { AppError } from "#worker/errors.ts";
import { publishChange } from "#worker/live/publish-change.ts";
import { takeAttempt } from "#worker/rate-limits/take-attempt.ts";
import { actingMember } from "./acting-member.ts";
import { mailInvitation } from "./invite-members.ts";
import { newInviteToken } from "./invite-token.ts";
import { renewInvitation } from "./invitation-repo.ts";
import { findMembership } from "./membership-repo.ts";
import { findTeam } from "./repo.ts";

/** Least time between two mails: a second click, or somebody else's, sends no second one. */
const PAUSE_MS = 60_000;

/** Mails a pending invitation again, with a new link; the old one stops working. Once a minute for each invitation. */
export async function resendInvite(
  ctx: Ctx,
  { membershipId }: { membershipId: string },
  { origin }: { origin: string },
): Promise<{ success: true }> {
  const user = await actingMember(ctx);
  const teamId = ctx.scope.owner.id;
  const [team, membership] = await Promise.all([
    findTeam(ctx.db, teamId),
    findMembership(ctx.db, teamId, membershipId),
  ]);
  if (!team || membership?.state !== "invited")
    throw new AppError("not-found", "This team has no such invitation.");
  await takeAttempt(ctx, "team/invite", teamId);
  const now = ctx.now();
  const { token, ...kept } = await newInviteToken(now);
  const change = { ...kept, lastInviteSentAt: now };
  if (!(await renewInvitation(ctx.db, membershipId, change, new Date(now.getTime() - PAUSE_MS))))
    throw new AppError("resource-exhausted", "This invitation was sent less than a minute ago.", {
      data: { reason: "too-many-requests", retryAfterSeconds: PAUSE_MS / 1000 },
    });
  const renewed = { ...membership, ...kept };
  await mailInvitation(ctx, {
    team,
    membership: renewed,
    token,
    origin,
    invitedBy: user.displayName || user.email,
  });
  const details = { membershipId, role: membership.role };
  await recordEvent(ctx, ctx.scope.owner, { type: "team.member-invited", details });
  publishChange(ctx, ctx.scope.owner, "memberships");
  return { success: true };
}

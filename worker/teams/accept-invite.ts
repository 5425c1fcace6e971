import * as z from "zod";
import { recordEvent } from "#worker/audit/record-event.ts";
import type { Ctx } from "#worker/context.ts";
import { AppError } from "#worker/errors.ts";
import { publishChange } from "#worker/live/publish-change.ts";
import { takeAttempt } from "#worker/rate-limits/take-attempt.ts";
import { teamOwner, userOwner } from "#worker/owner.ts";
import { actingMember } from "./acting-member.ts";
import { hashOfToken } from "./invite-token.ts";
import { acceptMembership, declineMembership, findByToken, findInvitation } from "./invitation-repo.ts";
import type { MembershipRow } from "./repo.ts";

export const acceptInviteInput = z.object({ token: z.string().min(1).max(200) });

/**
 * Joins the team of an invitation's link. The invited address must be the person's own and verified. A link works once, for seven days;
 * the same person's second try finds the team joined.
 */
export async function acceptInvite(
  ctx: Ctx,
  { token }: z.output<typeof acceptInviteInput>,
): Promise<{ success: true; teamId: string }> {
  const user = await actingMember(ctx);
  await takeAttempt(ctx, "team/accept", user.id);
  const tokenHash = await hashOfToken(token);
  const found = await findByToken(ctx.db, tokenHash);
  if (!found) throw new AppError("not-found", "We couldn't find a team invitation linked to this URL.");
  if (found.email !== user.email.toLowerCase())
    throw new AppError(
      "permission-denied",
      "This invitation is for another email address. Sign in with the address that it was sent to.",
      { data: { reason: "other-address" } },
    );
  return await accept(ctx, found, user.id, tokenHash);
}

export const respondToInviteInput = z.object({
  teamId: z.string().min(1).max(100),
  response: z.enum(["accept", "decline"]),
});

/** Accepts or declines an invitation to the person's own verified address, without its link. */
export async function respondToInvite(
  ctx: Ctx,
  { teamId, response }: z.output<typeof respondToInviteInput>,
): Promise<{ success: true; teamId: string }> {
  const user = await actingMember(ctx);
  const found = await findInvitation(ctx.db, teamId, user.email.toLowerCase());
  if (!found) throw new AppError("not-found", "Your address has no such invitation.");
  if (response === "accept") return await accept(ctx, found, user.id, null);
  if (!(await declineMembership(ctx.db, found.id, ctx.now())) && found.state !== "declined")
    throw new AppError("aborted", "This invitation was answered already.");
  publishChange(ctx, teamOwner(teamId), "memberships");
  publishChange(ctx, userOwner(user.id), "memberships");
  return { success: true, teamId };
}

async function accept(
  ctx: Ctx,
  found: MembershipRow,
  userId: string,
  tokenHash: string | null,
): Promise<{ success: true; teamId: string }> {
  const { teamId } = found;
  const accepted = await acceptMembership(ctx.db, { membershipId: found.id, userId, tokenHash }, ctx.now());
  if (!accepted) {
    // The answer to the first try may have been lost.
    const now = await findInvitation(ctx.db, teamId, found.email);
    if (now?.state === "accepted" && now.userId === userId) return { success: true, teamId };
    throw new AppError(
      "aborted",
      "This invitation is no longer valid: it expired, was used or was withdrawn, or you are in this team already. Ask for a new one.",
      { data: { reason: "invitation-over" } },
    );
  }
  const owner = teamOwner(teamId);
  const details = { membershipId: accepted.id, role: accepted.role };
  await recordEvent(ctx, owner, { type: "team.member-joined", details });
  publishChange(ctx, owner, "memberships");
  publishChange(ctx, userOwner(userId), "memberships");
  return { success: true, teamId };
}

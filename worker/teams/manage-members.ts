import * as z from "zod";
import { TEAM_ROLES } from "#schema/values.ts";
import { recordEvent } from "#worker/audit/record-event.ts";
import type { Ctx } from "#worker/context.ts";
import { AppError } from "#worker/errors.ts";
import { publishChange } from "#worker/live/publish-change.ts";
import { userOwner } from "#worker/owner.ts";
import { actingMember } from "./acting-member.ts";
import { deleteMembership, deleteOwnMembership, findMembership, setRole } from "./membership-repo.ts";
import { findTeam, listSessionIds, revokeKeysMadeBy } from "./repo.ts";
import type { MembershipRow } from "./repo.ts";
import { tellMember } from "./tell-member.ts";

export const updateRoleInput = z.object({ role: z.enum(TEAM_ROLES) });

/** Changes the role of a member. permission-denied above one's own role; aborted for the last owner. */
export async function updateMemberRole(
  ctx: Ctx,
  { membershipId, role }: z.output<typeof updateRoleInput> & { membershipId: string },
): Promise<{ success: true }> {
  const { id: actingUserId } = await actingMember(ctx);
  const { owner } = ctx.scope;
  const before = await findMembership(ctx.db, owner.id, membershipId);
  const changed = await setRole(ctx.db, { teamId: owner.id, membershipId, role, actingUserId });
  if (!changed) throw await refusal(ctx, membershipId, role === "owner");
  await recordEvent(ctx, owner, { type: "team.role-changed", details: { membershipId, role } });
  tellConsoles(ctx, changed);
  if (before?.role !== role && changed.state === "accepted") {
    const values = { teamName: (await findTeam(ctx.db, owner.id))?.name ?? "", role };
    await tellMember(ctx, changed, { template: "team-role-changed", values }, ctx.newId("mail"));
  }
  return { success: true };
}

export const removeMemberInput = z.object({
  /** Whether the team's keys that the member made end as well. */
  revokeKeys: z.enum(["true", "false"]).optional(),
});

/**
 * Takes a member out of the team, or withdraws an invitation. The member's next request is refused and their consoles are closed; the
 * member's own data are not touched. Keys of the team that the member made stay, or end where that is asked for.
 */
export async function removeMember(
  ctx: Ctx,
  { membershipId, revokeKeys }: { membershipId: string; revokeKeys: boolean },
): Promise<{ success: true; revokedKeys: number }> {
  const { id: actingUserId } = await actingMember(ctx);
  const { owner } = ctx.scope;
  const removed = await deleteMembership(ctx.db, { teamId: owner.id, membershipId, actingUserId });
  if (!removed) throw await refusal(ctx, membershipId, false);
  const revokedKeys = await afterLeaving(ctx, removed, revokeKeys);
  const values = { teamName: (await findTeam(ctx.db, owner.id))?.name ?? "" };
  await tellMember(ctx, removed, { template: "team-removed", values }, `team-removed_${membershipId}`);
  await recordEvent(ctx, owner, { type: "team.member-removed", details: { membershipId, revokedKeys } });
  return { success: true, revokedKeys };
}

/** Ends the membership of the acting person. aborted for the last owner of a team. */
export async function leaveTeam(
  ctx: Ctx,
  { membershipId }: { membershipId: string },
): Promise<{ success: true }> {
  const { id: userId } = await actingMember(ctx);
  const { owner } = ctx.scope;
  const left = await deleteOwnMembership(ctx.db, { teamId: owner.id, membershipId, userId });
  if (!left) {
    const own = await findMembership(ctx.db, owner.id, membershipId);
    if (own?.userId !== userId) throw new AppError("not-found", "This is not your membership.");
    throw lastOwner();
  }
  await afterLeaving(ctx, left, false);
  await recordEvent(ctx, owner, { type: "team.member-left", details: { membershipId } });
  return { success: true };
}

async function afterLeaving(ctx: Ctx, { userId }: MembershipRow, revokeKeys: boolean): Promise<number> {
  const { owner } = ctx.scope;
  publishChange(ctx, owner, "memberships", "api-keys");
  if (userId === null) return 0;
  publishChange(ctx, userOwner(userId), "memberships");
  const hub = ctx.services.liveHub(owner);
  for (const sessionId of await listSessionIds(ctx.db, userId)) await hub.closeSession(sessionId);
  return revokeKeys ? await revokeKeysMadeBy(ctx.db, owner.id, userId, ctx.now()) : 0;
}

function tellConsoles(ctx: Ctx, { userId }: MembershipRow): void {
  publishChange(ctx, ctx.scope.owner, "memberships");
  if (userId !== null) publishChange(ctx, userOwner(userId), "memberships");
}

/** The reason why a guarded change changed nothing. */
export async function refusal(ctx: Ctx, membershipId: string, isRaise: boolean): Promise<AppError> {
  const membership = await findMembership(ctx.db, ctx.scope.owner.id, membershipId);
  if (!membership) return new AppError("not-found", "This team has no such member.");
  const me = ctx.actor.kind === "session" ? ctx.actor.userId : null;
  if (membership.role === "owner" && (membership.userId === me || !isRaise)) {
    const isOther = membership.userId !== me;
    if (!isOther) return lastOwner();
  }
  if (membership.role === "owner" || isRaise)
    return new AppError(
      "permission-denied",
      "Only an owner can change owners, and a team always keeps one of them.",
      { data: { reason: "role" } },
    );
  return new AppError("permission-denied", "Your role in this team doesn't allow this.", {
    data: { reason: "role" },
  });
}

function lastOwner(): AppError {
  return new AppError(
    "aborted",
    "You are the team's only owner. Make somebody else an owner first, or delete the team.",
    { data: { reason: "last-owner" } },
  );
}

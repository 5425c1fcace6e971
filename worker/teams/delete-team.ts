import * as z from "zod";
import { recordEvent } from "#worker/audit/record-event.ts";
import { endSubscription } from "#worker/billing/cancel-subscription.ts";
import type { Ctx } from "#worker/context.ts";
import { AppError } from "#worker/errors.ts";
import { publishChange } from "#worker/live/publish-change.ts";
import { userOwner } from "#worker/owner.ts";
import { cancelRuns } from "#worker/sources/cancel-runs.ts";
import { listMembers } from "./membership-repo.ts";
import { findTeam, markDeleted } from "./repo.ts";
import { tellMember } from "./tell-member.ts";

export const deleteTeamInput = z.object({
  /** The team's name, as a person has typed it. */
  confirm: z.string().max(100).optional(),
  /** Gives up purchased credits that are left; without this they keep the team. */
  forfeitCredits: z.enum(["true", "false"]).optional(),
});

/**
 * Deletes a team, by an owner who has typed its name: its plan ends first, and from then on nobody is in it and its keys are refused.
 * Members are told by mail, and runs of indexing end. aborted while purchased credits are left, unless they are given up; unavailable
 * where the plan cannot be ended, and nothing is deleted.
 */
export async function deleteTeam(
  ctx: Ctx,
  { confirm, forfeitCredits }: z.output<typeof deleteTeamInput>,
): Promise<{ success: true }> {
  const { owner } = ctx.scope;
  const team = await findTeam(ctx.db, owner.id);
  if (!team) throw new AppError("not-found", "This team doesn't exist.");
  if (confirm?.trim() !== team.name)
    throw new AppError("invalid-argument", "Type the team's name to delete it.", {
      data: { reason: "name-not-confirmed" },
    });
  const { purchased } = await ctx.services.creditCounter(owner).balance();
  if (purchased > 0 && forfeitCredits !== "true")
    throw new AppError(
      "aborted",
      `This team has ${purchased.toLocaleString("en-US")} purchased credits left. Use them, or confirm that you give them up.`,
      { data: { reason: "credits-left", credits: purchased } },
    );
  await endSubscription(ctx);
  const members = await listMembers(ctx.db, owner.id);
  if (await markDeleted(ctx.db, owner.id, ctx.now())) {
    await recordEvent(ctx, owner, { type: "team.deleted", details: { forfeitedCredits: purchased } });
    for (const { membership } of members) {
      if (membership.userId === null) continue;
      publishChange(ctx, userOwner(membership.userId), "memberships");
      const mail = { template: "team-deleted", values: { teamName: team.name } } as const;
      await tellMember(ctx, membership, mail, `team-deleted_${membership.id}`);
    }
    await ctx.services.liveHub(owner).closeAll();
    await cancelRuns(ctx);
  }
  return { success: true };
}

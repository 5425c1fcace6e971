import * as z from "zod";
import { limitInput } from "#schema/api/limits.ts";
import { recordEvent } from "#worker/audit/record-event.ts";
import type { Ctx } from "#worker/context.ts";
import { publishChange } from "#worker/live/publish-change.ts";
import { actingMember } from "./acting-member.ts";
import { refusal } from "./manage-members.ts";
import { setMemberLimits } from "./membership-repo.ts";

export const memberLimitsInput = z.object({
  /** Team credits that the member may use in a month; null for as many as there are. */
  monthlyCredits: limitInput,
  /** Sources that the member may have added to the team; null for as many as the plan allows. */
  maxSources: limitInput,
});

/**
 * Limits the team credits that a member may use each month, and the sources that the member may add. From the next call on; earlier use
 * and sources already count. permission-denied above one's own role.
 */
export async function setLimits(
  ctx: Ctx,
  { membershipId, ...limits }: z.output<typeof memberLimitsInput> & { membershipId: string },
): Promise<{ success: true }> {
  const { id: actingUserId } = await actingMember(ctx);
  const { owner } = ctx.scope;
  const isSet = await setMemberLimits(ctx.db, { teamId: owner.id, membershipId, actingUserId, ...limits });
  if (!isSet) throw await refusal(ctx, membershipId, false);
  await recordEvent(ctx, owner, { type: "team.limits-set", details: { membershipId, ...limits } });
  publishChange(ctx, owner, "memberships");
  return { success: true };
}

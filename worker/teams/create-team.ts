import * as z from "zod";
import { recordEvent } from "#worker/audit/record-event.ts";
import type { Ctx } from "#worker/context.ts";
import { AppError } from "#worker/errors.ts";
import { publishChange } from "#worker/live/publish-change.ts";
import { takeAttempt } from "#worker/rate-limits/take-attempt.ts";
import { teamOwner } from "#worker/owner.ts";
import { actingMember } from "./acting-member.ts";
import { sendInvitations, teamMembersInput } from "./invite-members.ts";
import type { Invited } from "./invite-members.ts";
import { moveIndex } from "./move-index.ts";
import { countTeamsMadeBy, insertTeam } from "./repo.ts";

/** Teams that one person may have made at a time. */
const MAX_TEAMS = 20;

export const createTeamInput = z.object({
  teamName: z
    .string({ error: (issue) => (issue.input === undefined ? "Team name is required" : undefined) })
    .trim()
    .min(1, "Team name is required")
    .max(100),
  teamMembers: teamMembersInput.default([]),
  shouldMigrateIndex: z.boolean().default(false),
});
export type CreateTeam = z.input<typeof createTeamInput>;

/**
 * A new team, owned by the person who is signed in, with invitations to others. With `shouldMigrateIndex` the person's own sources begin
 * to move to it, and the clock continues the move. resource-exhausted for somebody with 20 teams. Called twice, it makes two teams.
 */
export async function createTeam(
  ctx: Ctx,
  input: CreateTeam,
  door: { origin: string },
): Promise<{ success: true; teamId: string; invited: Invited[] }> {
  const { teamName, teamMembers, shouldMigrateIndex } = createTeamInput.parse(input);
  const user = await actingMember(ctx);
  await takeAttempt(ctx, "team/create", user.id);
  const current = await countTeamsMadeBy(ctx.db, user.id);
  if (current >= MAX_TEAMS)
    throw new AppError("resource-exhausted", `You can create ${MAX_TEAMS} teams. Delete one first.`, {
      data: { limit: MAX_TEAMS, current },
    });
  const teamId = ctx.newId("team");
  const team = {
    id: teamId,
    name: teamName,
    createdAt: ctx.now(),
    createdByUserId: user.id,
    movesSourcesOfUserId: shouldMigrateIndex ? user.id : null,
  };
  await insertTeam(ctx.db, team, { id: ctx.newId("mem"), email: user.email });
  await recordEvent(ctx, teamOwner(teamId), { type: "team.created", details: { name: teamName } });
  publishChange(ctx, ctx.scope.owner, "memberships");
  if (shouldMigrateIndex)
    ctx.waitUntil(
      moveIndex(ctx, { teamId, userId: user.id }).catch((error: unknown) =>
        ctx.log.error("move not begun", error, { teamId }),
      ),
    );
  const inTeam: Ctx = { ...ctx, scope: { owner: teamOwner(teamId) } };
  const invited = await sendInvitations(inTeam, { id: teamId, name: teamName }, teamMembers, door);
  return { success: true, teamId, invited };
}

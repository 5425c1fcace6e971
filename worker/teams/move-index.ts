import type { Ctx } from "#worker/context.ts";
import { teamOwner, userOwner } from "#worker/owner.ts";
import { announceChange } from "#worker/live/publish-change.ts";
import { moveSources } from "#worker/source-moves/move-sources.ts";
import { clearMove, listTeamsWithMoves } from "./repo.ts";

const TEAMS_PER_TICK = 20;

type MoveCtx = Pick<Ctx, "db" | "services" | "now" | "log">;

/** Moves the rest of the personal sources that somebody gives to a team; sources that wait for a run to end stay for the next call. */
export async function moveIndex(
  ctx: MoveCtx,
  { teamId, userId }: { teamId: string; userId: string },
): Promise<void> {
  const { left } = await moveSources(ctx, { from: userOwner(userId), to: teamOwner(teamId) });
  if (left > 0) return;
  await clearMove(ctx.db, teamId, userId);
  await announceChange(ctx.services, teamOwner(teamId), "memberships");
}

/** Continues the moves that are under way; the clock calls it. */
export async function continueMoves(ctx: MoveCtx): Promise<void> {
  for (const move of await listTeamsWithMoves(ctx.db, TEAMS_PER_TICK))
    await moveIndex(ctx, move).catch((error: unknown) => ctx.log.error("move not finished", error, move));
}

import { recordEvent } from "#worker/audit/record-event.ts";
import { deleteBilling } from "#worker/billing/delete-billing.ts";
import { NO_CALLER } from "#worker/context.ts";
import type { Ctx } from "#worker/context.ts";
import { teamOwner } from "#worker/owner.ts";
import { sha256Hex } from "#worker/platform/digest.ts";
import { KINDS } from "#worker/source-kinds/kinds.ts";
import { deleteBelow } from "./delete-files.ts";
import type { DeletionCtx } from "./finish-deletion.ts";
import { deleteTeamRows, listDeletedTeams, listOwnedSources } from "./repo.ts";

/** Time for which a deleted team can be brought back by hand. */
const KEEP_MS = 30 * 86_400_000;
const TEAMS_PER_TICK = 5;
const SOURCES_PER_PART = 20;

/** Deletes everything of teams that were deleted 30 days ago. A team that fails keeps no other waiting, and is tried at the next tick. */
export async function purgeTeams(door: DeletionCtx): Promise<void> {
  const before = new Date(door.now().getTime() - KEEP_MS);
  for (const teamId of await listDeletedTeams(door.db, before, TEAMS_PER_TICK))
    await purgeTeam(door, teamId).catch((error: unknown) =>
      door.log.error("team not purged", error, { teamId }),
    );
}

/** Deletes everything of one team. The row goes last, as the sign of unfinished work; a step done again ends the same. */
async function purgeTeam(door: DeletionCtx, teamId: string): Promise<void> {
  const owner = teamOwner(teamId);
  const hooks: Promise<unknown>[] = [];
  const ctx: Ctx = {
    ...door,
    actor: { kind: "system" },
    caller: NO_CALLER,
    scope: { owner },
    waitUntil: (work) => void hooks.push(work),
  };
  for (;;) {
    const some = await listOwnedSources(ctx.db, owner, SOURCES_PER_PART);
    if (some.length === 0) break;
    for (const source of some) await KINDS[source.kind].remove(ctx, source);
  }
  await Promise.allSettled(hooks);
  await deleteBelow(ctx);
  await ctx.services.catalog(owner).clear();
  await deleteBilling(ctx);
  await ctx.services.creditCounter(owner).clear();
  await ctx.services.liveHub(owner).closeAll();
  const teamIdHash = await sha256Hex(teamId);
  const event = { type: "team.purged", details: { teamIdHash } } as const;
  await recordEvent(ctx, { kind: "system", id: "system" }, event, { id: `evt_purged_${teamIdHash}` });
  await deleteTeamRows(ctx.db, teamId);
}

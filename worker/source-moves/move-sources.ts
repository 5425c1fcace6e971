import type { SourceRow } from "#schema/index.ts";
import { updateCatalog } from "#worker/catalog/update-catalog.ts";
import type { Ctx, Owner } from "#worker/context.ts";
import { announceChange } from "#worker/live/publish-change.ts";
import { principalOf, sourceAddressOf } from "#worker/owner.ts";
import { rebindHeaders } from "#worker/sources/source-headers.ts";
import { moveFiles } from "./move-files.ts";
import { changeOwner, listMovable, listMovedIds } from "./repo.ts";

type MoveCtx = Pick<Ctx, "db" | "services" | "now" | "log">;

export type Moved = {
  moved: number;
  /** Number of sources and files that wait for a run to end, or for the next call. */
  left: number;
  /** Number of sources that stay: private repositories, and those whose name the new owner has already. */
  kept: number;
};

/** Most sources in one call; each asks three objects and writes one transaction. */
const MAX_AT_ONCE = 50;

/**
 * Makes the sources of one owner another's. Nothing is indexed, embedded or copied again: a source keeps its index object under the old
 * name, and its owner changes in one transaction, so every search finds the source either here or there. An interrupted move goes on with
 * the next call; a call after the last one changes nothing.
 */
export async function moveSources(ctx: MoveCtx, { from, to }: { from: Owner; to: Owner }): Promise<Moved> {
  const result: Moved = { moved: 0, left: 0, kept: 0 };
  const rows = await listMovable(ctx.db, from);
  for (const { source, isPrivateRepository, isRunning } of rows) {
    if (isPrivateRepository) result.kept += 1;
    else if (isRunning || result.moved >= MAX_AT_ONCE) result.left += 1;
    else result[await moveSource(ctx, { source, from, to })] += 1;
  }
  // All sources that ever moved are removed again: the last call may have died between its transaction and this.
  const old = ctx.services.catalog(from);
  for (const sourceId of await listMovedIds(ctx.db, to, from)) await old.removeSource(sourceId);
  result.left += await moveFiles(ctx, to);
  if (result.moved > 0)
    for (const owner of [from, to])
      await announceChange(ctx.services, owner, "sources", "job-runs", "pdf-sets", "private-index");
  return result;
}

async function moveSource(
  ctx: MoveCtx,
  { source, from, to }: { source: SourceRow; from: Owner; to: Owner },
): Promise<keyof Moved> {
  const address = {
    ...sourceAddressOf(source),
    owner: to,
    homePrincipal: source.homePrincipal ?? principalOf(from),
  };
  try {
    // The catalog comes first, so that the new owner's first search knows the subject; without its row nobody finds the source.
    await updateCatalog(ctx, address);
    const sealedHeaders = await rebindHeaders(ctx, source, to);
    if (await changeOwner(ctx.db, { source, from, to, sealedHeaders }, ctx.now())) return "moved";
  } catch (error) {
    await ctx.services.catalog(to).removeSource(source.id);
    if (isTaken(error)) return "kept";
    ctx.log.error("source not moved", error, { sourceId: source.id });
    return "left";
  }
  return "left";
}

/** Whether the name is taken: D1 says so in the words of SQLite, with or without a wrapper of drizzle's. */
function isTaken(error: unknown): boolean {
  const words = error instanceof Error ? `${error.message} ${String(error.cause)}` : "";
  return words.includes("UNIQUE constraint failed");
}

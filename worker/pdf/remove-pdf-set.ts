import { updateCatalog } from "#worker/catalog/update-catalog.ts";
import type { Ctx } from "#worker/context.ts";
import { AppError } from "#worker/errors.ts";
import { announceChange } from "#worker/live/publish-change.ts";
import { removeSource } from "#worker/sources/remove-source.ts";
import { recordTotals } from "#worker/sources/settle-job-run.ts";
import { ownSet, refuseWhileRunning } from "./get-pdf-set.ts";
import { fileUrl, setUrl } from "./pdf-url.ts";
import { deleteFile, findFile } from "./file-repo.ts";
import { deleteSet, findSetBySource, retireSet } from "./repo.ts";
import type { SetRow } from "./repo.ts";
import { addressOf } from "./set-address.ts";
import { removePagesOf } from "./file-pages.ts";
import { objectsOf } from "./upload-file.ts";

type RemoveCtx = Pick<Ctx, "scope" | "db" | "services" | "now">;

/** Most objects that R2 lists and deletes in one call. */
const KEYS_PER_CALL = 1000;

/**
 * Removes a set with its files, pages and runs. Work on it stops. A stranger's set is not found. May be called again after a crash; when
 * only the source is left, by the source's id.
 */
export async function removePdfSet(ctx: RemoveCtx, { setId }: { setId: string }): Promise<{ removed: true }> {
  return await remove(ctx, await ownSet(ctx, setId));
}

/** Removes a set by the id of its source. Does nothing when the set's own rows are gone already. */
export async function removePdfSetOfSource(ctx: RemoveCtx, sourceId: string): Promise<void> {
  const set = await findSetBySource(ctx.db, sourceId);
  if (set) await remove(ctx, await ownSet(ctx, set.id));
}

async function remove(ctx: RemoveCtx, set: SetRow): Promise<{ removed: true }> {
  // From here on a message about the set is an old one. The set's row goes after the bytes, which are found by its id alone.
  await retireSet(ctx.db, set.id);
  await deleteObjects(ctx, set);
  await deleteSet(ctx.db, set.id);
  // An upload that ended in between may have left objects.
  await deleteObjects(ctx, set);
  await removeSource(ctx, addressOf(set));
  await announceChange(ctx.services, ctx.scope.owner, "pdf-sets");
  return { removed: true };
}

async function deleteObjects(ctx: RemoveCtx, set: SetRow): Promise<void> {
  const { files } = ctx.services;
  const prefix = objectsOf(ctx, set.id);
  for (;;) {
    const { objects } = await files.list({ prefix, limit: KEYS_PER_CALL });
    if (objects.length === 0) return;
    await files.delete(objects.map(({ key }) => key));
  }
}

/** Removes one file of a set with its pages. */
export async function removePdfFile(
  ctx: RemoveCtx,
  { setId, name }: { setId: string; name: string },
): Promise<{ removed: true }> {
  const set = await ownSet(ctx, setId);
  const file = await findFile(ctx.db, set.id, name);
  if (!file) throw new AppError("not-found", "This set has no such file.");
  await refuseWhileRunning(ctx, set);
  const address = addressOf(set);
  await removePagesOf(ctx.services.docsIndex(address), fileUrl(setUrl(set.displayName), file.name));
  await ctx.services.files.delete(file.objectKey);
  const totals = await ctx.services.docsIndex(address).totals();
  await deleteFile(ctx.db, file, totals.pages);
  await recordTotals(ctx, address, totals, { isIndexed: false });
  await updateCatalog(ctx, address);
  await announceChange(ctx.services, ctx.scope.owner, "pdf-sets");
  return { removed: true };
}

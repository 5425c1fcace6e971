import type { Ctx } from "#worker/context.ts";
import { AppError } from "#worker/errors.ts";
import { removeRepoFromRef } from "#worker/github/remove-repository.ts";
import { removePdfSetOfSource } from "#worker/pdf/remove-pdf-set.ts";
import { findOwnSource } from "./find-own-source.ts";
import { isRemoved, removeSource } from "./remove-source.ts";

/**
 * Takes a source of the scope away with everything that was indexed of it, whatever its kind. A stranger's is not found,
 * and neither is one that is gone. May be called again after a crash.
 */
export async function removeModule(
  ctx: Pick<Ctx, "scope" | "caller" | "services" | "db" | "now" | "log" | "waitUntil">,
  { moduleId }: { moduleId: string },
): Promise<{ removed: true }> {
  const source = await findOwnSource(ctx, moduleId);
  if (!source) throw new AppError("not-found", "There is no such source among yours.");
  if (source.kind === "repository") return await removeRepoFromRef(ctx, { moduleId });
  const address = { owner: ctx.scope.owner, indexId: source.indexId, sourceId: moduleId };
  if (source.kind === "pdf-set") await removePdfSetOfSource(ctx, moduleId);
  // Of a set that was killed in the middle only the source is left.
  if (!(await isRemoved(ctx, address))) await removeSource(ctx, address);
  return { removed: true };
}

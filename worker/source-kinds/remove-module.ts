import type { RemoveCtx } from "#worker/crawl/source-kind.ts";
import { AppError } from "#worker/errors.ts";
import { findOwnSource } from "#worker/sources/find-own-source.ts";
import { KINDS } from "./kinds.ts";

/**
 * Removes a source of the scope with everything that was indexed of it, whatever its kind. A stranger's source is not found, and neither
 * is a removed one. May be called again after a crash.
 */
export async function removeModule(
  ctx: RemoveCtx,
  { moduleId }: { moduleId: string },
): Promise<{ removed: true }> {
  const source = await findOwnSource(ctx, moduleId);
  if (!source) throw new AppError("not-found", "You have no such source.");
  await KINDS[source.kind].remove(ctx, source);
  return { removed: true };
}

import type { Ctx } from "#worker/context.ts";
import { raiseReservedPages } from "./repo.ts";

/**
 * Reserves pages of the owner's plan for a run: `upTo` in all, or as many as the other sources leave. They count for the source until its
 * totals are written. Returns how many the source has now, never fewer than before; null when the source was removed, so that nothing of
 * the run will stay.
 */
export async function reservePages(
  ctx: Pick<Ctx, "db">,
  run: { sourceId: string; generation: number; planPages: number; upTo: number },
): Promise<number | null> {
  return await raiseReservedPages(ctx.db, run, run);
}

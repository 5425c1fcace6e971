import { planOf } from "#worker/tenancy/plan-of.ts";
import type { Ctx, SourceOwner } from "#worker/context.ts";
import { AppError } from "#worker/errors.ts";
import { countRunning, countSources } from "./repo.ts";

/** Ends of runs come when they come; a crawl of a small site takes about that long. */
const RETRY_AFTER_SECONDS = 60;

/**
 * Throws resource-exhausted when as many runs of the scope's owner go on as the plan lets go on together. Two that begin at the same
 * instant may both pass: the pages that they share are what is counted exactly.
 */
export async function requireRoomForRun(ctx: Pick<Ctx, "scope" | "db" | "services">): Promise<void> {
  const { owner } = ctx.scope;
  const current = await countRunning(ctx.db, owner);
  if (current === 0) return;
  const { name, maxRuns } = await planOf(ctx, owner);
  const limit = maxRuns * ctx.services.config.paceFactor;
  if (current >= limit)
    throw new AppError(
      "resource-exhausted",
      `The ${name} plan indexes ${limit} sources at the same time, and so many are being indexed. Wait for one to end, or cancel it.`,
      { data: { limit, current, retryAfterSeconds: RETRY_AFTER_SECONDS } },
    );
}

/** Throws resource-exhausted when an owner has as many sources as its plan has room for. */
export async function requireRoomForSource(
  ctx: Pick<Ctx, "db" | "services">,
  owner: SourceOwner,
): Promise<void> {
  if (owner.kind === "public") return;
  const current = await countSources(ctx.db, owner);
  const { name, maxSources } = await planOf(ctx, owner);
  const limit = maxSources * ctx.services.config.paceFactor;
  if (current >= limit)
    throw new AppError(
      "resource-exhausted",
      `The ${name} plan has room for ${limit} sources. Remove one or choose a larger plan.`,
      { data: { limit, current } },
    );
}

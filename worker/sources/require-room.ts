import { PLANS } from "#schema/plans.ts";
import { actingUserId } from "#worker/context.ts";
import type { Ctx, SourceOwner } from "#worker/context.ts";
import { AppError } from "#worker/errors.ts";
import { tierOf } from "./page-allowance.ts";
import { countRunning, countSources } from "./repo.ts";

/** Ends of runs come when they come; a crawl of a small site takes about that long. */
const RETRY_AFTER_SECONDS = 60;

/**
 * Throws resource-exhausted when as many runs of the scope's owner go on as the plan lets go on together. Two that begin at the same
 * instant may both pass: the pages that they share are what is counted exactly.
 */
export async function requireRoomForRun(
  ctx: Pick<Ctx, "actor" | "scope" | "db" | "services">,
): Promise<void> {
  const { owner } = ctx.scope;
  const current = await countRunning(ctx.db, owner);
  if (current === 0) return;
  const tier = await tierOf(ctx, actingUserId(ctx.actor));
  const limit = PLANS[tier].maxRuns * ctx.services.config.paceFactor;
  if (current >= limit)
    throw new AppError(
      "resource-exhausted",
      `The ${tier} plan indexes ${limit} sources at the same time, and so many are being indexed. Wait for one to end, or cancel it.`,
      { data: { limit, current, retryAfterSeconds: RETRY_AFTER_SECONDS } },
    );
}

/** Throws resource-exhausted when an owner has as many sources as its plan has room for. */
export async function requireRoomForSource(
  ctx: Pick<Ctx, "db" | "services">,
  owner: SourceOwner,
  userId: string | null,
): Promise<void> {
  if (owner.kind === "public") return;
  const current = await countSources(ctx.db, owner);
  const tier = await tierOf(ctx, userId);
  const limit = PLANS[tier].maxSources * ctx.services.config.paceFactor;
  if (current >= limit)
    throw new AppError(
      "resource-exhausted",
      `The ${tier} plan has room for ${limit} sources. Remove one or choose a larger plan.`,
      { data: { limit, current } },
    );
}

import { planOf } from "#worker/tenancy/plan-of.ts";
import { seatOf } from "#worker/tenancy/seat-of.ts";
import type { Ctx, Owner, SourceOwner } from "#worker/context.ts";
import { AppError } from "#worker/errors.ts";
import { countRunning } from "./run-repo.ts";
import { countSources, countSourcesAddedBy } from "./repo.ts";

/** Wait before another try: ends of runs are unknown, but a crawl of a small site takes about that long. */
const RETRY_AFTER_SECONDS = 60;

/**
 * Throws resource-exhausted when the scope's owner has as many runs going on as the plan allows. Two that begin at the same instant may
 * both pass: the pages that they share are counted exactly.
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

/** Throws resource-exhausted when an owner has the most sources that its plan allows, or a member of a team has added the most allowed. */
export async function requireRoomForSource(
  ctx: Pick<Ctx, "db" | "services">,
  owner: SourceOwner,
  addedByUserId: string | null,
): Promise<void> {
  if (owner.kind === "public") return;
  if (owner.kind === "team" && addedByUserId !== null) await requireRoomOfMember(ctx, owner, addedByUserId);
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

async function requireRoomOfMember(ctx: Pick<Ctx, "db">, team: Owner, userId: string): Promise<void> {
  const limit = (await seatOf(ctx, team, userId))?.maxSources ?? null;
  if (limit === null) return;
  const current = await countSourcesAddedBy(ctx.db, team, userId);
  if (current >= limit)
    throw new AppError(
      "resource-exhausted",
      `You can add ${limit} ${limit === 1 ? "source" : "sources"} to this team. Remove one, or ask an admin to raise your limit.`,
      { data: { reason: "member-limit", limit, current } },
    );
}

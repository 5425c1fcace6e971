import { PLANS } from "#schema/plans.ts";
import type { Tier } from "#schema/values.ts";
import { actingUserId } from "#worker/context.ts";
import type { Ctx, SourceOwner } from "#worker/context.ts";
import type { CrawlStart } from "#worker/runs/crawl-steps.ts";
import { AppError } from "#worker/errors.ts";
import { countPagesElsewhere, findTier } from "./repo.ts";

/** How much an owner may hold; null means that no plan limits it. */
export type PageAllowance = { pageLimit: number | null; tier: string | null; startedByUserId: string | null };

/** Pages of one source that no plan limits; a run that gets here has lost its way. */
const MAX_UNLIMITED_PAGES = 200_000;

/** What the plan of whoever starts a run for the scope's owner allows. */
export async function pageAllowance(ctx: Pick<Ctx, "actor" | "scope" | "db">): Promise<PageAllowance> {
  const { owner } = ctx.scope;
  const userId = actingUserId(ctx.actor) ?? (owner.kind === "user" ? owner.id : null);
  const tier = await tierOf(ctx, userId);
  return { pageLimit: PLANS[tier].maxPages, tier, startedByUserId: userId };
}

/** Free for who has no plan. */
export async function tierOf(ctx: Pick<Ctx, "db">, userId: string | null): Promise<Tier> {
  return (userId === null ? null : await findTier(ctx.db, userId)) ?? "Free";
}

/**
 * Pages that one source may have beside the owner's others. Runs that go on at the same time share what is left, so each
 * reserves what it takes. Throws resource-exhausted when there is no room for any.
 */
export async function pagesLeft(
  ctx: Pick<Ctx, "db">,
  owner: SourceOwner,
  sourceId: string,
  { pageLimit, tier }: PageAllowance,
): Promise<Pick<CrawlStart, "pageLimit" | "planPages">> {
  if (pageLimit === null) return { pageLimit: MAX_UNLIMITED_PAGES, planPages: null };
  const current = await countPagesElsewhere(ctx.db, owner, sourceId);
  if (current < pageLimit) return { pageLimit: pageLimit - current, planPages: pageLimit };
  throw new AppError(
    "resource-exhausted",
    `The ${tier} plan holds ${pageLimit} pages and your other sources have ${current}. Remove a source or choose a larger plan.`,
    { data: { limit: pageLimit, current } },
  );
}

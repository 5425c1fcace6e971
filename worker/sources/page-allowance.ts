import { planOf } from "#worker/tenancy/plan-of.ts";
import { actingUserId } from "#worker/context.ts";
import type { Ctx, SourceOwner } from "#worker/context.ts";
import type { CrawlStart } from "#worker/runs/crawl-steps.ts";
import { AppError } from "#worker/errors.ts";
import { countPages, countSources } from "./repo.ts";

/** Limits on an owner's pages; null means that no plan limits them. */
export type PageAllowance = {
  pageLimit: number | null;
  planName: string | null;
  startedByUserId: string | null;
};

/** Most pages of one source that no plan limits; a run that gets here has lost its way. */
const MAX_UNLIMITED_PAGES = 200_000;

/** Limits of the scope owner's plan, whoever starts a run for it. */
export async function pageAllowance(ctx: Pick<Ctx, "actor" | "scope" | "db">): Promise<PageAllowance> {
  const { owner } = ctx.scope;
  const userId = actingUserId(ctx.actor) ?? (owner.kind === "user" ? owner.id : null);
  const { name, maxPages } = await planOf(ctx, owner);
  return { pageLimit: maxPages, planName: name, startedByUserId: userId };
}

/** Number of an owner's sources, and of the pages that those other than PDF sets have or have reserved. */
export async function sourceUsage(
  ctx: Pick<Ctx, "db">,
  owner: SourceOwner,
): Promise<{ pages: number; sources: number }> {
  // No source has an empty id, so all of them are elsewhere.
  const [{ elsewhere }, sources] = await Promise.all([
    countPages(ctx.db, owner, ""),
    countSources(ctx.db, owner),
  ]);
  return { pages: elsewhere, sources };
}

/**
 * Pages that one source may have beside the owner's others. Runs that go on at the same time share the rest, so each reserves its pages. A
 * source keeps its pages also on a plan that is smaller now; a source without pages is resource-exhausted when there is no room.
 */
export async function pagesLeft(
  ctx: Pick<Ctx, "db">,
  owner: SourceOwner,
  sourceId: string,
  { pageLimit, planName }: PageAllowance,
): Promise<Pick<CrawlStart, "pageLimit" | "planPages">> {
  if (pageLimit === null) return { pageLimit: MAX_UNLIMITED_PAGES, planPages: null };
  const { elsewhere: current, own } = await countPages(ctx.db, owner, sourceId);
  const room = Math.max(pageLimit - current, own);
  if (room > 0) return { pageLimit: room, planPages: pageLimit };
  throw new AppError(
    "resource-exhausted",
    `The ${planName} plan holds ${pageLimit} pages and your other sources have ${current}. Remove a source or choose a larger plan.`,
    { data: { limit: pageLimit, current } },
  );
}

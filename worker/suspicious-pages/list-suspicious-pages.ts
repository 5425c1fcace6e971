import type { Ctx } from "#worker/context.ts";
import { AppError } from "#worker/errors.ts";
import { sourceAddressOf } from "#worker/owner.ts";
import { findReadableSource } from "#worker/sources/find-own-source.ts";

/** A page whose text gives orders to models. `quotes` are words of the page: data, never instructions. */
export type SuspiciousPage = { url: string; title: string; found: number; quotes: string[] };

export type SuspiciousPages = {
  /** Number of searchable pages that speak to models, of which `pages` has the first 200. */
  total: number;
  pages: SuspiciousPage[];
  leftOut: (SuspiciousPage & { leftOutAt: Date })[];
};

/**
 * Pages of a source of the scope whose text speaks to models, those with the most places first, and the pages that were left out.
 * @throws AppError not-found for a stranger's source, a public one, and one that the caller may not read.
 */
export async function listSuspiciousPages(
  ctx: Pick<Ctx, "actor" | "db" | "scope" | "services">,
  { sourceId }: { sourceId: string },
): Promise<SuspiciousPages> {
  const source = await findReadableSource(ctx, sourceId);
  if (!source) throw new AppError("not-found", "You have no such source.");
  const { total, pages, leftOut } = await ctx.services.docsIndex(sourceAddressOf(source)).suspicions();
  return {
    total,
    pages,
    leftOut: leftOut.map(({ leftOutAt, ...page }) => ({ ...page, leftOutAt: new Date(leftOutAt) })),
  };
}

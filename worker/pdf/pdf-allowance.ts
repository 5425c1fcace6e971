import { PLANS } from "#schema/plans.ts";
import type { Ctx, Owner } from "#worker/context.ts";
import { tierOf } from "#worker/sources/page-allowance.ts";
import { countPagesBesides } from "./repo.ts";

/** How many pages of PDF files an owner may have, and how many the owner's sets have besides one of them. */
export async function pdfPagesLeft(
  ctx: Pick<Ctx, "db">,
  { owner, userId, besides }: { owner: Owner; userId: string | null; besides: string },
): Promise<{ tier: string; limit: number; used: number }> {
  const [tier, used] = await Promise.all([tierOf(ctx, userId), countPagesBesides(ctx.db, owner, besides)]);
  return { tier, limit: PLANS[tier].maxPdfPages, used };
}

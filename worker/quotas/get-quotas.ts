import type { Ctx } from "#worker/context.ts";
import { pdfUsage } from "#worker/pdf/pdf-allowance.ts";
import { sourceUsage } from "#worker/sources/page-allowance.ts";
import { planOf } from "#worker/tenancy/plan-of.ts";

export type Quota = { used: number; limit: number };
/** Room of the owner's plan. `fileBytes` are bytes of uploaded files; `pages` are those of sites, packages and repositories. */
export type Quotas = { plan: string; pages: Quota; pdfPages: Quota; fileBytes: Quota; sources: Quota };

/**
 * The use of the scope owner's plan, by the counts that refuse uploads and runs. Outside of production bytes and sources have `paceFactor`
 * times as much room.
 */
export async function getQuotas(ctx: Pick<Ctx, "db" | "scope" | "services">): Promise<Quotas> {
  const { owner } = ctx.scope;
  const { paceFactor } = ctx.services.config;
  const [plan, { pages, sources }, { pdfPages, fileBytes }] = await Promise.all([
    planOf(ctx, owner),
    sourceUsage(ctx, owner),
    pdfUsage(ctx, owner),
  ]);
  return {
    plan: plan.name,
    pages: { used: pages, limit: plan.maxPages },
    pdfPages: { used: pdfPages, limit: plan.maxPdfPages },
    fileBytes: { used: fileBytes, limit: plan.maxFileBytes * paceFactor },
    sources: { used: sources, limit: plan.maxSources * paceFactor },
  };
}

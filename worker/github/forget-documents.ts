import { updateCatalog } from "#worker/catalog/update-catalog.ts";
import type { Ctx } from "#worker/context.ts";
import type { SourceAddress } from "#worker/services.ts";
import { recordTotals } from "#worker/sources/settle-job-run.ts";
import { updateRepository } from "./repo.ts";

/** Takes the documents of a repository out of the search and leaves the source, so that its owner sees the reason and can mend it. */
export async function forgetDocuments(
  ctx: Pick<Ctx, "db" | "services" | "now">,
  address: SourceAddress,
): Promise<void> {
  await ctx.services.docsIndex(address).clear();
  await updateRepository(ctx.db, address.sourceId, { commitSha: null, updatedAt: ctx.now() });
  await recordTotals(ctx, address, { pages: 0, chunks: 0, tokens: 0 }, { isIndexed: false });
  await updateCatalog(ctx, address);
}

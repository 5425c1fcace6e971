import type { Ctx } from "#worker/context.ts";
import { announceChange } from "#worker/live/publish-change.ts";
import type { SourceAddress } from "#worker/services.ts";
import { listRunIds } from "./run-repo.ts";
import { deleteSourceRows, findSource, retireSource, updateTotals } from "./repo.ts";

/** Objects of runs that are emptied at the same time. */
const RUNS_AT_ONCE = 20;

/**
 * Removes a source with everything that belongs to it: its runs, documents, vectors, its place in the catalog, its rows. May be called
 * again after a crash. Rows of its own that a kind of source has are deleted before, by that kind's feature.
 */
export async function removeSource(
  ctx: Pick<Ctx, "db" | "services" | "now">,
  address: SourceAddress,
): Promise<void> {
  const { db, services } = ctx;
  const { sourceId } = address;
  // From here on nothing of the source runs: messages on their way carry an old generation.
  await retireSource(db, sourceId, ctx.now());
  const runIds = await listRunIds(db, sourceId);
  for (let at = 0; at < runIds.length; at += RUNS_AT_ONCE) {
    const some = runIds.slice(at, at + RUNS_AT_ONCE).map((runId) => services.crawlRun(runId));
    await Promise.all(some.map(async (run) => await run.remove()));
  }
  await services.docsIndex(address).clear();
  await services.catalog(address.owner).removeSource(sourceId);
  await deleteSourceRows(db, sourceId);
  // A consumer that stored a document until now did not know yet; a later one sees that the source is gone.
  await services.docsIndex(address).clear();
  await updateTotals(db, address, { pages: 0, chunks: 0 }, { now: ctx.now(), isIndexed: false });
  await announceChange(services, address.owner, "sources", "job-runs", "private-index");
}

/** Whether a source is gone. A consumer that was at work meanwhile checks this when it stops, and clears its late writes. */
export async function isRemoved(ctx: Pick<Ctx, "db">, { sourceId }: SourceAddress): Promise<boolean> {
  return (await findSource(ctx.db, sourceId)) === null;
}

import { updateCatalog } from "#worker/catalog/update-catalog.ts";
import type { Ctx } from "#worker/context.ts";
import { announceChange } from "#worker/live/publish-change.ts";
import { endJobRun, recordTotals } from "#worker/sources/settle-job-run.ts";
import { removeStrayPages } from "./file-pages.ts";
import { addressOf } from "./set-address.ts";
import { listFiles } from "./file-repo.ts";
import { failSet, recordPages, settleSet } from "./repo.ts";
import type { PdfFileRow } from "./file-repo.ts";
import type { SetRow } from "./repo.ts";

type FinishCtx = Pick<Ctx, "db" | "services" | "now">;

/** Ends the run of a set when no file of it waits any more. May be done again, and by several at once. */
export async function finishSet(ctx: FinishCtx, set: SetRow): Promise<void> {
  const address = addressOf(set);
  const files = await listFiles(ctx.db, set.id);
  if (files.some(({ status }) => status === "queued" || status === "indexing")) return;
  const failed = files.filter(({ status }) => status === "failed");
  const indexed = files.filter(({ status }) => status === "indexed");
  const isIndexed = indexed.length > 0;
  const index = ctx.services.docsIndex(address);
  await removeStrayPages(index, set, files);
  const totals = await index.totals();
  const lastError = failed.length === 0 ? null : errorOf(failed, files.length);
  await recordTotals(ctx, address, totals, { isIndexed });
  await updateCatalog(ctx, address);
  await settleSet(ctx.db, set.id, set.generation, {
    status: isIndexed ? "indexed" : "failed",
    totalDocs: totals.pages,
    indexedPages: totals.pages,
    language: commonestLanguage(indexed),
    lastError,
    errorCount: failed.length,
    ...(isIndexed ? { lastIndexedAt: ctx.now() } : {}),
  });
  // This happens for a second caller too: the first may have died in between.
  if (set.runId === null) return;
  await endJobRun(
    ctx,
    set.runId,
    isIndexed
      ? { status: "COMPLETE", docsCount: totals.pages }
      : { status: "FAILED", error: lastError ?? "There was nothing to index.", docsCount: totals.pages },
  );
  await announceChange(ctx.services, address.owner, "pdf-sets");
}

/**
 * Settles a set whose run was ended from outside; files that were not read wait for the next run, and pages that were stored stay and are
 * counted. May be done again, and by several at once.
 */
export async function stopSet(ctx: FinishCtx, set: SetRow, error: string): Promise<void> {
  const address = addressOf(set);
  await failSet(ctx.db, set.id, { generation: set.generation, error });
  const totals = await ctx.services.docsIndex(address).totals();
  await recordPages(ctx.db, set.id, set.generation, totals.pages);
  await recordTotals(ctx, address, totals, { isIndexed: false });
  await updateCatalog(ctx, address);
  await announceChange(ctx.services, address.owner, "pdf-sets");
}

function errorOf(failed: PdfFileRow[], total: number): string {
  const first = failed[0];
  const words = `${first?.name}: ${first?.error}`;
  if (total === 1) return first?.error ?? "";
  return failed.length === 1 ? words : `${failed.length} of ${total} files could not be indexed. ${words}`;
}

/** The language of most files' text. */
function commonestLanguage(files: PdfFileRow[]): string | null {
  const pages = new Map<string, number>();
  for (const { language, pages: count } of files)
    if (language) pages.set(language, (pages.get(language) ?? 0) + (count ?? 0));
  return [...pages].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? null;
}

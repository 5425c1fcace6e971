import type { CrawlCtx } from "#worker/crawl/crawl-ctx.ts";
import { findRun } from "#worker/sources/find-run.ts";
import { endJobRun } from "#worker/sources/settle-job-run.ts";
import { finishSet, stopSet } from "./finish-set.ts";
import { listFiles } from "./file-repo.ts";
import { listLeftRuns, listStalledSets, touchSet } from "./repo.ts";
import type { SetRow } from "./repo.ts";
import { sendFiles } from "./send-files.ts";
import { addressOf } from "./set-address.ts";
import { sweepUploads } from "./sweep-uploads.ts";

const PATIENCE_MS = 10 * 60_000;
/** Age from which a run is given up, since it has been sent off again and again. */
const MAX_AGE_MS = 6 * 60 * 60_000;
/** Most sets in one sweep, of each kind. */
const MAX_SETS = 50;

/**
 * The safety net below the queue: sends files off again that wait for a lost message, ends runs that nobody works on, and deletes the
 * leftovers of killed uploads.
 */
export async function sweepPdfSets(ctx: CrawlCtx): Promise<void> {
  const before = new Date(ctx.now().getTime() - PATIENCE_MS);
  for (const set of await listStalledSets(ctx.db, before, MAX_SETS)) await wake(ctx, set);
  for (const { runId, set } of await listLeftRuns(ctx.db, before, MAX_SETS)) {
    ctx.log.warn("pdf.run-left", { runId });
    // The set is settled, and only the end of the run was not written; otherwise the files were never sent off.
    if (set?.runId === runId) await finishSet(ctx, set);
    const error = "The run could not be started. Index again.";
    await endJobRun(ctx, runId, { status: "FAILED", error });
  }
  await sweepUploads(ctx, MAX_SETS);
}

async function wake(ctx: CrawlCtx, set: SetRow): Promise<void> {
  const run = set.runId === null ? null : await findRun(ctx, addressOf(set).owner, set.runId);
  const isOver = run?.status !== "CRAWLING" && run?.status !== "INDEXING";
  if (isOver || ctx.now().getTime() - run.startTime.getTime() > MAX_AGE_MS) {
    const error = "Indexing came no further. Index again.";
    if (!isOver) await endJobRun(ctx, run.id, { status: "FAILED", error });
    return await stopSet(ctx, set, isOver ? "The run was stopped." : error);
  }
  const waiting = (await listFiles(ctx.db, set.id)).filter(
    ({ status }) => status === "queued" || status === "indexing",
  );
  ctx.log.warn("pdf.swept", { setId: set.id, files: waiting.length });
  if (waiting.length === 0) return await finishSet(ctx, set);
  // The time is noted: where the queue is only slow, the same messages again and again would make it slower.
  await touchSet(ctx.db, set.id, ctx.now());
  await sendFiles(
    ctx,
    set.id,
    waiting.map(({ id }) => id),
    set.generation,
  );
}

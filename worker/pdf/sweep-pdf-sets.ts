import type { CrawlCtx } from "#worker/crawl/crawl-ctx.ts";
import { findRun } from "#worker/sources/find-run.ts";
import { endJobRun } from "#worker/sources/settle-job-run.ts";
import { finishSet, stopSet } from "./finish-set.ts";
import { ownerOf } from "./index-file.ts";
import { listFiles, listStalledSets } from "./repo.ts";
import { sendFiles } from "./send-files.ts";

const PATIENCE_MS = 10 * 60_000;
/** A run that is older has been sent off again and again. */
const MAX_AGE_MS = 6 * 60 * 60_000;
const MAX_SETS = 50;

/** Sends the files off again that are waiting for a message which is lost: the safety net below the queue. */
export async function sweepPdfSets(ctx: CrawlCtx): Promise<void> {
  const now = ctx.now().getTime();
  for (const set of await listStalledSets(ctx.db, new Date(now - PATIENCE_MS), MAX_SETS)) {
    const owner = ownerOf(set);
    const run = set.runId === null ? null : await findRun(ctx, owner, set.runId);
    const isOver = run?.status !== "CRAWLING" && run?.status !== "INDEXING";
    if (isOver || now - run.startTime.getTime() > MAX_AGE_MS) {
      const error = "Indexing came no further. Index again.";
      if (!isOver) await endJobRun(ctx, run.id, { status: "FAILED", error });
      await stopSet(ctx, set, isOver ? "The run was stopped." : error);
      continue;
    }
    const waiting = (await listFiles(ctx.db, set.id)).filter(
      ({ status }) => status === "queued" || status === "indexing",
    );
    ctx.log.warn("pdf.swept", { setId: set.id, files: waiting.length });
    if (waiting.length > 0)
      await sendFiles(
        ctx,
        set.id,
        waiting.map(({ id }) => id),
        set.generation,
      );
    else await finishSet(ctx, set, { owner, indexId: set.indexId, sourceId: set.sourceId });
  }
}

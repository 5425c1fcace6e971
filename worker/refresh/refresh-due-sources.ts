import type { SourceRow } from "#schema/index.ts";
import { PUBLIC_OWNER } from "#worker/context.ts";
import { ownerOf } from "#worker/owner.ts";
import type { CrawlCtx } from "#worker/crawl/crawl-ctx.ts";
import { AppError } from "#worker/errors.ts";
import { newId } from "#worker/platform/ids.ts";
import { indexAgain } from "#worker/source-kinds/index-again.ts";
import { inputOfSource, startPublicIndexJob } from "#worker/sources/start-index-job.ts";
import { claimDueSource, listDueSources } from "./repo.ts";

/** Most runs that one tick of the cron begins: the queue gives its consumers to the runs that people wait for, too. */
const MAX_RUNS_A_TICK = 20;
/** Time after which a source whose run does not begin is looked at again; the end of a run sets its own time. */
const PUT_OFF_MS = 24 * 60 * 60_000;

/** Begins the runs of the sources whose time has come, a bounded number, each once however many ticks see it. */
export async function refreshDueSources(ctx: CrawlCtx): Promise<void> {
  const now = ctx.now();
  for (const source of await listDueSources(ctx.db, now, MAX_RUNS_A_TICK)) {
    if (!(await claimDueSource(ctx.db, source, new Date(now.getTime() + PUT_OFF_MS)))) continue;
    try {
      await begin(ctx, source);
    } catch (error) {
      // Another run, a full plan or an address that is not accepted any more may stop this one: no other refresh waits for it.
      if (error instanceof AppError)
        ctx.log.warn("refresh.not-begun", { sourceId: source.id, code: error.code });
      else ctx.log.error("refresh.failed", error, { sourceId: source.id });
    }
  }
}

async function begin(ctx: CrawlCtx, source: SourceRow): Promise<void> {
  const system = { ...ctx, newId, actor: { kind: "system" as const } };
  if (source.ownerKind === "public") {
    await startPublicIndexJob({ ...system, scope: { owner: PUBLIC_OWNER } }, inputOfSource(source));
    return;
  }
  await indexAgain({ ...system, scope: { owner: ownerOf(source) } }, { moduleId: source.id });
}

import type { Ctx } from "#worker/context.ts";
import type { CrawlStart } from "#worker/runs/crawl-steps.ts";
import { AppError } from "#worker/errors.ts";
import { announceChange } from "#worker/live/publish-change.ts";
import { openRun } from "./open-run.ts";
import type { RunOfSource } from "./open-run.ts";
import { endJobRun } from "./settle-job-run.ts";

export type StartedIndexJob = {
  /** Id of the job run. */
  executionId: string;
  /** Id of the source. */
  moduleId: string;
};

/**
 * Writes a source and a run of it, and sends the run off. Throws aborted while another run of the source is going on, or
 * when another source takes the name at the same moment.
 */
export async function beginRun(
  ctx: Pick<Ctx, "db" | "services" | "now" | "newId">,
  run: RunOfSource & {
    /** Limits of the crawl, its patterns, and the detail of its kind. */
    work: Pick<CrawlStart, "include" | "exclude" | "pageLimit" | "planPages"> &
      Partial<Pick<CrawlStart, "detail">>;
    /** Writes rows that a kind of source has of its own, before anything runs. */
    prepare?: (sourceId: string) => Promise<void>;
  },
): Promise<StartedIndexJob> {
  const { work, prepare, ...opened } = run;
  const { runId, generation, address } = await openRun(ctx, opened);
  const start = {
    runId,
    generation,
    kind: run.source.kind,
    address,
    startUrl: run.source.url,
    detail: null,
    ...work,
  };
  try {
    await prepare?.(address.sourceId);
    await ctx.services.crawlRun(runId).start(start);
  } catch (cause) {
    // The run may have begun before it failed; nothing is to run under a row that has ended.
    await ctx.services
      .crawlRun(runId)
      .cancel()
      .catch(() => {});
    await endJobRun(ctx, runId, { status: "FAILED", error: "The run could not be started. Index again." });
    throw new AppError("unavailable", "Indexing could not be started. Try again in a minute.", { cause });
  }
  await announceChange(ctx.services, run.owner, "job-runs", "sources", "private-index");
  return { executionId: runId, moduleId: address.sourceId };
}

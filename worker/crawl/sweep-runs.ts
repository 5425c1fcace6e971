import { endJobRun } from "#worker/sources/settle-job-run.ts";
import { listRunningSince } from "#worker/sources/list-running.ts";
import type { CrawlCtx } from "./crawl-ctx.ts";

const PATIENCE_MS = 10 * 60_000;
const MAX_RUNS = 50;

/**
 * Wakes the runs that should have come further: the safety net below queues and alarms. A run unknown to its object, because the process
 * ended between two writes, fails with a word to begin again. A bounded number at a time.
 */
export async function sweepRuns(ctx: CrawlCtx): Promise<void> {
  const before = new Date(ctx.now().getTime() - PATIENCE_MS);
  for (const { runId } of await listRunningSince(ctx, before, MAX_RUNS)) {
    const state = await ctx.services
      .crawlRun(runId)
      .poke()
      .catch((error: unknown) => {
        // One broken run does not keep the other runs from being woken.
        ctx.log.error("crawl.poke-failed", error, { runId });
        return "running" as const;
      });
    if (state === "running") continue;
    ctx.log.warn("crawl.swept", { runId, state });
    const error = state === "unknown" ? "The run could not be started. Index again." : "The run was stopped.";
    await endJobRun(ctx, runId, { status: "FAILED", error });
  }
}

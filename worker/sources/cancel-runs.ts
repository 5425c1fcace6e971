import type { Ctx } from "#worker/context.ts";
import { cancelJobRun } from "./cancel-job-run.ts";
import { listRunningIds } from "./run-repo.ts";

/** Stops all runs of the scope's owner. A run that cannot be stopped, or ends by itself, keeps no other going. */
export async function cancelRuns(
  ctx: Pick<Ctx, "actor" | "scope" | "db" | "services" | "now" | "log">,
): Promise<void> {
  for (const runId of await listRunningIds(ctx.db, ctx.scope.owner))
    await cancelJobRun(ctx, { runId }).catch((error: unknown) =>
      ctx.log.error("run not cancelled", error, { runId }),
    );
}

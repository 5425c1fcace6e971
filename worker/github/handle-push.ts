import type { Ctx } from "#worker/context.ts";
import { AppError } from "#worker/errors.ts";
import type { Push } from "./push-event.ts";
import { listRepositoriesAt } from "./repo.ts";
import { startNextRun } from "./start-repository-run.ts";

type PushCtx = Pick<Ctx, "services" | "db" | "now" | "newId" | "log">;

/**
 * Begins to index a commit that was pushed, for everybody who has its branch; returns how many runs began. The same push again
 * begins none. A source that is busy is left alone: its run looks for the newest commit when it ends.
 */
export async function handlePush(ctx: PushCtx, push: Push): Promise<number> {
  const known = await listRepositoriesAt(ctx.db, push.repositoryId, push.branch);
  let begun = 0;
  for (const one of known) {
    if (one.repository.commitSha === push.commitSha) continue;
    try {
      await startNextRun(ctx, one, { commitSha: push.commitSha });
      begun += 1;
    } catch (error) {
      // Busy, or no room in the plan: one owner's trouble is not another's.
      if (!(error instanceof AppError)) throw error;
      ctx.log.info("github.push-left", { sourceId: one.source.id, code: error.code });
    }
  }
  return begun;
}

import type { Ctx } from "#worker/context.ts";
import { AppError } from "#worker/errors.ts";
import type { Push } from "./push-event.ts";
import { listRepositoriesAt } from "./repo.ts";
import type { RepositorySource } from "./repo.ts";
import { startNextRun } from "./start-repository-run.ts";

/** Runs begun at once, since GitHub waits ten seconds for the answer. */
const AT_ONCE = 10;

type PushCtx = Pick<Ctx, "services" | "db" | "now" | "newId" | "log">;

/**
 * Begins to index a pushed commit for every source of its branch; returns the number of runs begun. The same push again begins none. A
 * busy source is left alone: its run looks for the newest commit when it ends.
 */
export async function handlePush(ctx: PushCtx, push: Push): Promise<number> {
  const known = await listRepositoriesAt(ctx.db, push.repositoryId, push.branch);
  const behind = known.filter(({ repository }) => repository.commitSha !== push.commitSha);
  let begun = 0;
  for (let at = 0; at < behind.length; at += AT_ONCE) {
    const runs = await Promise.all(behind.slice(at, at + AT_ONCE).map((one) => begin(ctx, one, push)));
    begun += runs.filter(Boolean).length;
  }
  return begun;
}

async function begin(ctx: PushCtx, known: RepositorySource, { commitSha }: Push): Promise<boolean> {
  try {
    await startNextRun(ctx, known, { commitSha });
    return true;
  } catch (error) {
    // The source is busy, or the plan is full: one owner's trouble is not another's.
    if (!(error instanceof AppError)) throw error;
    ctx.log.info("github.push-left", { sourceId: known.source.id, code: error.code });
    return false;
  }
}

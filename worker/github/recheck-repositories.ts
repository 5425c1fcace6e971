import { AppError } from "#worker/errors.ts";
import type { CrawlCtx } from "#worker/crawl/crawl-ctx.ts";
import { newId } from "#worker/platform/ids.ts";
import { MAX_FAILED_RUNS } from "#worker/sources/schedule.ts";
import { GithubError } from "./github-error.ts";
import { lookAgain } from "./look-again.ts";
import { listRepositoriesSeenBefore, updateRepository } from "./repo.ts";
import type { RepositorySource } from "./repo.ts";
import { startNextRun } from "./start-repository-run.ts";

/** Time for which somebody who lost access to a private repository may still find the repository here. */
const PRIVATE_EVERY_MS = 60 * 60_000;
const PUBLIC_EVERY_MS = 24 * 60 * 60_000;
/** Repositories at a time: each costs a call or two of GitHub's API. */
const MAX_AT_A_TIME = 25;

/**
 * Looks at repositories that nobody has looked at for a while, a bounded number at a time: whether the connected user may still see the
 * repository, and whether its branch moved where no webhook reports.
 */
export async function recheckRepositories(ctx: CrawlCtx): Promise<void> {
  if (!ctx.services.config.github) return;
  const now = ctx.now().getTime();
  const due = async (isPrivate: boolean, everyMs: number) =>
    await listRepositoriesSeenBefore(ctx.db, {
      isPrivate,
      before: new Date(now - everyMs),
      limit: MAX_AT_A_TIME,
    });
  const found = [...(await due(true, PRIVATE_EVERY_MS)), ...(await due(false, PUBLIC_EVERY_MS))];
  for (const known of found) {
    try {
      await recheck(ctx, known);
    } catch (error) {
      // Rate limits and the owner's full plan are not this repository's fault; the next look comes in its turn.
      if (!(error instanceof GithubError || error instanceof AppError)) throw error;
      ctx.log.warn("github.recheck-failed", { sourceId: known.source.id });
      // The other repositories would wait for the same time-out, one after the other.
      if (error instanceof GithubError && error.kind === "unavailable") return;
    }
  }
}

async function recheck(ctx: CrawlCtx, known: RepositorySource): Promise<void> {
  // The time is stored first, so that a repository that fails waits for its turn like the others.
  await updateRepository(ctx.db, known.source.id, { updatedAt: ctx.now() });
  const { found, newerCommitSha } = await lookAgain(ctx, known);
  if (newerCommitSha !== null && known.source.failedRuns < MAX_FAILED_RUNS)
    await startNextRun({ ...ctx, newId }, known, {
      commitSha: newerCommitSha,
      seen: { fullName: found.fullName, isPrivate: found.isPrivate },
    });
}

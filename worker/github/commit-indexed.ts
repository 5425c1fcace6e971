import type { CrawlCtx } from "#worker/crawl/crawl-ctx.ts";
import type { CrawlStart, CrawlStatus } from "#worker/runs/crawl-steps.ts";
import { AppError } from "#worker/errors.ts";
import { newId } from "#worker/platform/ids.ts";
import { setVersion } from "#worker/sources/set-version.ts";
import { findGithub } from "./connection.ts";
import { GithubError } from "./github-error.ts";
import { findRepositoryBySource, updateRepository } from "./repo.ts";
import type { RepositoryAtCommit } from "./repository-at-commit.ts";
import { startNextRun } from "./start-repository-run.ts";

/** Characters of a commit that tell it from every other commit of a large repository. */
const SHOWN_CHARACTERS = 12;

/**
 * Records that a commit's documents are now searchable; answers carry the commit as `branch@commit`. Where GitHub failed to give a file,
 * the commit does not count as indexed, and the next look reads that file again.
 */
export async function recordCommit(
  ctx: CrawlCtx,
  { address }: CrawlStart,
  { commitSha, branch, fullName }: RepositoryAtCommit,
  outcomes: CrawlStatus["outcomes"],
): Promise<void> {
  const isWhole = !outcomes.unreachable && !outcomes["http-error"];
  await updateRepository(ctx.db, address.sourceId, {
    commitSha: isWhole ? commitSha : null,
    fullName,
    updatedAt: ctx.now(),
  });
  await setVersion(ctx, address, `${branch}@${commitSha.slice(0, SHOWN_CHARACTERS)}`);
}

/**
 * Begins the next run when the branch moved during this one: a push in between found the source busy. A failure here is made up for by the
 * next look.
 */
export async function followBranch(
  ctx: CrawlCtx,
  { address }: CrawlStart,
  { commitSha, branch, fullName, connectedByUserId }: RepositoryAtCommit,
): Promise<void> {
  try {
    const known = await findRepositoryBySource(ctx.db, address.sourceId);
    const github = known && (await findGithub(ctx, connectedByUserId));
    const newer = (await github?.client.headCommit(fullName, branch, commitSha)) ?? null;
    if (known && newer !== null)
      await startNextRun({ ...ctx, newId }, known, { commitSha: newer, seen: { fullName } });
  } catch (error) {
    if (!(error instanceof GithubError || error instanceof AppError)) throw error;
    ctx.log.warn("github.follow-failed", { sourceId: address.sourceId });
  }
}

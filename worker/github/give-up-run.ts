import type { CrawlCtx } from "#worker/crawl/crawl-ctx.ts";
import type { CrawlStart } from "#worker/runs/crawl-steps.ts";
import { endJobRun } from "#worker/sources/settle-job-run.ts";
import { forgetDocuments } from "./forget-documents.ts";
import type { GithubError } from "./github-error.ts";
import { isAccessLost } from "./look-again.ts";
import { findRepositoryBySource, updateRepository } from "./repo.ts";
import type { RepositoryAtCommit } from "./repository-at-commit.ts";

/**
 * Ends a run that cannot go on, with the reason. A repository that GitHub does not show any more is not searchable any more either; a
 * failure that may pass changes nothing.
 */
export async function giveUpRun(
  ctx: CrawlCtx,
  start: CrawlStart,
  { commitSha }: RepositoryAtCommit,
  reason: GithubError | "no-documents",
): Promise<void> {
  const { runId, address } = start;
  const known = await findRepositoryBySource(ctx.db, address.sourceId);
  const isLost = reason === "no-documents" || isAccessLost(reason, known?.repository.isPrivate ?? true);
  if (isLost) await forgetDocuments(ctx, address);
  // This commit is known to have no documents, and need not be looked through again.
  if (reason === "no-documents")
    await updateRepository(ctx.db, address.sourceId, {
      commitSha,
      updatedAt: ctx.now(),
    });
  const error = isLost && typeof reason !== "string" ? `${wordsFor(reason)} ${FORGOTTEN}` : wordsFor(reason);
  const docsCount = isLost ? 0 : (known?.source.totalPages ?? 0);
  await endJobRun(ctx, runId, { status: "FAILED", error, docsCount });
  await ctx.services.crawlRun(runId).settle({ phase: "failed", error });
  ctx.log.warn("github.run-given-up", { runId, reason: typeof reason === "string" ? reason : reason.kind });
}

const FORGOTTEN = "What was indexed of it is not searchable any more.";

function wordsFor(reason: GithubError | "no-documents"): string {
  if (reason === "no-documents")
    return "This branch has no documents: files in Markdown, MDX, reStructuredText, AsciiDoc or plain text, or notebooks.";
  switch (reason.kind) {
    case "unauthorized":
      return "GitHub no longer accepts the connection. Connect GitHub again, then index again.";
    case "not-found":
      return "GitHub no longer shows this repository or branch to the one who connected it. Check the access, then index again.";
    case "rate-limited": {
      const minutes = Math.max(1, Math.ceil(reason.retryAfterMs / 60_000));
      return `GitHub asks to wait ${minutes} ${minutes === 1 ? "minute" : "minutes"} before it is asked again. Index again then.`;
    }
    case "too-large":
      return "The list of files of this branch is larger than anything that is read.";
    case "unavailable":
      return "GitHub did not answer. Index again later.";
    default:
      return reason.kind satisfies never;
  }
}

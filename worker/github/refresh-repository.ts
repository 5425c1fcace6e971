import * as z from "zod";
import type { Ctx } from "#worker/context.ts";
import { AppError } from "#worker/errors.ts";
import { askGithub } from "./connection.ts";
import { listUnreadable } from "#worker/repository-access/list-unreadable.ts";
import { readerOf } from "#worker/platform/readable-by.ts";
import { checkAccess } from "./check-access.ts";
import { lookAgain } from "./look-again.ts";
import { findRepository } from "./repo.ts";
import type { RepositorySource } from "./repo.ts";
import { startNextRun } from "./start-repository-run.ts";

export const moduleIdInput = z.object({ moduleId: z.string().min(1).max(100) });
export const refreshRepoStatsInput = moduleIdInput.extend({
  /** True to index a newer commit as well. */
  reindex: z.boolean().optional(),
});

export type RepositoryStats = {
  moduleId: string;
  fullName: string;
  branch: string;
  isPrivate: boolean;
  /** The searchable commit; null before the first run has ended. */
  commitSha: string | null;
  /** The present commit of the branch. */
  headCommitSha: string;
  isUpToDate: boolean;
  totalPages: number;
  lastIndexedAt: Date | null;
  /** The run begun; null when no run was asked for or needed. */
  executionId: string | null;
};

/**
 * Looks at a repository of the scope anew: whether the caller may read it, its name, whether it is private, and whether its newest commit is searchable. When GitHub does
 * not show the repository any more to the connected user, its search ends and this throws.
 */
export async function refreshRepoStats(
  ctx: Pick<Ctx, "actor" | "scope" | "services" | "db" | "now" | "newId" | "log">,
  input: z.infer<typeof refreshRepoStatsInput>,
): Promise<RepositoryStats> {
  const known = await findRepository(ctx.db, ctx.scope.owner, input.moduleId);
  if (!known) throw noSuchRepository();
  const { repository, source } = known;
  await requireReadable(ctx, known);
  const { found, newerCommitSha: newer } = await askGithub(lookAgain(ctx, known));
  const { fullName, isPrivate } = found;
  const started =
    newer !== null && input.reindex
      ? await startNextRun(ctx, known, { commitSha: newer, seen: { fullName } })
      : null;
  return {
    moduleId: source.id,
    fullName,
    branch: repository.branch,
    isPrivate,
    commitSha: repository.commitSha,
    headCommitSha: newer ?? repository.commitSha ?? "",
    isUpToDate: newer === null,
    totalPages: source.totalPages,
    lastIndexedAt: source.lastIndexedAt,
    executionId: started?.executionId ?? null,
  };
}

/** Asks GitHub anew for a caller who may not read the repository yet; permission-denied with the reason when GitHub says no. */
async function requireReadable(
  ctx: Pick<Ctx, "actor" | "scope" | "services" | "db" | "now">,
  { repository: { repositoryId }, source }: RepositorySource,
): Promise<void> {
  const before = await listUnreadable(ctx);
  if (!before.has(source.id)) return;
  const reader = readerOf(ctx.actor);
  if (reader !== null) await askGithub(checkAccess(ctx, { repositoryId, userId: reader }));
  const reason = (await listUnreadable(ctx)).get(source.id);
  if (reason !== undefined)
    throw new AppError("permission-denied", reason, { data: { reason: "not-shown" } });
}

export function noSuchRepository(): AppError {
  return new AppError("not-found", "Your sources don't include this repository.");
}

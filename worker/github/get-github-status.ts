import { listUnreadable } from "#worker/repository-access/list-unreadable.ts";
import { actingUserId } from "#worker/context.ts";
import type { Ctx } from "#worker/context.ts";
import { findConnection, listRepositoriesOf, listRunErrors } from "./repo.ts";
import type { RepositorySource } from "./repo.ts";

export type GithubStatus = {
  /** True when this server can connect GitHub at all. */
  isConfigured: boolean;
  /** The caller's connection; null while GitHub is not connected. */
  connection: { login: string; connectedAt: Date } | null;
  /** Branches that are sources of the scope. */
  repositories: {
    moduleId: string;
    fullName: string;
    branch: string;
    isPrivate: boolean;
    /** The searchable commit; null before the first run has ended, and when GitHub does not show the repository to the caller. */
    commitSha: string | null;
    totalPages: number;
    lastIndexedAt: Date | null;
    /** Reason why the branch is not searchable or not up to date, in words with the fix; null when nothing is wrong. */
    problem: string | null;
  }[];
};

/** The caller's connection and the scope's repositories; asks nothing of GitHub. */
export async function getGithubStatus(
  ctx: Pick<Ctx, "actor" | "scope" | "services" | "db">,
): Promise<GithubStatus> {
  const userId = actingUserId(ctx.actor);
  const [connection, repositories, unreadable] = await Promise.all([
    userId === null ? null : findConnection(ctx.db, userId),
    listRepositoriesOf(ctx.db, ctx.scope.owner),
    listUnreadable(ctx),
  ]);
  const failed = repositories.filter(({ source }) => source.failedRuns > 0).map(({ source }) => source.id);
  const errors = await listRunErrors(ctx.db, failed);
  return {
    isConfigured: ctx.services.config.github !== null,
    connection: connection && { login: connection.login, connectedAt: connection.createdAt },
    repositories: repositories.map(({ repository, source }) => ({
      moduleId: source.id,
      fullName: repository.fullName,
      branch: repository.branch,
      isPrivate: repository.isPrivate,
      commitSha: unreadable.has(source.id) ? null : repository.commitSha,
      totalPages: source.totalPages,
      lastIndexedAt: source.lastIndexedAt,
      problem: unreadable.get(source.id) ?? problemOf({ repository, source }, errors.get(source.id)),
    })),
  };
}

const LOST =
  "GitHub does not show this repository any more to the one who connected it, so what was indexed of it is not searchable. Check the access, then index it again.";

function problemOf({ repository, source }: RepositorySource, error: string | undefined): string | null {
  if (error !== undefined) return error;
  // A source that was searchable once, with nothing searchable now.
  const isForgotten = repository.commitSha === null && source.lastIndexedAt !== null;
  return isForgotten ? LOST : null;
}

import { actingUserId } from "#worker/context.ts";
import type { Ctx } from "#worker/context.ts";
import { findConnection, listRepositoriesOf } from "./repo.ts";

export type GithubStatus = {
  /** Whether this server can connect GitHub at all. */
  isConfigured: boolean;
  /** Null while GitHub is not connected. */
  connection: { login: string; connectedAt: Date } | null;
  /** Branches that are sources of the scope. */
  repositories: {
    moduleId: string;
    fullName: string;
    branch: string;
    isPrivate: boolean;
    /** The commit that is searchable; null before the first run has ended, and when GitHub does not show it any more. */
    commitSha: string | null;
    totalPages: number;
    lastIndexedAt: Date | null;
  }[];
};

/** What the caller has connected and the scope has indexed; asks nothing of GitHub. */
export async function getGithubStatus(
  ctx: Pick<Ctx, "actor" | "scope" | "services" | "db">,
): Promise<GithubStatus> {
  const userId = actingUserId(ctx.actor);
  const [connection, repositories] = await Promise.all([
    userId === null ? null : findConnection(ctx.db, userId),
    listRepositoriesOf(ctx.db, ctx.scope.owner),
  ]);
  return {
    isConfigured: ctx.services.config.github !== null,
    connection: connection && { login: connection.login, connectedAt: connection.createdAt },
    repositories: repositories.map(({ repository, source }) => ({
      moduleId: source.id,
      fullName: repository.fullName,
      branch: repository.branch,
      isPrivate: repository.isPrivate,
      commitSha: repository.commitSha,
      totalPages: source.totalPages,
      lastIndexedAt: source.lastIndexedAt,
    })),
  };
}
